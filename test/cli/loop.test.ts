import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Sandbox, sandbox } from "../sandbox.js";

const LEARN = ["--because", "3 of 5 green runs were retries", "--risk", "medium: a broken build ships"];

async function learned(box: Sandbox, text = "Retries hide the flaky test", more: string[] = []): Promise<string> {
  const ran = await box.run(["learn", text, ...LEARN, ...more, "--json"]);
  expect(ran.code, ran.stderr).toBe(0);
  return ran.json().data.id;
}

describe("the loop through the real binary", () => {
  it("asks, takes an answer, and is quiet", { tags: "proof" }, async () => {
    const box = await sandbox();
    expect((await box.run(["heartbeat"])).stdout).toBe("HEARTBEAT_OK\n");
    const id = await learned(box);
    box.at("2026-02-18T14:00:00Z");
    const asked = await box.run(["heartbeat"]);
    expect(asked.stdout).toContain(`tenet outcome ${id.slice(-5).toLowerCase()} --verdict V --result T`);
    expect(asked.stdout).not.toContain("HEARTBEAT_OK");
    expect((await box.run(["heartbeat"])).stdout).toBe("HEARTBEAT_OK\n");
    const answered = await box.run(["outcome", id, "--verdict", "validated", "--result", "No flake since", "--json"]);
    expect(answered.json().data).toMatchObject({ type: "outcome", text: "No flake since" });
    expect((await box.run(["show", id, "--json"])).json().data.entry).toMatchObject({
      outcome: "validated",
      outcome_date: "2026-02-18T14:00:00Z",
    });
    box.at("2026-03-30T14:00:00Z");
    expect((await box.run(["heartbeat"])).stdout).toBe("HEARTBEAT_OK\n");
  });

  it("answers held, failed, later and irrelevant with the entry's id", async () => {
    const box = await sandbox();
    const corrected = await box.run([
      "correct",
      "Use npm ci in CI",
      "--instead-of",
      "npm install is fine",
      "--risk",
      "high: drift",
      "--so",
      "check the CI file",
      "--json",
    ]);
    const { id } = corrected.json().data;
    for (const [args, decision] of [
      [["--failed", "--evidence", "did it again"], "failed"],
      [["--held", "--evidence", "two releases"], "opportunity"],
      [["--later", "5d"], "later"],
      [["--irrelevant"], "irrelevant"],
    ] as const) {
      const ran = await box.run(["outcome", id, ...args, "--json"]);
      expect(ran.code, ran.stderr).toBe(0);
      expect(ran.json().data).toMatchObject({ decision, id, type: "correction" });
    }
    const wrong = await box.run(["outcome", id, "--held", "--json"]);
    expect([wrong.code, wrong.json().error.code]).toEqual([2, "usage"]);
  });

  it("the JSON of a heartbeat has its four lists", async () => {
    const box = await sandbox();
    const id = await learned(box);
    box.at("2026-02-25T14:00:00Z");
    const dry = await box.run(["heartbeat", "--dry-run", "--json"]);
    const { data } = (await box.run(["heartbeat", "--json"])).json();
    expect(data).toMatchObject({ reinforce: [], pending: [], did: [] });
    expect(data.due).toMatchObject([{ id, kind: "outcome", stage: 2, age_days: 10, stakes: "medium" }]);
    expect(dry.json().data.due).toEqual(data.due);
  });

  it("a run keeps back, commits once, and one that failed leaves nothing", async () => {
    const box = await sandbox();
    expect((await box.run(["learn", "x", ...LEARN, "--run", "nope"])).code).toBe(2);
    expect((await box.run(["run", "start", "r1"])).code).toBe(0);
    const id = await learned(box, "Kept back for a while", ["--run", "r1"]);
    expect((await box.run(["list", "--json"])).json().data.total).toBe(0);
    const first = await box.run(["run", "finish", "r1", "--json"]);
    expect(first.json().data).toMatchObject({ state: "finished", changed: true, count: 1 });
    expect((await box.run(["run", "finish", "r1", "--json"])).json().data.changed).toBe(false);
    expect((await box.run(["list", "--json"])).json().data.entries.map((entry: { id: string }) => entry.id)).toEqual([
      id,
    ]);
    await box.run(["run", "start", "r2"]);
    await box.run(["learn", "Dropped for good", ...LEARN], { env: { TENET_RUN: "r2" } });
    expect((await box.run(["run", "fail", "r2"])).code).toBe(0);
    expect((await box.run(["list", "--json"])).json().data.total).toBe(1);
  });

  it("row 21: a run's name cannot escape", async () => {
    const box = await sandbox();
    const outside = () => readdirSync(join(box.dir, "..")).sort();
    const before = outside();
    for (const name of ["../x", "/tmp/x", "a/b", "a\\b", "x".repeat(300), ""]) {
      for (const verb of ["start", "finish", "fail"]) {
        expect((await box.run(["run", verb, name])).code, `${verb} ${name}`).toBe(2);
      }
    }
    expect(outside()).toEqual(before);
    expect(existsSync(box.path(".tenet", "state"))).toBe(false);
  });

  it.each([
    ["America/New_York", "2026-02-16T04:59:59Z", "2026-02-15", "2026-02-16T05:00:00Z", "2026-02-16"],
    ["Asia/Kolkata", "2026-02-15T18:29:59Z", "2026-02-15", "2026-02-15T18:30:00Z", "2026-02-16"],
    ["Pacific/Kiritimati", "2026-02-15T09:59:59Z", "2026-02-15", "2026-02-15T10:00:00Z", "2026-02-16"],
  ])("row 39: the ad-hoc session is one a local day in %s", async (timezone, before, dayBefore, after, dayAfter) => {
    const box = await sandbox({
      profile: `schema: 1\nagent: main\ntimezone: ${timezone}\n`,
      now: "2026-02-01T00:00:00Z",
    });
    const id = await learned(box);
    const session = async (instant: string) => {
      box.at(instant);
      return (await box.run(["used", id, "--json"])).json().data;
    };
    expect(await session(before)).toMatchObject({
      decision: "counted",
      session: `adhoc-main-${dayBefore}`,
      sessions: 1,
    });
    expect(await session(before)).toMatchObject({ decision: "not-counted" });
    expect(await session(after)).toMatchObject({ decision: "counted", session: `adhoc-main-${dayAfter}`, sessions: 2 });
  });

  it("detect and status say what they found", async () => {
    const box = await sandbox();
    const heard = await box.run(["detect", "No, that's not right. It should be npm ci, not npm install."]);
    expect(heard.stdout).toContain("tenet correct 'No, that'\\''s not right. It should be npm ci, not npm install.'");
    expect((await box.run(["detect", "no, thanks", "--json"])).json().data).toMatchObject({
      verdict: "nothing",
      signals: [],
    });
    expect((await box.run(["status"])).stdout).toContain("nothing yet");
    await learned(box);
    box.at("2026-02-20T14:00:00Z");
    expect((await box.run(["status", "--json"])).json().data).toMatchObject({
      counts: { live: 1, insight: 1, correction: 0 },
      due: { questions: 1, reinforce: 0 },
      interrupted: false,
      waiting: [],
    });
  });
});

import { describe, expect, it } from "vitest";
import { type Sandbox, sandbox } from "../sandbox.js";
import { NO_MODEL } from "./known-workspace.js";
import { done, tail, told } from "./typed.js";

const learn = (text = "Retries hide the flaky test") =>
  `learn '${text}' --because '3 of 5 green runs were retries' --risk 'medium: a broken build ships'`;
const learned = async (box: Sandbox): Promise<string> => (await told(box, learn())).id;
const plain = () => sandbox({ profile: NO_MODEL });

describe("the loop as it is typed", () => {
  it("asks, takes an answer, and is quiet", async () => {
    const box = await plain();
    const asked = async () => (await done(box, "heartbeat")).stdout;
    expect(await asked()).toBe("HEARTBEAT_OK\n");
    expect((await done(box, "status")).stdout).toContain("nothing yet");
    const id = await learned(box);
    box.at("2026-02-18T14:00:00Z");
    const { counts, due } = await told(box, "status");
    expect([counts, due]).toMatchObject([
      { live: 1, insight: 1, correction: 0 },
      { questions: 1, reinforce: 0 },
    ]);
    const question = { id, kind: "outcome", stage: 1, age_days: 3, stakes: "medium" };
    const list = { due: [question], reinforce: [], pending: [], did: [] };
    expect(await told(box, "heartbeat --dry-run")).toMatchObject(list);
    expect(await asked()).toContain(`tenet outcome ${tail(id)} --verdict V --result T`);
    expect(await asked()).toBe("HEARTBEAT_OK\n");
    const answer = await told(box, `outcome ${id} --verdict validated --result 'No flake since'`);
    expect(answer).toMatchObject({ type: "outcome", text: "No flake since" });
    const { entry } = await told(box, `show ${id}`);
    expect(entry).toMatchObject({ outcome: "validated", outcome_date: "2026-02-18T14:00:00Z" });
    box.at("2026-03-30T14:00:00Z");
    expect(await asked()).toBe("HEARTBEAT_OK\n");
  });

  it.each([
    ["America/New_York", "2026-02-16T04:59:59Z", "2026-02-15", "2026-02-16T05:00:00Z", "2026-02-16"],
    ["Asia/Kolkata", "2026-02-15T18:29:59Z", "2026-02-15", "2026-02-15T18:30:00Z", "2026-02-16"],
    ["Pacific/Kiritimati", "2026-02-15T09:59:59Z", "2026-02-15", "2026-02-15T10:00:00Z", "2026-02-16"],
  ])(
    "row 39: the ad-hoc session is one a local day in %s",
    { tags: "proof" },
    async (timezone, before, dayBefore, after, dayAfter) => {
      const box = await sandbox({ profile: NO_MODEL.replace("UTC", timezone), now: "2026-02-01T00:00:00Z" });
      const id = await learned(box);
      for (const [at, used] of [
        [before, { decision: "counted", session: `adhoc-main-${dayBefore}`, sessions: 1 }],
        [before, { decision: "not-counted" }],
        [after, { decision: "counted", session: `adhoc-main-${dayAfter}`, sessions: 2 }],
      ] as const) {
        box.at(at);
        expect(await told(box, `used ${id}`)).toMatchObject(used);
      }
    },
  );
});

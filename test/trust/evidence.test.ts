/**
 * What a program may invent that runs tenet and is no person: sessions, dates, verdicts on its own words. None of it makes
 * a rule, in no mode; and what an agent states honestly on later days still does, in `auto`, without anybody.
 */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isOwn, occasionMark } from "../../src/rules/policy/stated-evidence.js";
import { type Sandbox, sandbox } from "../sandbox.js";

const MODES = ["auto", "approval", "curated"] as const;
const profileOf = (mode: string) =>
  `schema: 1\nagent: main\ntimezone: UTC\napply_mode: ${mode}\npeople:\n  - {name: bridget, role: owner}\n`;

const correction = (more = "") =>
  `type: correction\ncorrected_to: Install from the lockfile in CI\nprior_belief: Any install command is fine\nstakes: high\nat_risk: releases drift\nbehavioral_change: Look for npm install in the CI file\n${more}`;
const INSIGHT =
  "type: insight\ninsight: Retries hide the flaky test\nevidence: three green runs after a retry\nstakes: high\nat_risk: a broken release\napplications: [count retries before a release]\n";

const day = (n: number, time = "10:00:00"): string =>
  `${new Date(Date.UTC(2026, 1, 1 + n)).toISOString().slice(0, 10)}T${time}Z`;

interface Played {
  box: Sandbox;
  tenet(...args: string[]): Promise<ReturnType<Awaited<ReturnType<Sandbox["run"]>>["json"]>["data"]>;
  add(entry: string, session?: string): Promise<string>;
  /** Lines of tenet's rules in force. */
  rules(): string[];
}

async function playing(mode: string): Promise<Played> {
  const box = await sandbox({ profile: profileOf(mode), now: day(0) });
  const data = async (args: string[], stdin: string | null = null) => {
    const ran = await box.run([...args, "--json"], { stdin });
    const answer = ran.json();
    if (answer.ok !== true) throw new Error(`${args.join(" ")}: ${JSON.stringify(answer.error)}`);
    return answer.data;
  };
  return {
    box,
    tenet: (...args) => data(args),
    add: async (entry, session = "born") => (await data(["add", "-", "--session", session], entry)).results[0].id,
    rules: () =>
      ["SOUL.md", "MEMORY.md", "memory/core/procedures.md"].flatMap((file) =>
        existsSync(box.path(file))
          ? readFileSync(box.path(file), "utf8")
              .split("\n")
              .filter((line) => line.startsWith("- "))
          : [],
      ),
  };
}

/** A digest and a heartbeat, at once and nine days later: whatever would make a rule has had its chance. */
async function chances({ box, tenet }: Played, at: string): Promise<void> {
  await tenet("digest");
  await tenet("heartbeat");
  box.at(at);
  await tenet("digest");
}

describe.each(MODES)("in %s nobody but a person makes a rule of", (mode) => {
  it("sessions and agents that flags name", { tags: "proof" }, async () => {
    const play = await playing(mode);
    const id = await play.add(INSIGHT);
    play.box.at(day(1));
    for (const session of ["a", "b", "c"]) await play.tenet("used", id, "--worked", "--session", session);
    for (const agent of ["x", "y", "z"]) await play.tenet("used", id, "--worked", "--as", agent, "--session", agent);
    await chances(play, day(10));
    expect(play.rules()).toEqual([]);
  });

  it("a week that is not over, however often it is said", { tags: "proof" }, async () => {
    const play = await playing(mode);
    const id = await play.add(correction());
    for (const n of [0, 1, 6]) {
      play.box.at(day(n, "09:59:59"));
      if (n === 0) play.box.at(day(0, "10:00:01"));
      const said = await play.tenet("outcome", id, "--held", "--evidence", "seen", "--session", `s${n}`);
      expect(said).toMatchObject({ decision: "opportunity", id });
      await play.tenet("digest");
    }
    await play.tenet("outcome", id, "--verdict", "validated", "--result", "fine", "--session", "v");
    await play.tenet("digest");
    expect(await play.box.read("memory/learning/corrections/2026-02-01.md")).not.toContain("held");
    expect(play.rules()).toEqual([]);
  });

  it("a score of its own, at once, in whatever session", { tags: "proof" }, async () => {
    const play = await playing(mode);
    const id = await play.add(INSIGHT);
    const judged = ["--verdict", "validated", "--result", "great", "--score", "9", "--lesson", "Count retries"];
    await play.tenet("outcome", id, ...judged);
    await play.tenet("outcome", id, ...judged, "--session", "another", "--as", "other");
    const { operations } = await play.tenet("digest");
    expect(operations.filter(({ fate }: { fate: string }) => fate === "active")).toEqual([]);
    await chances(play, day(30));
    expect(play.rules()).toEqual([]);
  });

  it("a correction dated back, and its own word that it held", async () => {
    const play = await playing(mode);
    play.box.at(day(20));
    const id = await play.add(correction(`timestamp: ${day(1)}\n`));
    const said = await play.tenet("outcome", id, "--held", "--evidence", "three weeks", "--session", "later");
    expect(said.decision).toBe("opportunity");
    await play.tenet("digest");
    expect(play.rules()).toEqual([]);
  });
});

describe("in auto an agent's own word makes a rule by itself", () => {
  it("a correction of Monday that it says held a week later, without any commit", async () => {
    const play = await playing("auto");
    const id = await play.add(correction());
    play.box.at(day(3));
    await play.tenet("heartbeat");
    play.box.at(day(7));
    const said = await play.tenet("outcome", id, "--held", "--evidence", "two pipelines", "--session", "next");
    expect(said.decision).toBe("held");
    await play.tenet("heartbeat");
    expect(play.rules()).toEqual([expect.stringContaining("Install from the lockfile in CI")]);
  });

  it("what came up on a later day and was not repeated until the week was over", async () => {
    const play = await playing("auto");
    const id = await play.add(correction());
    play.box.at(day(2));
    await play.tenet("outcome", id, "--held", "--evidence", "seen", "--session", "next");
    play.box.at(day(7));
    expect((await play.tenet("heartbeat")).did.join()).toContain("held");
    expect(play.rules()).toHaveLength(1);
  });

  it("an insight that worked on three days, and one scored on a later day", { tags: "proof" }, async () => {
    const play = await playing("auto");
    const id = await play.add(INSIGHT);
    for (const n of [1, 2, 3]) {
      play.box.at(day(n));
      await play.tenet("used", id, "--worked", "--session", `s${n}`);
    }
    await play.tenet("digest");
    expect(play.rules()).toEqual([expect.stringContaining("Retries hide the flaky test")]);
    const scored = await playing("auto");
    const other = await scored.add(INSIGHT);
    scored.box.at(day(1));
    const judged = ["--verdict", "validated", "--result", "great", "--score", "9", "--lesson", "Count retries"];
    await scored.tenet("outcome", other, ...judged, "--session", "next");
    await scored.tenet("digest");
    expect(scored.rules()).toEqual([expect.stringContaining("Count retries")]);
  });

  it("sessions that a host's hook opened count each, on one day", async () => {
    const play = await playing("auto");
    const id = await play.add(INSIGHT);
    play.box.at(day(1));
    for (const session of ["h1", "h2", "h3"]) {
      const stdin = JSON.stringify({ hook_event_name: "SessionStart", session_id: session, cwd: play.box.dir });
      await play.box.run(["hook", "session-start"], { stdin });
      await play.tenet("used", id, "--worked", "--session", session);
    }
    await play.tenet("digest");
    expect(play.rules()).toHaveLength(1);
    expect(await play.box.read("memory/learning/insights/2026-02-01.md")).toContain("host: claude-code");
  });
});

it.each([
  ["an answer of its own day", "", true],
  ["one that names somebody nobody listed", "  by: sybil\n", true],
  ["one that names a listed person, for whom the commit has to stand", "  by: bridget\n", false],
])("%s, written into the file", async (_, by, waits) => {
  const play = await playing("auto");
  await play.add(correction());
  const file = "memory/learning/corrections/2026-02-01.md";
  const written = await play.box.read(file);
  const stick = `stick:\n  verdict: held\n  at: ${day(0, "10:00:01")}\n  session: another\n${by}`;
  await play.box.write(file, written.replace(/^status: active$/m, `${stick}status: active`));
  const { operations } = await play.tenet("digest");
  expect(operations).toMatchObject([{ op: "add", fate: waits ? "pending" : "active" }]);
  expect(play.rules()).toHaveLength(waits ? 0 : 1);
});

it("what rests on its own day waits in a pending version, and says why", async () => {
  const play = await playing("auto");
  const id = await play.add(INSIGHT);
  const judged = ["--verdict", "validated", "--result", "great", "--score", "9", "--lesson", "Count retries"];
  await play.tenet("outcome", id, ...judged, "--session", "another");
  const { decision, operations } = await play.tenet("digest");
  expect(decision).toBe("pending");
  expect(operations).toMatchObject([
    { op: "add", fate: "pending", waits_because: expect.stringContaining("own session or day") },
  ]);
});

describe("what an occasion counts as", () => {
  const dayOf = (at: string): string =>
    new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin" }).format(new Date(at));
  const mark = (at: string, session: string, agent?: string, host?: string) =>
    occasionMark({ at, session, agent, host }, dayOf, ["main", "second"]);
  const AT = "2026-02-01T12:00:00Z";

  it.each([
    ["two stated sessions of one day and agent", [mark(AT, "a", "main"), mark(AT, "b", "main")], 1],
    ["two agents of the workspace", [mark(AT, "a", "main"), mark(AT, "b", "second")], 2],
    ["agents that nobody lists", [mark(AT, "a", "x"), mark(AT, "b", "y"), mark(AT, "c")], 1],
    ["two days", [mark(AT, "a", "main"), mark("2026-02-02T12:00:00Z", "a", "main")], 2],
    ["before midnight there", [mark(AT, "a", "main"), mark("2026-02-01T22:59:59Z", "b", "main")], 1],
    ["from midnight there", [mark(AT, "a", "main"), mark("2026-02-01T23:00:00Z", "b", "main")], 2],
    ["sessions that a hook opened", [mark(AT, "a", "main", "codex"), mark(AT, "b", "main", "codex")], 2],
    ["one of them twice", [mark(AT, "a", "main", "codex"), mark("2026-02-03T12:00:00Z", "a", "main", "codex")], 1],
  ])("%s", (_, marks, count) => {
    expect(new Set(marks).size).toBe(count);
  });

  const birth = { sessions: ["born"], days: ["2026-02-01"] };
  it.each([
    ["its session, later", { at: "2026-03-01T12:00:00Z", session: "born" }, true],
    ["its day, another session", { at: "2026-02-01T22:59:59Z", session: "b" }, true],
    ["the next day there", { at: "2026-02-01T23:00:00Z", session: "b" }, false],
    ["no session, later", { at: "2026-02-02T12:00:00Z" }, false],
  ])("own: %s", (_, occasion, own) => {
    expect(isOwn(occasion, birth, dayOf)).toBe(own);
  });
});

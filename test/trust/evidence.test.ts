/**
 * What a program may invent that runs tenet and is no person: sessions, dates, verdicts on its own words. None of it makes
 * a rule, in no mode; and what an agent states honestly on later days still does, in `auto`, without anybody.
 */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fixedClock } from "../../src/clock.js";
import { recordOutcome } from "../../src/loop/outcome.js";
import { markUsed } from "../../src/loop/used.js";
import { digest } from "../../src/rules/digest.js";
import { isOwn, occasionMark } from "../../src/rules/policy/stated-evidence.js";
import { rememberOpened } from "../../src/store/state/sessions.js";
import { type Capturing, capturing } from "../capture/capturing.js";
import { heartbeat } from "../operations.js";

const MODES = ["auto", "approval", "curated"] as const;
const CORRECTION = {
  type: "correction",
  corrected_to: "Install from the lockfile in CI",
  prior_belief: "Any install command is fine",
  stakes: "high",
  at_risk: "releases drift",
  behavioral_change: "Look for npm install in the CI file",
};
const INSIGHT = {
  type: "insight",
  insight: "Retries hide the flaky test",
  evidence: "three green runs after a retry",
  stakes: "high",
  at_risk: "a broken release",
  applications: ["count retries before a release"],
};
const JUDGED = { verdict: "validated", result: "great", score: 9, lesson: "Count retries" };
const COR_FILE = "memory/learning/corrections/2026-02-01.md";

const day = (n: number, time = "10:00:00"): string =>
  `${new Date(Date.UTC(2026, 1, 1 + n)).toISOString().slice(0, 10)}T${time}Z`;

interface Played extends Capturing {
  /** Session and day of what comes next. */
  on(n: number, session: string, time?: string): void;
  add(draft: object): Promise<string>;
  worked(ref: string): Promise<unknown>;
  held(ref: string, evidence?: string): ReturnType<typeof recordOutcome>;
  /** Lines of tenet's rules in force. */
  rules(): string[];
}

function playing(apply_mode: (typeof MODES)[number]): Played {
  const world = capturing({ agent: "main", apply_mode }, day(0));
  world.as({ agent: "main", session: "born" });
  return Object.assign(world, {
    on(n: number, session: string, time?: string) {
      world.clock = fixedClock(day(n, time));
      world.as({ session });
    },
    add: async (draft: object) => (await world.draft({ ...draft })).id ?? "",
    worked: (ref: string) => markUsed(world, { ref, result: "worked" }),
    held: (ref: string, evidence = "seen") => recordOutcome(world, { refs: [ref], held: true, evidence }),
    rules: () =>
      ["SOUL.md", "MEMORY.md", "memory/core/procedures.md"]
        .map((file) => world.workspace.absolute(file))
        .flatMap((file) => (existsSync(file) ? (readFileSync(file, "utf8").match(/^- .*$/gm) ?? []) : [])),
  });
}

/** A digest and a heartbeat, at once and later: whatever would make a rule has had its chance. */
async function chances(play: Played, n: number): Promise<void> {
  await digest(play);
  await heartbeat(play);
  play.on(n, "later");
  await digest(play);
}

describe.each(MODES)("in %s nobody but a person makes a rule of", (mode) => {
  it("sessions and agents that flags name", { tags: "proof" }, async () => {
    const play = playing(mode);
    const id = await play.add(INSIGHT);
    for (const session of ["a", "b", "c"]) {
      play.on(1, session);
      await play.worked(id);
    }
    for (const agent of ["x", "y", "z"]) {
      play.as({ agent, agentStated: true, session: agent });
      await play.worked(id);
    }
    await chances(play, 10);
    expect(play.rules()).toEqual([]);
  });

  it("a week that is not over, however often it is said", { tags: "proof" }, async () => {
    const play = playing(mode);
    const id = await play.add(CORRECTION);
    for (const [n, time] of [
      [0, "10:00:01"],
      [1, "09:59:59"],
      [6, "09:59:59"],
    ] as const) {
      play.on(n, `s${n}`, time);
      expect(await play.held(id)).toMatchObject({ decision: "opportunity", id });
      await digest(play);
    }
    await recordOutcome(play, { refs: [id], verdict: "validated", result: "fine" });
    await digest(play);
    expect(play.files()[COR_FILE]).not.toContain("held");
    expect(play.rules()).toEqual([]);
  });

  it("a score of its own, at once, in whatever session", { tags: "proof" }, async () => {
    const play = playing(mode);
    const id = await play.add(INSIGHT);
    await recordOutcome(play, { refs: [id], ...JUDGED });
    play.as({ agent: "other", agentStated: true, session: "another" });
    await recordOutcome(play, { refs: [id], ...JUDGED });
    expect((await digest(play)).operations.filter(({ fate }) => fate === "active")).toEqual([]);
    await chances(play, 30);
    expect(play.rules()).toEqual([]);
  });

  it("a correction dated back, and its own word that it held", async () => {
    const play = playing(mode);
    play.on(20, "born");
    const id = await play.add({ ...CORRECTION, timestamp: day(1) });
    play.as({ session: "later" });
    expect((await play.held(id, "three weeks")).decision).toBe("opportunity");
    await digest(play);
    expect(play.rules()).toEqual([]);
  });
});

describe("in auto an agent's own word makes a rule by itself", () => {
  it("a correction of Monday that it says held a week later, without any commit", async () => {
    const play = playing("auto");
    const id = await play.add(CORRECTION);
    play.on(3, "s3");
    await heartbeat(play);
    play.on(7, "next");
    expect((await play.held(id, "two pipelines")).decision).toBe("held");
    await heartbeat(play);
    expect(play.rules()).toEqual([expect.stringContaining("Install from the lockfile in CI")]);
  });

  it("what came up on a later day and was not repeated until the week was over", async () => {
    const play = playing("auto");
    const id = await play.add(CORRECTION);
    play.on(2, "next");
    await play.held(id);
    play.on(7, "s7");
    expect((await heartbeat(play)).did.join()).toContain("held");
    expect(play.rules()).toHaveLength(1);
  });

  it("an insight that worked on three days, or in three sessions of one that a host's hook opened", async () => {
    for (const isOpened of [false, true]) {
      const play = playing("auto");
      const id = await play.add(INSIGHT);
      for (const n of [1, 2, 3]) {
        play.on(isOpened ? 1 : n, `s${n}`);
        if (isOpened) rememberOpened(play, "claude-code");
        await play.worked(id);
      }
      await digest(play);
      expect(play.rules()).toEqual([expect.stringContaining("Retries hide the flaky test")]);
      expect(JSON.stringify(play.files()).includes("host: claude-code")).toBe(isOpened);
    }
  });

  it("an outcome scored on a later day; on its own day it waits in a pending version, and says why", async () => {
    const play = playing("auto");
    const id = await play.add(INSIGHT);
    play.as({ session: "another" });
    await recordOutcome(play, { refs: [id], ...JUDGED });
    const { decision, operations } = await digest(play);
    expect(decision).toBe("pending");
    const because = expect.stringContaining("own session or day");
    expect(operations).toMatchObject([{ op: "add", fate: "pending", waits_because: because }]);
    const scored = playing("auto");
    const other = await scored.add(INSIGHT);
    scored.on(1, "next");
    await recordOutcome(scored, { refs: [other], ...JUDGED });
    await digest(scored);
    expect(scored.rules()).toEqual([expect.stringContaining("Count retries")]);
  });
});

it.each([
  ["an answer of its own day", "", true],
  ["one that names somebody nobody listed", "  by: sybil\n", true],
  ["one that names a listed person, for whom the commit has to stand", "  by: bridget\n", false],
])("%s, written into the file", async (_, by, waits) => {
  const play = playing("auto");
  await play.add(CORRECTION);
  const stick = `stick:\n  verdict: held\n  at: ${day(0, "10:00:01")}\n  session: another\n${by}`;
  play.put(COR_FILE, (play.files()[COR_FILE] ?? "").replace(/^status: active$/m, `${stick}status: active`));
  const { operations } = await digest(play);
  expect(operations).toMatchObject([{ op: "add", fate: waits ? "pending" : "active" }]);
  expect(play.rules()).toHaveLength(waits ? 0 : 1);
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

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
      play.as({ agent, session: agent });
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
      await play.held(id);
      await digest(play);
    }
    await recordOutcome(play, { refs: [id], verdict: "validated", result: "fine" });
    await digest(play);
    expect(play.rules()).toEqual([]);
  });

  it("a score of its own, in the session that wrote it", { tags: "proof" }, async () => {
    const play = playing(mode);
    const id = await play.add(INSIGHT);
    await recordOutcome(play, { refs: [id], ...JUDGED });
    await chances(play, 30);
    expect(play.rules()).toEqual([]);
  });
});

describe("in auto an agent's own word makes a rule by itself", () => {
  it("a correction of Monday that it says held a week later, which is said with the rule", async () => {
    const play = playing("auto");
    const id = await play.add(CORRECTION);
    play.on(7, "next");
    await play.held(id, "two pipelines");
    const { operations } = await digest(play);
    expect(operations).toMatchObject([{ because: "It held (2026-02-08), by the agent's own word alone." }]);
    expect(play.rules()).toEqual([expect.stringContaining("Install from the lockfile in CI")]);
  });

  it("an insight that worked in three sessions of two days", async () => {
    const play = playing("auto");
    const id = await play.add(INSIGHT);
    for (const [n, session] of [
      [1, "a"],
      [1, "b"],
      [2, "c"],
    ] as const) {
      expect((await digest(play)).operations).toEqual([]);
      play.on(n, session);
      await play.worked(id);
    }
    await digest(play);
    expect(play.rules()).toEqual([expect.stringContaining("Retries hide the flaky test")]);
  });

  it("an outcome that another session scored", async () => {
    const play = playing("auto");
    const id = await play.add(INSIGHT);
    play.on(1, "next");
    await recordOutcome(play, { refs: [id], ...JUDGED });
    await digest(play);
    expect(play.rules()).toEqual([expect.stringContaining("Count retries")]);
  });
});

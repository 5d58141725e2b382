/** What was heard: many writers, and when closed sentences leave. */
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fixedClock } from "../../src/clock.js";
import type { Hearing } from "../../src/entry/heard.js";
import { closeHeard, hear, notePrinted, readHeard } from "../../src/store/state/heard.js";
import { type TestWorld, testWorld } from "../store/workspace.js";

const said = (sentence: string, more: Partial<Hearing> = {}): Hearing => ({
  ...{ sentence, at: "2026-02-15T14:00:00Z", session: "s1", from: "prompt" },
  ...more,
});
const words = async (world: TestWorld) => readHeard(world.workspace).map(({ sentence }) => sentence);
const NOTHING: ReadonlySet<string> = new Set();

describe("what was heard", () => {
  it("is nothing where nobody said anything, and costs no file", async () => {
    const world = testWorld();
    expect(await hear(world, [])).toEqual([]);
    expect(readHeard(world.workspace)).toEqual([]);
    expect(existsSync(world.workspace.local)).toBe(false);
  });

  it("loses nothing of many who hear at once, and keeps equal words once", async () => {
    const world = testWorld();
    const all = Array.from({ length: 24 }, (_, at) => said(`Never touch folder ${at % 12}`, { session: `s${at}` }));
    await Promise.all(all.map((one) => hear(world, [one])));
    expect((await words(world)).sort()).toEqual([...new Set(all.map(({ sentence }) => sentence))].sort());
    const ids = readHeard(world.workspace).map(({ id }) => id);
    expect(new Set(ids).size).toBe(12);
  });

  it("drops what is closed for a month, never what is open", async () => {
    const world = testWorld();
    const [closed, lost, open] = await hear(world, [said("Use pnpm"), said("Use tabs"), said("Use tests")]);
    const idOf = (one: typeof closed) => one?.id ?? "";
    const ended = [closed, lost].map((one, at) => ({ id: idOf(one), by: `COR-20260215-K7Q2${at}` }));
    await closeHeard(world, ended);
    const stillOpen = new Set([lost, open].map(idOf));
    const leftAt = async (now: string) => {
      await notePrinted({ ...world, clock: fixedClock(now) }, NOTHING, stillOpen);
      return await words(world);
    };
    expect(await leftAt("2026-03-17T13:59:59Z")).toEqual(["Use pnpm", "Use tabs", "Use tests"]);
    for (const now of ["2026-03-17T14:00:01Z", "2036-01-01T00:00:00Z"])
      expect(await leftAt(now)).toEqual(["Use tabs", "Use tests"]);
  });
});

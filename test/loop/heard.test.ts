import { describe, expect, it } from "vitest";
import { fixedClock } from "../../src/clock.js";
import { keepBounds } from "../../src/store/state/bounds.js";
import { closeHeard, hear, readHeard } from "../../src/store/state/heard.js";
import type { Hearing } from "../../src/store/state/hearing.js";
import { type TestWorld, testWorld } from "../store/workspace.js";

const said = (sentence: string, more: Partial<Hearing> = {}): Hearing => ({
  ...{ sentence, at: "2026-02-15T14:00:00Z", session: "s1", from: "prompt" },
  ...more,
});
const words = async (world: TestWorld) => readHeard(world.workspace).map(({ sentence }) => sentence);

describe("what was heard", () => {
  it("loses nothing of many who hear at once, and keeps equal words once", async () => {
    const world = testWorld();
    const all = Array.from({ length: 24 }, (_, at) => said(`Never touch folder ${at % 12}`, { session: `s${at}` }));
    await Promise.all(all.map((one) => hear(world, [one])));
    expect((await words(world)).sort()).toEqual([...new Set(all.map(({ sentence }) => sentence))].sort());
    const ids = readHeard(world.workspace).map(({ id }) => id);
    expect(new Set(ids).size).toBe(12);
  });

  it("drops what was closed, after 400 days, never what is open", async () => {
    const world = testWorld();
    const [closed] = hear(world, [said("Use pnpm"), said("Use tests")]);
    closeHeard(world, [{ id: closed?.id ?? "", by: "COR-20260215-K7Q20" }]);
    const leftAt = async (now: string) => {
      keepBounds({ ...world, clock: fixedClock(now) });
      return await words(world);
    };
    expect(await leftAt("2027-03-22T13:59:59Z")).toEqual(["Use pnpm", "Use tests"]);
    expect(await leftAt("2027-03-22T14:00:01Z")).toEqual(["Use tests"]);
  });
});

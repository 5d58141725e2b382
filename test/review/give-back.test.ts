/** A rule whose entry was superseded by mistake: what becomes of its line once the entry is given back. */
import { describe, expect, it } from "vitest";
import { resolvePair } from "../../src/review/resolve.js";
import { cor } from "../loop/loop-world.js";
import { held, type RulesWorld, rulesWorld } from "../rules/rules-world.js";

const ALPHA = "COR-20260201-ALPHA";
const OTHER = "COR-20260203-0THER";

const soul = (world: RulesWorld) => world.read("SOUL.md");

async function mistaken(): Promise<RulesWorld> {
  const world = rulesWorld({ apply_mode: "auto" });
  await world.store(held("ALPHA"));
  await world.digest();
  expect(soul(world)).toContain("ALPHA");
  const timestamp = "2026-02-03T09:00:00Z";
  await world.store(cor("0THER", { timestamp, corrected_to: "Log out users after 30 minutes" }));
  world.day(4);
  await resolvePair(world.ctx, { a: OTHER, b: ALPHA, how: "replaces" });
  return world;
}

describe("a rule whose entry is given back", () => {
  it("stands as it did where no digest came between", async () => {
    const world = await mistaken();
    const before = soul(world);
    await resolvePair(world.ctx, { a: OTHER, b: ALPHA, how: "reopen" });
    expect(await world.entry(ALPHA)).toMatchObject({ status: "promoted", promoted_to: "SOUL.md" });
    await world.digest();
    expect(soul(world)).toBe(before);
  });

  it("comes back where its line had left", { tags: "proof" }, async () => {
    const world = await mistaken();
    await world.digest();
    expect(soul(world)).not.toContain("ALPHA");
    await resolvePair(world.ctx, { a: OTHER, b: ALPHA, how: "reopen" });
    expect(await world.entry(ALPHA)).toMatchObject({ status: "active" });
    await world.digest();
    // The pair is open again: of two that are trusted alike the newer becomes no rule.
    expect(soul(world)).toContain("ALPHA");
    expect(soul(world)).not.toContain("OTHER");
    expect(await world.entry(ALPHA)).toMatchObject({ status: "promoted" });
  });
});

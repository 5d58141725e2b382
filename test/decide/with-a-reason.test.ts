/** Whatever a person decides with a reason becomes an example: in the same change, in their name, and no more trusted than what it is about. */
import { describe, expect, it } from "vitest";
import type { Decision, Entry } from "../../src/entry/entry.js";
import { countingReview } from "../../src/entry/status.js";
import { resolvePair } from "../../src/review/resolve.js";
import { decideReview, type ReviewAction } from "../../src/review/review.js";
import { undo } from "../../src/review/undo.js";
import { openStore } from "../../src/store/open-store.js";
import { cor, ins } from "../loop/loop-world.js";
import { type DecidingWorld, decidingWorld, held } from "../rules/deciding-world.js";

const INS = "INS-20260201-A0001";

async function decisionsIn(world: DecidingWorld): Promise<Decision[]> {
  const tree = await openStore(world.ctx);
  return (await tree.load(tree.where({ type: "decision" }).map(({ id }) => id))).map(({ entry }) => entry as Decision);
}

async function theDecision(world: DecidingWorld): Promise<Decision> {
  const [only, ...more] = await decisionsIn(world);
  expect(more).toEqual([]);
  return only as Decision;
}

const review = (world: DecidingWorld, action: ReviewAction, reason?: string, ref = INS) =>
  decideReview(world.ctx, { ref, action, reason, confirmed: true });

/** A version that waits. */
async function waiting(): Promise<DecidingWorld> {
  const world = decidingWorld();
  await world.store(held("ALPHA", "Do ALPHA before anything else"));
  await world.digest();
  return world;
}

describe("a version", () => {
  it("approved with a reason: what was on the screen, what was done, why, and by whom", async () => {
    const world = await waiting();
    const { id } = await world.pending();
    world.person();
    const { recorded } = await world.approve({ reason: "It held twice" });
    const entry = await theDecision(world);
    expect(entry).toMatchObject({
      ...{ id: recorded, action: `Approve version ${id}`, rationale: "It held twice" },
      ...{ by: "bridget", source: "bridget", tier: "self", derived_from: ["COR-20260201-ALPHA"] },
    });
    expect(entry.situation).toContain(`Version ${id} of the rules waited`);
    expect(entry.situation).toContain('Add to SOUL.md: "Do ALPHA before anything else"');
    expect(await world.errors()).toEqual([]);
  });

  it("approved without one, by an agent, or when it is no longer what was shown: nothing besides", async () => {
    const world = await waiting();
    await expect(world.approve({ reason: "I like it" })).rejects.toMatchObject({ code: "needs-person" });
    await expect(world.reject("I do not")).rejects.toMatchObject({ code: "needs-person" });
    world.person();
    const other = world.approve({ reason: "fine", shown: "something else" });
    await expect(other).rejects.toMatchObject({ code: "changed-meanwhile" });
    expect(await world.approve()).not.toHaveProperty("recorded");
    expect(await decisionsIn(world)).toEqual([]);
  });

  it("rejected, which needs a reason: once, however often, and without the words of what became sensitive", async () => {
    const world = await waiting();
    world.person();
    await review(world, "sensitive", undefined, "COR-20260201-ALPHA");
    await world.reject("Too broad");
    await world.reject("Too broad").catch(() => undefined);
    const entry = await theDecision(world);
    expect(entry).toMatchObject({ rationale: "Too broad", by: "bridget" });
    expect(entry.action).toMatch(/^Reject version /);
    expect(entry.situation).toContain("Add to SOUL.md what is shown to nobody.");
    expect(entry.situation).not.toContain("ALPHA before");
  });
});

const WORDS = "Fact A0001 is so";

describe("a review", () => {
  it.each<[ReviewAction, Partial<Entry>, string, boolean]>([
    ["approve", { tier: "external" }, "Approve", true],
    ["reject", { tier: "self" }, "Reject", true],
    ["reject", { tier: "peer" }, "Reject", false],
    ["exception", { tier: "external" }, "Take it as right for once", false],
    ["exception", { tier: "self" }, "Take it as right for once", true],
    ["sensitive", { tier: "self" }, "Keep its words from everybody", false],
  ])("%s of %j: %s, the words repeated: %s", async (action, more, did, isQuoted) => {
    const world = decidingWorld();
    await world.store(ins("A0001", more as never));
    world.person();
    const { recorded } = await review(world, action, "Because I say so");
    const entry = await theDecision(world);
    expect(entry).toMatchObject({
      id: recorded,
      action: `${did}: ${INS}`,
      rationale: "Because I say so",
      by: "bridget",
    });
    // The least trusted of what it is about; a person has seen these very words.
    expect(entry).toMatchObject({ tier: more.tier, derived_from: [INS] });
    expect(countingReview(entry)?.state).toBe(more.tier !== "self" ? "approved_for_reuse" : undefined);
    expect(entry.situation.includes(WORDS)).toBe(isQuoted);
    expect(entry.situation).toContain(INS);
  });

  it("without a reason, or of what is so already: nothing besides", async () => {
    const world = decidingWorld();
    await world.store(ins("A0001"));
    world.person();
    await review(world, "reject");
    await review(world, "reject", "once more");
    await review(world, "reopen", " ");
    expect(await decisionsIn(world)).toEqual([]);
  });

  it("is taken back as a whole", async () => {
    const world = decidingWorld();
    await world.store(ins("A0001"));
    world.person();
    await review(world, "reject", "no");
    const { entries } = await undo(world.ctx, { confirmed: true });
    expect(entries.map(({ did }) => did).sort()).toEqual(["as before", "taken out"]);
    expect(await decisionsIn(world)).toEqual([]);
    expect((await world.entry(INS)).review).toBeUndefined();
  });

  it("writes no secret that came into the file by hand, and does not fail for it", async () => {
    const world = decidingWorld();
    const token = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
    await world.store(ins("A0001", { insight: `The token is ${token}` }));
    world.person();
    await review(world, "reject", "it holds a token");
    const entry = await theDecision(world);
    expect(JSON.stringify(entry)).not.toContain(token);
    expect(entry.situation).toContain("[secret:");
  });

  it.each<[string, Partial<Entry>]>([
    ["a contact", { scope: "contact:jane" }],
    ["a conversation", { scope: "conversation", session: "talk-7" }],
  ])("of what belongs to %s belongs there as well", async (_, more) => {
    const world = decidingWorld();
    await world.store(ins("A0001", more as never));
    world.person();
    world.as({ contact: "jane", session: "talk-7" });
    await review(world, "reject", "no");
    expect(await theDecision(world)).toMatchObject(more);
  });
});

describe("a pair", () => {
  const NEAR = { with: "COR-20260201-A0001", score: 0.8, found: "claim" } as const;
  const pair = [
    cor("A0001", { corrected_to: "Deploy on Tuesdays" }),
    cor("A0002", { corrected_to: "Deploy on Thursdays", near: [NEAR] }),
  ];

  it("resolved by a person with a reason", async () => {
    const world = decidingWorld();
    await world.store(...pair);
    world.person();
    const reason = "The calendar changed";
    const { recorded } = await resolvePair(world.ctx, { a: "a0002", b: "a0001", how: "replaces", reason });
    const entry = await theDecision(world);
    expect(entry).toMatchObject({
      id: recorded,
      action: 'COR-20260201-A0002 holds instead of COR-20260201-A0001: "Deploy on Tuesdays"',
      rationale: "The calendar changed",
      by: "bridget",
    });
    for (const words of ["Deploy on Tuesdays", "Deploy on Thursdays"]) expect(entry.situation).toContain(words);
  });

  it("resolved by an agent: its record is its own", async () => {
    const world = decidingWorld();
    await world.store(...pair);
    await resolvePair(world.ctx, { a: "a0002", b: "a0001", how: "unrelated", reason: "Two teams" });
    const { id } = await theDecision(world);
    expect(await world.entry(id)).toMatchObject({ by: "main", tier: "self" });
    expect(await world.entry(id)).not.toHaveProperty("review");
  });
});

/** Reflexions and decisions in a context: which of them, in which order, and nothing where there are none. */
import { describe, expect, it } from "vitest";
import type { Edit } from "../../src/entry/entry.js";
import { decision, reflexion } from "../decide/records.js";
import { cor, type LoopWorld, loopWorld } from "../loop/loop-world.js";
import type { ContextInput } from "../operations.js";
import { context } from "../operations.js";

const WORDS_ALONE = { embedding: { model: "./none" } };
const day = (n: number) => `2026-02-0${n}T09:00:00Z`;
const tail = (id = "") => id.slice(-5);

const names = (count: number, letter: string) => Array.from({ length: count }, (_, at) => `${letter}000${at + 1}`);

async function printed(world: LoopWorld, name: string, input: ContextInput = {}): Promise<string[]> {
  const data = await context(world.ctx, input);
  return (data.layers.find((layer) => layer.name === name)?.items ?? []).map(({ id }) => tail(id));
}

describe("decisions in a context", () => {
  it("without a query the newest five, the newest first; the rest is counted", async () => {
    const world = loopWorld(WORDS_ALONE, day(9));
    await world.store(...names(7, "D").map((name, at) => decision(name, "CI was red", { timestamp: day(at + 1) })));
    expect(await printed(world, "decisions")).toEqual(["D0007", "D0006", "D0005", "D0004", "D0003"]);
    expect((await context(world.ctx, {})).text).toContain("Not shown: 2 decisions: tenet list");
  });

  it("with a query those whose situation is like it, and none that is not", async () => {
    const world = loopWorld(WORDS_ALONE, day(9));
    await world.store(
      decision("RED01", "The pipeline was red because of a flaky upload test", { timestamp: day(1) }),
      decision("RED02", "Pipeline red after the upload test timed out", { timestamp: day(2) }),
      decision("LUNCH", "A customer asked for lunch on Sunday", { timestamp: day(3) }),
    );
    expect(await printed(world, "decisions", { query: "upload test red in the pipeline" })).toEqual(["RED02", "RED01"]);
    expect(await printed(world, "decisions", { query: "zebra crossing" })).toEqual([]);
  });

  it("as one line: situation, action, reason; how it turned out stands before it", async () => {
    const world = loopWorld(WORDS_ALONE, day(9));
    await world.store(decision("D0001", "CI was red.", { outcome: "validated", outcome_date: day(2) }));
    expect((await context(world.ctx, {})).text).toContain(
      "DEC-20260201-D0001 owner, validated | In: CI was red. Did: Do D0001. Because: D0001 was right before.",
    );
  });

  it("none whose subject holds no longer by what came after it", async () => {
    const world = loopWorld(WORDS_ALONE, day(9));
    const rejected = { state: "rejected" as const, by: "bridget", at: day(5) };
    await world.store(
      cor("GONE1", { forgotten: { at: "2026-02-03T09:00:00Z", by: "bridget", tier: "owner" } }),
      cor("OUT01", { review: rejected }),
      cor("OLD01"),
      cor("NEW01", { timestamp: day(6), near: [{ with: "COR-20260201-OLD01", answer: "replaces", tier: "owner" }] }),
    );
    const about = (name: string, n: number, id: string) =>
      decision(name, "CI was red", { timestamp: day(n), derived_from: [id] });
    await world.store(
      about("LEFT1", 2, "COR-20260201-GONE1"),
      about("LEFT2", 4, "COR-20260201-OUT01"),
      about("KEPT1", 5, "COR-20260201-OUT01"),
      about("LEFT3", 5, "COR-20260201-OLD01"),
      about("KEPT2", 7, "COR-20260201-OLD01"),
    );
    expect(await printed(world, "decisions")).toEqual(["KEPT2", "KEPT1"]);
  });
});

it("a secret in a decision or an example is taken out before its text is cut", async () => {
  const world = loopWorld(WORDS_ALONE, day(9));
  const secret = `${"CI was red again and again, ".repeat(3)}ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
  const edit = { type: "edit", id: "EDT-20260201-E0001", context: "CI red", original: "", final: "Look at CI." };
  const original = `${secret.slice(0, 84).repeat(2)}${secret}`;
  await world.store(decision("D0001", secret), {
    ...{ ...edit, original, kind: "rewrite", timestamp: day(1) },
    ...{ agent: "main", tier: "owner", status: "active" },
  } as Edit);
  const { text } = await context(world.ctx, { query: "CI red" });
  expect(text).toContain("Look at CI.");
  expect(text).not.toContain("ghp_");
  expect(world.world.warnings.filter((one) => one.includes("holds a secret"))).toHaveLength(2);
});

describe("reflexions in a context", () => {
  it("the last five that share an entity or tag with the query, and never others", async () => {
    const world = loopWorld(WORDS_ALONE, day(9));
    const many = names(6, "R").map((name, at) => reflexion(name, { timestamp: day(at + 1) }));
    await world.store(...many, reflexion("OTHER", { entities: ["vendor:beta"], tags: ["export"] }));
    const newest = ["R0006", "R0005", "R0004", "R0003", "R0002"];
    expect(await printed(world, "reflexions", { query: "invoices of acme" })).toEqual(newest);
    expect(await printed(world, "reflexions", { query: "Export tonight" })).toEqual(["OTHER"]);
    // Like in words, and about something else.
    expect(await printed(world, "reflexions", { query: "Run R0001 failed" })).toEqual([]);
    expect(await printed(world, "learnings", { query: "Run R0001 failed" })).toEqual([]);
    expect(await printed(world, "reflexions")).toEqual([]);
  });

  it("never one that waits, expired or was turned down", async () => {
    const world = loopWorld(WORDS_ALONE, day(9));
    await world.store(
      reflexion("R0001", {}, false),
      reflexion("R0004", { review: { state: "rejected", by: "bridget", at: day(1) } }),
    );
    expect(await printed(world, "reflexions", { query: "sync acme" })).toEqual([]);
  });
});

it("the layers stand in one order: what was taught, reflexions, decisions, questions; what is no learning is not among them", async () => {
  const world = loopWorld(WORDS_ALONE, day(5));
  await world.store(
    cor("A0001", { corrected_to: "Sync of acme needs the lock", timestamp: day(1) }),
    reflexion("R0001"),
    decision("D0001", "The sync of acme was slow", { timestamp: day(4) }),
  );
  const data = await context(world.ctx, { query: "sync of acme" });
  expect(data.layers.map(({ name }) => name)).toEqual(["taught", "reflexions", "decisions", "questions"]);
});

import { describe, expect, it } from "vitest";
import { DEFAULT_PROFILE } from "../../src/config.js";
import type { Entry } from "../../src/entry/entry.js";
import { type RecallInput, recall } from "../../src/recall/recall.js";
import { world } from "../search/world.js";
import { correction, insight } from "../store/entries.js";
import type { TestWorld } from "../store/workspace.js";

const made = (tail: string, text: string, more: Record<string, unknown> = {}): Entry =>
  insight({ id: `INS-20260110-${tail}`, timestamp: "2026-01-10T08:00:00Z", insight: text, ...more });

const ask = (ctx: TestWorld, input: Partial<RecallInput> = {}) =>
  recall({ ...ctx }, { query: "lockfile", mode: "keyword", ...input });
const ids = ({ results }: { results: readonly { id: string }[] }) => results.map(({ id }) => id);

describe("recall", () => {
  it("answers with everything a reader needs to judge an entry", async () => {
    const ctx = world([correction({ corrected_to: `The lockfile decides. ${"Word ".repeat(60)}`.trim() })]);
    const { results, ...rest } = await ask(ctx);
    expect(rest).toEqual({ mode: "keyword", index: "fresh", pending: 0, model: null, withheld: 0 });
    expect(results).toEqual([
      {
        id: "COR-20260215-K7Q2X",
        type: "correction",
        text: `The lockfile decides. ${"Word ".repeat(60)}`.trim(),
        score: 1,
        status: "active",
        tier: "relayed",
        source: "bridget",
        stakes: "high",
        timestamp: "2026-02-15T14:00:00Z",
        file: "memory/learning/corrections/2026-02-15.md",
        line: 8,
        unique: 1,
        why: { words: ["lockfile"], bm25: expect.any(Number) },
      },
    ]);
  });

  it("by words and by meaning", async () => {
    const ctx = world([made("A0001", "Back up the database every night"), made("A0002", "The lockfile decides")]);
    const hybrid = await ask(ctx, { query: "nightly database copies", mode: "hybrid" });
    expect(hybrid).toMatchObject({ mode: "hybrid", index: "fresh", pending: 0, model: "Xenova/all-MiniLM-L6-v2" });
    expect(hybrid.results[0]).toMatchObject({ id: "INS-20260110-A0001", why: { words: ["database"] } });
    expect(hybrid.results[0]?.why.cosine).toBeGreaterThan(0.3);
    const semantic = await ask(ctx, { query: "saving data regularly", mode: "semantic" });
    expect(semantic.mode).toBe("semantic");
    expect(ids(semantic)[0]).toBe("INS-20260110-A0001");
  });

  it("nothing known is an empty answer, not the least unrelated entry", async () => {
    const ctx = world([made("A0001", "Back up the database every night"), made("A0002", "The lockfile decides")]);
    const found = await ask(ctx, { query: "zebra migration in Kenya", mode: "hybrid" });
    expect(found).toMatchObject({ results: [], index: "fresh", withheld: 0 });
  });

  it("leaves out what is superseded, forgotten, rejected, expired or a one-time exception", async () => {
    const ctx = world([
      made("A0001", "The lockfile decides"),
      made("A0002", "The lockfile decides a", { status: "superseded" }),
      made("A0003", "The lockfile decides b", { status: "forgotten" }),
      made("A0004", "The lockfile decides c", { review: { state: "rejected" } }),
      made("A0005", "The lockfile decides d", { review: { state: "expired" } }),
      made("A0006", "The lockfile decides e", { review: { state: "one_time_exception" } }),
      made("A0007", "The lockfile decides f", { review: { state: "approved_for_reuse" } }),
      made("A0008", "The lockfile decides g", { status: "inconclusive" }),
      made("A0009", "The lockfile decides h", { status: "promoted" }),
    ]);
    const found = await ask(ctx);
    expect(ids(found).sort()).toEqual(["A0001", "A0007", "A0008", "A0009"].map((tail) => `INS-20260110-${tail}`));
    expect(found.withheld).toBe(0);
    expect(ids(await ask(ctx, { status: "superseded" }))).toEqual(["INS-20260110-A0002"]);
  });

  it("counts what waits for review, and says so", async () => {
    const waits = { review: { state: "needs_review" }, tier: "external" };
    const ctx = world([made("A0001", "The lockfile decides", waits), made("A0002", "Paint the fence", waits)]);
    expect(await ask(ctx)).toMatchObject({ results: [], withheld: 1, index: "fresh" });
    expect(ctx.warnings).toEqual([expect.stringMatching(/1 more would match and wait for review/)]);
    expect(await ask(ctx, { type: "correction" })).toMatchObject({ results: [], withheld: 0 });
  });

  it("shows of a sensitive entry its id and nothing that it says", async () => {
    const secret = "The lockfile of project Nightingale leaks";
    const ctx = world([made("A0001", secret, { review: { state: "sensitive" } })]);
    const found = await ask(ctx, { query: "lockfile Nightingale" });
    expect(found.results[0]).toMatchObject({ id: "INS-20260110-A0001", text: "[sensitive]", why: { words: [] } });
    expect(JSON.stringify(found)).not.toMatch(/nightingale/i);
  });

  it("shows an invalidated entry with that word", async () => {
    const ctx = world([made("A0001", "The lockfile decides", { outcome: "invalidated" })]);
    expect((await ask(ctx)).results[0]).toMatchObject({ outcome: "invalidated" });
  });

  it.each([
    [{ type: "correction" }, ["COR-20260215-K7Q2X"]],
    [{ tag: "ci" }, ["INS-20260110-A0001"]],
    [{ domain: "build" }, ["INS-20260110-A0002"]],
    [{ scope: "global" }, ["INS-20260110-A0003"]],
    [{ since: "2026-02-01" }, ["COR-20260215-K7Q2X"]],
    [{ status: "promoted" }, ["INS-20260110-A0004"]],
    [{ tag: "ci", domain: "build" }, []],
  ])("filters by %j", async (filter, expected) => {
    const ctx = world([
      correction({ corrected_to: "The lockfile decides" }),
      made("A0001", "A lockfile is law", { tags: ["ci"] }),
      made("A0002", "Lockfile drift hurts", { domain: "build" }),
      made("A0003", "Commit the lockfile", { scope: "global" }),
      made("A0004", "Review the lockfile", { status: "promoted" }),
    ]);
    expect(ids(await ask(ctx, filter))).toEqual(expected);
  });

  it("orders equal scores by stick, stakes, recency and id", async () => {
    const held = { stick: { verdict: "held", at: "2026-01-12T00:00:00Z" } };
    const failed = { stick: { verdict: "failed", at: "2026-01-12T00:00:00Z" } };
    const ctx = world([
      made("A0006", "The lockfile decides", { ...failed, stakes: "high" }),
      made("A0005", "The lockfile decides", { stakes: "low" }),
      made("A0003", "The lockfile decides", { stakes: "high" }),
      made("A0004", "The lockfile decides", { stakes: "high" }),
      made("A0002", "The lockfile decides", { stakes: "high", timestamp: "2026-01-10T09:00:00Z" }),
      made("A0001", "The lockfile decides", { ...held, stakes: "low" }),
    ]);
    const found = await ask(ctx);
    expect(new Set(found.results.map(({ score }) => score))).toEqual(new Set([1]));
    expect(ids(found)).toEqual([1, 2, 3, 4, 5, 6].map((number) => `INS-20260110-A000${number}`));
  });

  it("keeps to the limit, the profile's unless stated", async () => {
    const many = Array.from({ length: 60 }, (_, number) =>
      made(`A${String(number).padStart(4, "0")}`, `lockfile ${number}`),
    );
    const ctx = world(many, { recall: { limit: 3, mode: "keyword" } });
    expect((await recall(ctx, { query: "lockfile" })).results).toHaveLength(3);
    expect((await ask(ctx, { limit: 50 })).results).toHaveLength(50);
  });

  it.each([
    [{ limit: 0 }, /--limit/],
    [{ limit: 51 }, /--limit/],
    [{ limit: 1.5 }, /--limit/],
    [{ mode: "fuzzy" }, /--mode/],
    [{ query: "  " }, /nothing to look for/],
    [{ type: "rumour" }, /--type/],
  ])("refuses %j as wrong usage", async (input, message) => {
    await expect(ask(world([insight()]), input)).rejects.toMatchObject({
      failure: "usage",
      message: expect.stringMatching(message),
    });
  });

  it("without a model it answers by words, and says so", async () => {
    const ctx = world([insight()], { embedding: { ...DEFAULT_PROFILE.embedding, model: "./no-model-here" } });
    const found = await ask(ctx, { mode: "hybrid" });
    expect(found).toMatchObject({ mode: "keyword", index: "degraded", model: null });
    expect(ids(found)).toEqual(["INS-20260214-M2XBA"]);
    expect(ctx.warnings).toEqual([
      expect.stringMatching(/^Searched by words only: the model's config\.json is missing/),
    ]);
  });

  it("an empty tree is no trouble", async () => {
    for (const mode of ["hybrid", "keyword", "semantic"]) {
      expect(await ask(world(), { mode })).toMatchObject({ results: [], index: "fresh", withheld: 0 });
    }
  });
});

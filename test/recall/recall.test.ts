import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/entry/entry.js";
import { list } from "../../src/recall/list.js";
import { type RecallInput, recall } from "../../src/recall/recall.js";
import { nothingFound, recallOutline } from "../../src/recall/recall-outline.js";
import { show } from "../../src/recall/show.js";
import { showOutline } from "../../src/recall/show-outline.js";
import { digest } from "../../src/rules/digest.js";
import { defaultProfile } from "../../src/settings.js";
import { next } from "../../src/steps.js";
import { stamp } from "../../src/text/durations.js";
import { pipeText } from "../../src/text/outline/render.js";
import { approved } from "../approved.js";
import { say } from "../operations.js";
import { screenText } from "../screen-text.js";
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
        uses: 0,
        timestamp: "2026-02-15T14:00:00Z",
        file: "memory/learning/corrections/2026-02-15.md",
        line: 8,
        unique: 1,
        why: { words: ["lockfile"], bm25: expect.any(Number), by_words: 1 },
      },
    ]);
  });

  it("is counted in the ledger, where it is shown, and is no use", async () => {
    const ctx = world([made("A0001", "The lockfile decides")]);
    const id = "INS-20260110-A0001";
    expect(await show({ ...ctx }, id)).not.toHaveProperty("recalled");
    const file = join(ctx.workspace.root, "memory/learning/insights/2026-01-10.md");
    const before = readFileSync(file, "utf8");
    for (const session of ["one", "two", "three"]) {
      await recall({ ...ctx, actor: { ...ctx.actor, session } }, { query: "lockfile", mode: "keyword" });
    }
    await ask(ctx, { query: "zebra" });
    expect(readFileSync(file, "utf8")).toBe(before);
    const shown = await show({ ...ctx }, id);
    expect(shown).toMatchObject({ recalled: 3, last_used: stamp(ctx.clock.now()) });
    expect(pipeText(showOutline(await say(shown)))).toMatch(/recalled +3 times, last on \d{4}-\d\d-\d\d\n/);
    const found = (await ask(ctx)).results[0];
    expect(found).toMatchObject({ id, uses: 0 });
    expect(found).not.toHaveProperty("last_used");
    expect(await digest({ ...ctx })).toMatchObject({ decision: "unchanged", operations: [], left: [] });
  });

  it("by words and by meaning, with how both were counted", async () => {
    const ctx = world([made("A0001", "Back up the database every night"), made("A0002", "The lockfile decides")]);
    const hybrid = await ask(ctx, { query: "nightly database copies", mode: "hybrid" });
    expect(hybrid).toMatchObject({ mode: "hybrid", index: "fresh", pending: 0, model: "Xenova/all-MiniLM-L6-v2" });
    expect(hybrid.results[0]).toMatchObject({ id: "INS-20260110-A0001", why: { words: ["database"] } });
    expect(hybrid.results[0]?.why.cosine).toBeGreaterThan(0.3);
    expect(hybrid.weighed?.held).toBeGreaterThan(0);
  });

  it("nothing known is an empty answer, not the least unrelated entry", async () => {
    const ctx = world([made("A0001", "Back up the database every night"), made("A0002", "The lockfile decides")]);
    const found = await ask(ctx, { query: "zebra migration in Kenya", mode: "hybrid" });
    expect(found).toMatchObject({ results: [], index: "fresh", withheld: 0 });
  });

  it("leaves out what is superseded, forgotten, rejected, expired, sensitive or a one-time exception", async () => {
    const ctx = world([
      made("A0001", "The lockfile decides"),
      made("A0002", "The lockfile decides a", { status: "superseded" }),
      made("A0003", "The lockfile decides b", { status: "forgotten" }),
      made("A0004", "The lockfile decides c", { review: { state: "rejected" } }),
      made("A0005", "The lockfile decides d", { review: { state: "expired" } }),
      made("A0006", "The lockfile decides e", { review: { state: "one_time_exception" } }),
      made("A000A", "The lockfile decides k", { review: { state: "sensitive" } }),
      approved(made("A0007", "The lockfile decides f")),
      made("A0008", "The lockfile decides g", { status: "inconclusive" }),
      made("A0009", "The lockfile decides h", { status: "promoted" }),
    ]);
    const found = await ask(ctx);
    expect(ids(found).sort()).toEqual(["A0001", "A0007", "A0008", "A0009"].map((tail) => `INS-20260110-${tail}`));
    expect(found.withheld).toBe(0);
    expect(ids(await ask(ctx, { status: "superseded" }))).toEqual(["INS-20260110-A0002"]);
  });

  it("an empty answer says what no longer counts and would match", async () => {
    const ctx = world([
      made("A0001", "The lockfile decides", { status: "superseded" }),
      made("A0002", "A lockfile is law", { status: "superseded" }),
      made("A0003", "Lockfiles are a fashion", { status: "forgotten", tags: ["old"] }),
      made("A0004", "The lockfile is secret", { status: "forgotten", review: { state: "sensitive" } }),
    ]);
    const found = await ask(ctx);
    expect(found).toMatchObject({ results: [], hidden: { superseded: 2, forgotten: 1 } });
    const why = (hidden: string) => `Nothing live about this. Hidden: ${hidden}. See them with:`;
    expect(nothingFound(found)).toEqual(next(why("2 superseded, 1 forgotten"), "list", { status: "all" }));
    expect(ids(await ask(ctx, { status: "all" }))).toHaveLength(3);
    const old = await ask(ctx, { tag: "old" });
    expect(nothingFound(old)).toEqual(next(why("1 forgotten"), "list", { status: "forgotten" }));
    expect(await ask(ctx, { query: "zebra" })).not.toHaveProperty("hidden");
  });

  it("what was decided against is not retrieved by any word, and the answer says where it is listed", async () => {
    const ctx = world([made("A0001", "The lockfile decides", { review: { state: "rejected" } })]);
    for (const status of ["rejected", "exception", "expired"]) {
      await expect(ask(ctx, { status })).rejects.toThrow(`nothing that is ${status}`);
    }
  });

  it("counts what waits for review, and says so", async () => {
    const waits = { review: { state: "needs_review" }, tier: "external" };
    const ctx = world([made("A0001", "The lockfile decides", waits), made("A0002", "Paint the fence", waits)]);
    const found = await ask(ctx);
    expect(found).toMatchObject({ results: [], withheld: 1, index: "fresh" });
    expect(nothingFound(found)).toBe("Nothing that may be shown: 1 match waits for review.");
    const beside = world([made("A0001", "The lockfile decides", waits), made("A0003", "A lockfile is law")]);
    await ask(beside);
    expect(beside.warnings).toEqual(["1 more would match and waits for review."]);
    expect(await ask(ctx, { type: "correction" })).toMatchObject({ results: [], withheld: 0 });
  });

  it("filters as a list does", async () => {
    const ctx = world([
      correction({ corrected_to: "The lockfile decides" }),
      made("A0001", "A lockfile is law", { tags: ["ci"] }),
      made("A0002", "Lockfile drift hurts", { domain: "build", tags: ["ci"] }),
      made("A0003", "Commit the lockfile", { scope: "global" }),
    ]);
    expect(ids(await ask({ ...ctx }, { type: "correction", since: "2026-02-01" }))).toEqual(["COR-20260215-K7Q2X"]);
    expect(ids(await ask({ ...ctx }, { tag: "ci", domain: "build" }))).toEqual(["INS-20260110-A0002"]);
    expect(ids(await ask({ ...ctx }, { scope: "global" }))).toEqual(["INS-20260110-A0003"]);
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

  it("marks what is near and perhaps no answer, three at most, and says nothing of what is far", async () => {
    const ctx = world([
      ...[1, 2, 3, 4].map((n) => made(`A000${n}`, `The lockfile decides in case ${n}`)),
      made("A0005", "Paint the fence green"),
    ]);
    const weak = await ask(ctx, { query: "fence lockfile quartz umbrella violin" });
    expect(weak.results.map((one) => one.weak)).toEqual([true, true, true]);
    const both = await ask(ctx, { query: "green fence, or lockfile" });
    expect(both.results.map((one) => one.weak)).toEqual([undefined, true, true, true]);
    expect(ids(both)[0]).toBe("INS-20260110-A0005");
    expect((await ask(ctx)).results.map((one) => one.weak)).toEqual([undefined, undefined, undefined, undefined]);
    expect((await ask(ctx, { query: "umbrella" })).results).toEqual([]);
  });

  it("says how often an entry was used, when last, and that it turned out wrong", async () => {
    const use = (at: string) => ({ at, session: `s-${at}`, agent: "main", result: "worked" });
    const uses = [use("2026-01-12T08:00:00Z"), use("2026-01-14T08:00:00Z"), use("2026-01-13T08:00:00Z")];
    const ctx = world([
      made("A0001", "The lockfile decides", { uses, outcome: "invalidated" }),
      made("A0002", "Lockfile drift hurts"),
    ]);
    const [used, unused] = (await ask(ctx, { query: "lockfile decides" })).results;
    expect(used).toMatchObject({ uses: 3, last_used: "2026-01-14T08:00:00Z", outcome: "invalidated" });
    expect(unused?.uses).toBe(0);
    expect(unused).not.toHaveProperty("last_used");
    const { entries } = await list({ ...ctx }, { limit: 5 });
    expect(entries.map((one) => [one.uses, one.last_used])).toEqual([
      [0, undefined],
      [3, "2026-01-14T08:00:00Z"],
    ]);
  });

  it("finds an insight by each of its wordings, and shows it by its headline", async () => {
    const evolution = [
      { at: "2026-01-11T00:00:00Z", text: "Umbrellas keep papers dry", evidence: "three of three" },
      { at: "2026-01-12T00:00:00Z", text: "A parasol would do as well" },
    ];
    const ctx = world([made("A0001", "Violins dislike rain", { evolution }), made("A0002", "Paint the fence")]);
    for (const query of ["violins rain", "umbrellas papers", "parasol"]) {
      const [first] = (await ask(ctx, { query })).results;
      expect(first, query).toMatchObject({ id: "INS-20260110-A0001", text: "Umbrellas keep papers dry" });
      expect(first?.weak, query).toBeUndefined();
    }
  });

  it("keeps to the limit, ten unless stated", async () => {
    const many = Array.from({ length: 12 }, (_, number) => made(`A00${10 + number}`, `lockfile ${number}`));
    const ctx = world(many);
    expect((await recall(ctx, { query: "lockfile", mode: "keyword" })).results).toHaveLength(10);
    expect((await ask(ctx, { limit: 8 })).results).toHaveLength(8);
  });

  it.each<[words: string, row: object]>([
    ["undecided beside", { score: 0.8, by: "claim", state: "open" }],
    ["refuted by", { score: 0.4, by: "prior", state: "open" }],
  ])("brings the other side of a pair, said in a pipe and at a terminal, in full: %s", async (words, row) => {
    const [left, right] = ["INS-20260110-A0001", "INS-20260110-A0002"];
    const pair = [
      made("A0001", "Lockfiles are committed"),
      made("A0002", "Never check in generated files", { near: [{ with: left, ...row }] }),
    ];
    const recalled = await ask(world(pair), { query: "lockfiles committed" });
    const against = `${words} ${right} (self): Never check in generated files`;
    expect(pipeText(await recallOutline(recalled))).toContain(`\tLockfiles are committed\t${against}\n`);
    const drawn = screenText(await recallOutline(recalled), 120);
    expect(drawn).toMatch(new RegExp(`\n {10,}${words} .*a0002 \\(self\\): Never check in generated files\n`, "i"));
  });

  it("an exception is printed with its general entry, and what was replaced with what took its place", async () => {
    const ctx = world([
      made("A0001", "Lockfiles are committed"),
      made("A0002", "Example packages have none", { exception_to: ["INS-20260110-A0001"], tier: "peer" }),
      made("A0003", "Umbrellas are red", { status: "superseded", superseded_by: "INS-20260110-A0004" }),
      made("A0004", "Parasols are green", { supersedes: ["INS-20260110-A0003"] }),
    ]);
    const general = await ask(ctx, { query: "lockfiles committed" });
    expect(general.results[0]?.beside).toMatchObject([{ id: "INS-20260110-A0002", why: "exception", tier: "peer" }]);
    expect(pipeText(await recallOutline(general))).toContain(
      "\tLockfiles are committed\texception INS-20260110-A0002 (peer): Example packages have none\n",
    );
    const old = await ask(ctx, { query: "umbrellas", status: "all" });
    expect(pipeText(await recallOutline(old))).toContain(
      "\tUmbrellas are red\treplaced by INS-20260110-A0004 (self): Parasols are green\n",
    );
    expect((await ask(ctx, { query: "parasols" })).results[0]?.beside).toBeUndefined();
  });

  it("at a terminal says that nothing is clearly about it", async () => {
    const ctx = world([made("A0001", "The lockfile decides")]);
    const recalled = await ask(ctx, { query: "fence lockfile quartz umbrella violin" });
    const drawn = screenText(await recallOutline(recalled), 100);
    expect(drawn).toMatch(/^Nothing clearly about this; the nearest:\n[\s\S]* · weak\n$/);
    expect(pipeText(await recallOutline(recalled))).toContain("\tweak\t");
  });

  it.each([
    [{ query: "  " }, /nothing to look for/],
    [{ type: "rumour" }, /--type/],
  ])("refuses %j as wrong usage", async (input, message) => {
    await expect(ask(world([insight()]), input)).rejects.toMatchObject({
      failure: "usage",
      message: expect.stringMatching(message),
    });
  });

  it("without a model it answers by words, and says so", async () => {
    const ctx = world([insight()], { embedding: { ...defaultProfile().embedding, model: "./no-model-here" } });
    const found = await ask(ctx, { mode: "hybrid" });
    expect(found).toMatchObject({ mode: "keyword", index: "degraded", model: null });
    expect(ids(found)).toEqual(["INS-20260214-M2XBA"]);
    expect(ctx.warnings).toEqual([
      expect.stringMatching(/^Searched by words only: the model's config\.json is missing/),
    ]);
  });

  it("an empty tree is no trouble", async () => {
    for (const mode of ["hybrid", "keyword"] as const) {
      expect(await ask(world(), { mode })).toMatchObject({ results: [], index: "fresh", withheld: 0 });
    }
  });
});

import { describe, expect, it } from "vitest";
import { claimOf, type Insight, templateOf } from "../../src/entry/entry.js";
import { idf, saturation } from "../../src/search/words/bm25.js";
import { Lexicon } from "../../src/search/words/lexicon.js";
import { tokensOf } from "../../src/search/words/tokens.js";
import { openStore } from "../../src/store/open-store.js";
import fc from "../properties.js";
import { correction, insight, outcome } from "../store/entries.js";
import type { TestWorld } from "../store/workspace.js";
import { FORGOTTEN, world } from "./world.js";

const all = () => true;
const open = async (ctx: TestWorld) => Lexicon.open(await openStore(ctx));
const ids = (hits: readonly { id: string }[]) => hits.map(({ id }) => id);

const rich = insight({
  id: "INS-20260110-A0001",
  insight: "Pin the compiler",
  evidence: "A minor release broke the build",
  applications: ["monorepo toolchains"],
  at_risk: "unrepeatable builds",
  tags: ["supply-chain"],
  evolution: [{ at: "2026-01-11T00:00:00Z", text: "also pin the linter", evidence: "eslint changed its defaults" }],
});

describe("the lexicon", () => {
  it("finds an entry by claim, substance, applications, history and its evidence, risk, tags and their parts", async () => {
    const lexicon = await open(world([rich, correction()]));
    const held = "compiler minor toolchain linter eslint unrepeatable supply-chain supply";
    for (const query of held.split(" ")) expect(ids(lexicon.search(query, all, 10)), query).toEqual([rich.id]);
  });

  it("finds corrections by what was believed before, outcomes by their lesson", async () => {
    const ctx = world([correction(), outcome({ decision: "moved to pnpm", lesson: "Measure installation time" })]);
    const lexicon = await open(ctx);
    expect(ids(lexicon.search("iterate", all, 10))).toEqual(["COR-20260215-K7Q2X"]);
    expect(ids(lexicon.search("installation", all, 10))).toEqual(["OUT-20260220-T4ZW9"]);
    expect(ids(lexicon.search("pnpm", all, 10))).toEqual(["OUT-20260220-T4ZW9"]);
  });

  it("does not compare texts by what only keywords look at", async () => {
    const ctx = world([rich]);
    const lexicon = await open(ctx);
    expect(lexicon.nearest("eslint supply-chain unrepeatable", all, 5)).toEqual([]);
    expect(lexicon.corpus.documentFrequency("eslint")).toBe(0);
    expect(lexicon.corpus.documentFrequency("compil")).toBe(1);
  });

  it("counts live entries only, and still finds others when they are asked for", async () => {
    const ctx = world([rich, insight({ id: "INS-20260110-A0002", insight: "Pin the linter", forgotten: FORGOTTEN })]);
    const lexicon = await open(ctx);
    expect(lexicon.size).toBe(1);
    expect(ids(lexicon.search("linter", (id) => id === "INS-20260110-A0002", 10))).toEqual(["INS-20260110-A0002"]);
  });

  it("nearest gives lex, 1 for the same words", async () => {
    const ctx = world([rich, correction(), insight()]);
    const [first] = (await open(ctx)).nearest(templateOf(insight()), all, 3);
    expect(first?.id).toBe(insight().id);
    expect(first?.score).toBeCloseTo(1, 10);
  });

  it("tells which words matched, as they were written", async () => {
    const ctx = world([rich]);
    const lexicon = await open(ctx);
    expect(lexicon.matchedWords('Why "Compilers" break, builds?', rich.id)).toEqual(["Compilers", "builds"]);
  });
});

/** The formulas as they are written down, over whole texts: what any cleverer way has to give. */
function plainly(entries: readonly Insight[], query: string): { id: string; score: number; share: number }[] {
  const texts = entries.map((entry) => {
    const later = entry.evolution?.flatMap(({ text = [] }) => text) ?? [];
    const tokens = [templateOf(entry), ...later, entry.at_risk ?? ""].flatMap(tokensOf);
    return {
      id: entry.id,
      isLive: entry.forgotten === undefined,
      tokens,
      claims: tokensOf(claimOf(entry)),
    };
  });
  const live = texts.filter(({ isLive }) => isLive);
  const average = live.reduce((sum, { tokens }) => sum + tokens.length, 0) / (live.length || 1);
  const weighed = [...new Set(tokensOf(query))].map((term) => {
    const weight = idf(live.length, live.filter(({ tokens }) => tokens.includes(term)).length);
    return { term, weight };
  });
  const whole = weighed.reduce((sum, { weight }) => sum + weight, 0);
  const hits = texts.map(({ id, tokens, claims }) => {
    let [score, held] = [0, 0];
    for (const { term, weight } of weighed) {
      const count = tokens.filter((one) => one === term).length;
      const own = claims.includes(term) ? weight : 0.7 * weight;
      if (count > 0) held += own;
      score += own * saturation(count, tokens.length, average, { k1: 1.2, b: 0.2 });
    }
    return { id, score, share: held / whole };
  });
  return hits.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

const words = fc
  .array(fc.constantFrom(..."release lockfile cache schema review retry queue v1.2.3 src/tree".split(" ")), {
    minLength: 1,
    maxLength: 6,
  })
  .map((some) => some.join(" "));
const known = fc.array(
  fc.record({ text: words, evidence: words, risk: words, later: fc.option(words), isForgotten: fc.boolean() }),
  { minLength: 1, maxLength: 30 },
);

it("ranks by the formulas, as far down as it must for those that are accepted", { tags: "proof" }, async () => {
  await fc.assert(
    fc.asyncProperty(known, words, fc.integer({ min: 1, max: 5 }), async (all, query, limit) => {
      const entries = all.map(({ text, evidence, risk, later, isForgotten }, at) => {
        const evolution =
          later === null ? {} : { evolution: [{ at: "2026-03-01T00:00:00Z", text: `${later} item${at}` }] };
        const id = `INS-20260110-A${String(at).padStart(4, "0")}`;
        const entry = insight({ id, insight: `${text} item${at}`, evidence, at_risk: risk, ...evolution });
        return { ...entry, ...(isForgotten && { forgotten: FORGOTTEN }) } as Insight;
      });
      const lexicon = await open(world(entries));
      const found = plainly(entries, query);
      expect(lexicon.search(query, () => true, limit)).toEqual(found.slice(0, limit));
      const last = new Set(found.slice(-3).map(({ id }) => id));
      expect(lexicon.search(query, (id) => last.has(id), 2)).toEqual(found.slice(-3).slice(0, 2));
    }),
    { numRuns: 60 },
  );
});

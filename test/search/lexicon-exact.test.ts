import { describe, expect, it } from "vitest";
import { claimOf, type Entry, type Insight, templateOf } from "../../src/entry/entry.js";
import { idf, LEX, OUTSIDE_CLAIM, SEARCH, saturation } from "../../src/search/words/bm25.js";
import { hashTerm } from "../../src/search/words/document.js";
import { Lexicon } from "../../src/search/words/lexicon.js";
import { termCounts, tokensOf } from "../../src/search/words/tokens.js";
import { openStore } from "../../src/store/open-store.js";
import fc from "../properties.js";
import { insight } from "../store/entries.js";
import { FORGOTTEN, remove, world, write } from "./world.js";

const isIn = ({ forgotten }: Entry): boolean => forgotten === undefined;

interface Hit {
  id: string;
  score: number;
}
type WordHit = Hit & { share: number };

/** The formulas as they are written down, over whole texts: what any cleverer way has to give to the last bit. */
class PlainLexicon {
  readonly #all: { id: string; live: boolean; all: string[]; template: string[]; claims: string[] }[];

  constructor(entries: readonly Entry[]) {
    this.#all = entries.map((entry) => {
      const template = tokensOf(templateOf(entry));
      const history = (entry as Insight).evolution?.flatMap(({ text = [] }) => text) ?? [];
      const later = [...history, entry.at_risk, ...(entry.tags ?? [])];
      const further = tokensOf(later.filter((text) => text !== undefined).join("\n"));
      const claims = [claimOf(entry), ...history].flatMap(tokensOf);
      return { id: entry.id, live: isIn(entry), all: [...template, ...further], template, claims };
    });
  }

  #statistics(field: "all" | "template") {
    const live = this.#all.filter(({ live }) => live).map((document) => document[field]);
    const average = live.reduce((sum, tokens) => sum + tokens.length, 0) / (live.length || 1);
    return { size: live.length, average, frequency: (term: string) => live.filter((t) => t.includes(term)).length };
  }

  search(query: string, limit: number): WordHit[] {
    const { size, average, frequency } = this.#statistics("all");
    const hits = this.#all.map(({ id, all, claims }) => {
      const counts = termCounts(all);
      let [score, held, whole] = [0, 0, 0];
      for (const term of new Set(tokensOf(query))) {
        const weight = idf(size, Math.min(size, frequency(term)));
        whole += weight;
        if (!counts.has(term)) continue;
        const own = claims.includes(term) ? weight : OUTSIDE_CLAIM * weight;
        held += own;
        score += own * saturation(counts.get(term) as number, all.length, average, SEARCH);
      }
      return { id, score, share: held / whole };
    });
    return sorted(hits).slice(0, limit);
  }

  nearest(text: string, accept: (id: string) => boolean, limit: number, also: ReadonlySet<string>): Hit[] {
    const tokens = tokensOf(text);
    if (tokens.length === 0) return [...also].map((id) => ({ id, score: 0 }));
    const own = termCounts(tokens);
    const { size, average, frequency } = this.#statistics("template");
    const averageLength = (average * size + tokens.length) / (size + 1);
    const worth = (term: string, count: number, length: number) =>
      idf(size + 1, Math.min(size + 1, frequency(term) + Number(own.has(term)))) *
      saturation(count, length, averageLength, LEX);
    const sum = (terms: Iterable<string>, counts: ReadonlyMap<string, number>, length: number) => {
      let total = 0;
      for (const term of terms) if (counts.has(term)) total += worth(term, counts.get(term) as number, length);
      return total;
    };
    const byHash = (terms: Iterable<string>) => [...terms].sort((a, b) => hashTerm(a) - hashTerm(b));
    const scored = this.#all.map(({ id, template }) => {
      const counts = termCounts(template);
      const there = sum(own.keys(), counts, template.length);
      const shared = byHash(counts.keys()).filter((term) => own.has(term));
      const back = sum(shared, own, tokens.length);
      const whole = sum(byHash(counts.keys()), counts, template.length);
      const lex = whole === 0 ? 0 : (there / sum(own.keys(), own, tokens.length) + back / whole) / 2;
      return { id, there, lex };
    });
    const near = sorted(scored.map(({ id, there }) => ({ id, score: there })).filter(({ id }) => accept(id)));
    const compared = new Set([...near.slice(0, 2 * limit).map(({ id }) => id), ...also]);
    const hits = scored.filter(({ id }) => compared.has(id)).map(({ id, lex }) => ({ id, score: lex }));
    const best = new Set(sorted(hits.filter(({ id }) => accept(id))).slice(0, limit));
    return hits.filter((hit) => best.has(hit) || also.has(hit.id)).sort(order);
  }
}

const order = (a: Hit, b: Hit) => b.score - a.score || (a.id < b.id ? -1 : 1);
const sorted = <T extends Hit>(hits: readonly T[]): T[] => hits.filter(({ score }) => score > 0).sort(order);

const ENTRIES = 40;
const words = fc.array(
  fc.constantFrom(..."release lockfile cache schema review retry queue worker mirror v1.2.3 src/tree".split(" ")),
  { minLength: 1, maxLength: 6 },
);
const change = fc.record({
  number: fc.nat(ENTRIES - 1),
  text: words,
  evidence: words,
  risk: words,
  later: fc.option(words, { nil: undefined }),
  kind: fc.constantFrom("live", "live", "forgotten", "removed"),
});
/** Each round of changes is followed by a look, so that the cache holds what several rounds left. */
const rounds = fc.array(fc.array(change, { minLength: 1, maxLength: 15 }), { minLength: 1, maxLength: 4 });

type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;
function entryOf({ number, text, evidence, risk, later, kind }: Change) {
  const day = String(1 + (number % 7)).padStart(2, "0");
  return insight({
    id: `INS-20260${1 + (number % 2)}${day}-A${String(number).padStart(4, "0")}`,
    // Equal words are one lesson, forgotten by the one of them: each has a word of its own.
    insight: [...text, `item${number}`].join(" "),
    evidence: evidence.join(" "),
    at_risk: risk.join(" "),
    ...(later === undefined
      ? {}
      : { evolution: [{ at: "2026-03-01T00:00:00Z", text: [...later, `item${number}`].join(" ") }] }),
    ...(kind === "forgotten" && { forgotten: FORGOTTEN }),
  });
}

describe("the lexicon, to the last bit", () => {
  it("gives what the formulas give, whatever the cache went through", { tags: "proof" }, async () => {
    const ctx = world();
    await fc.assert(
      fc.asyncProperty(rounds, words, words, fc.integer({ min: 1, max: 8 }), async (changes, query, other, limit) => {
        remove(ctx.workspace.local);
        const entries = new Map<number, Entry>();
        const open = async () => Lexicon.open(await openStore(ctx));
        for (const round of changes) {
          for (const one of round) {
            if (one.kind === "removed") entries.delete(one.number);
            else entries.set(one.number, entryOf(one));
          }
          remove(ctx.workspace.learning);
          write(ctx, [...entries.values()]);
          await open();
        }
        const lexicon = await open();
        const held = [...entries.values()];
        const plain = new PlainLexicon(held);
        const found = plain.search(query.join(" "), limit);
        expect(lexicon.search(query.join(" "), () => true, limit)).toEqual(found);
        const everything = new Map(plain.search(query.join(" "), ENTRIES).map((hit) => [hit.id, hit]));
        const ids = new Set([...held.map(({ id }) => id), "INS-20260101-ZZZZZ"]);
        const hits = [...ids].map((id) => everything.get(id) ?? { id, score: 0, share: 0 });
        expect(lexicon.hitsOf(query.join(" "), ids)).toEqual(hits);
        const live = new Set(held.filter(isIn).map(({ id }) => id));
        const accept = (id: string) => live.has(id);
        const also = new Set(held.filter((_, at) => at % 3 === 0).map(({ id }) => id));
        const text = `${query.join(" ")} ${other.join(" ")} somebody`;
        for (const more of [new Set<string>(), also])
          expect(lexicon.nearest(text, accept, limit, more)).toEqual(plain.nearest(text, accept, limit, more));
      }),
      { numRuns: 60 },
    );
  });

  it("looks as far as it must for those that are accepted", async () => {
    const entries = Array.from({ length: 300 }, (_, number) =>
      insight({
        id: `INS-202601${10 + (number % 10)}-A${String(number).padStart(4, "0")}`,
        insight: `cache ${"filler ".repeat(number % 60)}`,
      }),
    );
    const ctx = world(entries);
    const lexicon = await Lexicon.open(await openStore(ctx));
    const plain = new PlainLexicon(entries);
    const ranked = plain.search("cache", 300);
    expect(lexicon.search("cache", () => true, 300)).toEqual(ranked);
    const last = new Set(ranked.slice(-3).map(({ id }) => id));
    expect(lexicon.search("cache", (id) => last.has(id), 2)).toEqual(ranked.slice(-3, -1));
    expect(lexicon.nearest("cache", (id) => last.has(id), 2)).toEqual(
      plain.nearest("cache", (id) => last.has(id), 2, new Set()),
    );
  });
});

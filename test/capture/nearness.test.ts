import { describe, expect, it } from "vitest";
import { addedEvidence } from "../../src/capture/policy/added-evidence.js";
import { bandOf, relatedOf } from "../../src/capture/policy/neighbours.js";
import { bandsFor, isOutsideModel, SHIPPED_BANDS } from "../../src/entry/bands.js";
import type { Tier } from "../../src/entry/entry.js";
import { compareTiers, contestBlocks, mayEvolve, mayFail, maySkipOnto, maySupersede } from "../../src/entry/trust.js";
import { insight, MINILM, TIERS } from "./known-entries.js";

describe("bands", () => {
  it("belong to a model, by its full name or its last part; the profile's own come first", () => {
    const own = { ...MINILM, evolve: 0.9 };
    expect(bandsFor("default", {})).toEqual(MINILM);
    expect(bandsFor("Xenova/all-MiniLM-L6-v2", {})).toEqual(MINILM);
    expect(bandsFor("/models/all-MiniLM-L6-v2/", {})).toEqual(MINILM);
    expect(bandsFor("Xenova/e5-small-v2", {})).toEqual(SHIPPED_BANDS["e5-small-v2"]);
    expect(bandsFor("Xenova/all-MiniLM-L6-v2", { "all-MiniLM-L6-v2": own })).toBe(own);
    expect(bandsFor("some/other", { "some/other": own })).toBe(own);
    expect(bandsFor("some/other", {})).toBeUndefined();
    expect(bandsFor("constructor", {})).toBeUndefined();
    expect(bandsFor(undefined, { default: own })).toBeUndefined();
  });

  it("ship these numbers", () => {
    expect(SHIPPED_BANDS).toEqual({
      default: { same: 0.85, evolve: 0.66, contest: 0.45, link: 0.4, lex_link: 0.27, blend: 0.38 },
      "all-MiniLM-L6-v2": { same: 0.85, evolve: 0.66, contest: 0.45, link: 0.4, lex_link: 0.27, blend: 0.38 },
      "bge-small-en-v1.5": { same: 0.95, evolve: 0.83, contest: 0.78, link: 0.76, lex_link: 0.27, blend: 0.6 },
      "e5-small-v2": { same: 0.97, evolve: 0.92, contest: 0.89, link: 0.88, lex_link: 0.27, blend: 0.62 },
    });
  });

  it.each<[number | undefined, string]>([
    [undefined, "none"],
    [0.45, "none"],
    [0.4501, "contest"],
    [0.66, "contest"],
    [0.6601, "evolve"],
    [0.85, "evolve"],
    [0.8501, "same"],
  ])("a claim at cosine %s is %s: strictly greater", (claim, band) => {
    expect(bandOf({ claim, similarity: 1, lexical: 0 }, MINILM, false, false)).toBe(band);
    expect(bandOf({ claim, lexical: 0 }, undefined, false, true)).toBe("related");
    expect(bandOf({ claim, lexical: 0 }, MINILM, true, false)).toBe("same");
  });

  it.each<[string, boolean]>([
    ["", false],
    ["12345 !?", false],
    ["plain English", false],
    ["café naïve straße", false],
    ["abcdefg缓存过", false],
    ["abcdef缓存过期", true],
    ["Сервер готов", true],
  ])("%j is outside what the model knows: %s (more than 30 %% of its letters)", (text, outside) => {
    expect(isOutsideModel(text)).toBe(outside);
  });
});

describe("links", () => {
  const at = (tail: string, lexical: number, similarity?: number) => ({
    entry: insight(tail, tail),
    lexical,
    similarity,
  });
  const ids = (found: { entry: { id: string } }[]) => found.map(({ entry }) => entry.id.slice(-5));

  it.each<[number, number | undefined, boolean]>([
    [0.27, undefined, true],
    [0.269, undefined, false],
    [0.27, 0.24, true],
    [0.27, 0.239, false],
    [0.16, 0.6, true],
    [0.159, 0.6, false],
    [0.02, 0.74, true],
    [0.01, 0.74, false],
    [0, 0.77, true],
  ])("lex %d, cosine %s: %s", (lexical, similarity, linked) => {
    expect(relatedOf([at("AAAAA", lexical, similarity)], MINILM, 5)).toHaveLength(linked ? 1 : 0);
  });

  it("are the closest first, at most max_links", () => {
    const found = relatedOf([at("AAAAA", 0.3, 0.5), at("BBBBB", 0.9, 0.9), at("CCCCC", 0.5, 0.6)], MINILM, 2);
    expect(ids(found)).toEqual(["BBBBB", "CCCCC"]);
    expect(relatedOf([at("AAAAA", 0.9)], MINILM, 0)).toEqual([]);
  });

  it("come from the nearest five by cosine and the nearest five by words", () => {
    const byWords = Array.from({ length: 6 }, (_, n) => at(`LEX0${n}`, 0.9 - n / 100));
    const byCosine = Array.from({ length: 6 }, (_, n) => at(`CGS0${n}`, 0, 0.99 - n / 100));
    const found = ids(relatedOf([...byWords, ...byCosine], MINILM, 50));
    expect(found).toHaveLength(10);
    expect(found).not.toContain("LEX05");
    expect(found).not.toContain("CGS05");
  });

  it("need a cosine strictly above `link` to be near by meaning alone", () => {
    const crowd = Array.from({ length: 5 }, (_, n) => at(`LEX0${n}`, 0.26));
    const bands = { ...MINILM, blend: 0.2 };
    expect(ids(relatedOf([...crowd, at("EDGE0", 0.01, 0.4)], bands, 50))).not.toContain("EDGE0");
    expect(ids(relatedOf([...crowd, at("EDGE1", 0.01, 0.4001)], bands, 50))).toContain("EDGE1");
  });

  it("count the claims alone, too, where those are nearer", () => {
    expect(relatedOf([{ ...at("AAAAA", 0.16, 0.2), claim: 0.6 }], MINILM, 5)).toHaveLength(1);
  });

  it("go by words alone without bands", () => {
    expect(relatedOf([at("AAAAA", 0.26, 0.99)], undefined, 5)).toEqual([]);
    expect(relatedOf([at("AAAAA", 0.27, 0.99)], undefined, 5)).toHaveLength(1);
  });
});

describe("tiers", () => {
  const pairs = TIERS.flatMap((a) => TIERS.map((b): [Tier, Tier] => [a, b]));
  const order: Record<Tier, number> = { owner: 3, relayed: 2, self: 2, peer: 1, external: 0 };

  it.each(pairs)("%s beside %s", (draft, known) => {
    const rank = Math.sign(order[draft] - order[known]);
    expect(Math.sign(compareTiers(draft, known))).toBe(rank);
    expect(maySkipOnto(draft, known)).toBe(rank <= 0);
    expect(mayEvolve(draft, known)).toBe(rank === 0);
    expect(maySupersede(draft, known)).toBe(rank >= 0);
    expect(contestBlocks(draft, known)).toBe(rank >= 0);
  });

  it.each<[Tier, Tier[]]>([
    ["owner", TIERS],
    ["relayed", TIERS],
    ["self", TIERS],
    ["peer", ["peer", "external"]],
    ["external", []],
  ])("a repeat by %s fails %j", (draft, failing) => {
    expect(TIERS.filter((known) => mayFail(draft, known))).toEqual(failing);
  });
});

describe("added evidence", () => {
  const KNOWN = ["Use npm ci in CI", "Seen when release 2.3 broke on 2026-02-14, see docs/ci.md"];

  it.each<[string, string[]]>([
    ["Use npm ci in CI", []],
    ["use the `npm ci` in CI, really", []],
    ["It broke again", []],
    ["Broke slowly here", []],
    ["Broke slowly within minutes", ["slowly", "within", "minutes"]],
    ["It failed 12 times", ["12 times"]],
    ["It broke on 2026-02-15", ["2026-02-15"]],
    ["It broke on 2026-02-14", []],
    ["See https://example.com/log", ["https://example.com/log"]],
    ["See docs/release.md", ["docs/release.md"]],
    ["As INS-20260214-AAAAA says", ["INS-20260214-AAAAA"]],
    ["The log of Bridget says so", ["Bridget"]],
    ['It was "out of band" then', ['"out of band"']],
    ["lockfile drift stopped deployments", ["lockfile", "drift", "stopped", "deployments"]],
  ])("%j brings %j", (text, added) => {
    expect(addedEvidence([text], KNOWN)).toEqual(added);
  });

  it("counts content words from three on", () => {
    expect(addedEvidence(["lockfile drift"], KNOWN)).toEqual([]);
    expect(addedEvidence(["lockfile drift stopped"], KNOWN)).toEqual(["lockfile", "drift", "stopped"]);
    expect(addedEvidence(["lockfile lockfile lockfiles"], KNOWN)).toEqual([]);
  });
});

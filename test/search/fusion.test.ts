import { describe, expect, it } from "vitest";
import {
  byStanding,
  CLEAR_SHARE,
  ENOUGH_HELD,
  fuse,
  isWeak,
  type RecallMode,
  type Scored,
  type Standing,
} from "../../src/search/fusion.js";

/** The best by words, which holds so much of the question, and one that is near by meaning alone. */
const worded = (share: number, cosine?: number): Scored => ({ id: "a", bm25: 4, share, cosine });
const near: Scored = { id: "b", bm25: 0, share: 0, cosine: 0.6 };

const WEIGHTS: readonly (readonly [summary: string, share: number, weight: number])[] = [
  ["nothing of the question", 0, 0],
  ["a tenth", 0.1, 0.0625],
  ["22 %", 0.22, 0.3025],
  ["just below what is enough", 0.3999, 0.9995],
  ["what is enough", ENOUGH_HELD, 1],
  ["all of it", 1, 1],
];

const SCORES: readonly [summary: string, mode: RecallMode, candidates: Scored[], scores: number[]][] = [
  ["words that hold enough count as much as meaning", "hybrid", [worded(0.4, 0.5), near], [0.75, 0.3]],
  ["words that hold little count little", "hybrid", [worded(0.2, 0.5), near], [(0.25 + 0.5) / 1.25, 0.6 / 1.25]],
  [
    "each in relation to the best by words, whose share decides for all",
    "hybrid",
    [worded(0.22, 0.1), { id: "b", bm25: 2.96, share: 0.9, cosine: 0.55 }],
    [(0.3025 + 0.1) / 1.3025, (0.3025 * 0.74 + 0.55) / 1.3025],
  ],
  ["a cosine below zero counts as zero", "hybrid", [worded(0.4, -0.3)], [0.5]],
  ["no vector to compare", "hybrid", [worded(0.4), { ...near, cosine: 0.4 }], [0.5, 0.2]],
  ["no word matched at all: cosine alone", "hybrid", [{ ...near, cosine: 0.44 }], [0.44]],
  ["words alone, in relation to the best", "keyword", [worded(0.1, 0.9), { id: "b", bm25: 1, share: 0.1 }], [1, 0.25]],
  [
    "the claim alone, where it is nearer",
    "hybrid",
    [
      { ...near, cosine: 0.2 },
      { ...near, id: "c", cosine: 0.4, claim: 0.7 },
    ],
    [0.2, 0.7],
  ],
  ["the whole, where that is nearer", "hybrid", [{ ...near, cosine: 0.7, claim: 0.4 }], [0.7]],
  ["a claim without the whole", "hybrid", [{ ...near, cosine: undefined, claim: 0.5 }], [0.5]],
  [
    "what differs in the third decimal is no equal",
    "hybrid",
    [
      { ...near, cosine: 0.125 },
      { ...near, id: "c", cosine: 0.1249 },
    ],
    [0.125, 0.1249],
  ],
  ["nothing", "hybrid", [], []],
];

describe("fuse", () => {
  it.each(SCORES)("%s", (_, mode, candidates, scores) => {
    const fused = [...fuse(candidates, mode).scores.values()];
    expect(fused).toHaveLength(scores.length);
    for (const [at, score] of scores.entries()) expect(fused[at]).toBeCloseTo(score, 12);
  });

  it.each(WEIGHTS)("the best match holds %s", (_, share, weight) => {
    const { weighed } = fuse([worded(share, 0.5), near], "hybrid");
    expect(weighed?.held).toBe(share);
    expect(weighed?.weight).toBeCloseTo(weight, 4);
  });

  it("in letters the model does not know words count fully, however little they hold", () => {
    expect(fuse([worded(0.1, 0.5)], "hybrid", true)).toMatchObject({ weighed: { weight: 1, held: 0.1 } });
    expect(fuse([near], "hybrid", true).scores.get("b")).toBe(0.6);
  });

  it("says how words and meaning were joined only where they were", () => {
    expect(fuse([worded(1)], "keyword").weighed).toBeUndefined();
    expect([...fuse([worded(1), { ...near, bm25: 1 }], "hybrid").words.values()]).toEqual([1, 0.25]);
  });
});

describe("isWeak", () => {
  it.each([
    ["neither", 0.2999, 0.3599, true],
    ["enough of the question", CLEAR_SHARE, 0, false],
    ["near enough", 0, 0.36, false],
    ["few words, and no vector", 0.2999, undefined, true],
    ["enough words, and no vector", 0.3, undefined, false],
    ["both", 1, 1, false],
  ])("%s", (_, share, cosine, weak) => expect(isWeak({ id: "a", bm25: 1, share, cosine }, 0.36)).toBe(weak));

  it("a claim that is near enough is clear, whatever stands behind it", () => {
    expect(isWeak({ ...near, cosine: 0.1, claim: 0.36 }, 0.36)).toBe(false);
    expect(isWeak({ ...near, cosine: 0.1, claim: 0.35 }, 0.36)).toBe(true);
  });

  it("a model without cuts is believed, one that does not know the letters is not", () => {
    expect(isWeak({ ...near, cosine: 0.01 }, 0)).toBe(false);
    expect(isWeak({ ...near, cosine: 0.99 }, Number.POSITIVE_INFINITY)).toBe(true);
  });
});

describe("byStanding", () => {
  const plain: Standing = { id: "INS-20260101-B0000", timestamp: "2026-01-01T00:00:00Z", stakes: "medium" };
  const ORDER: readonly (readonly [says: string, first: Standing, second: Standing])[] = [
    ["held before unsaid", { ...plain, kept: "held" }, plain],
    ["unsaid before failed", plain, { ...plain, kept: "failed" }],
    ["stick before stakes", { ...plain, kept: "held", stakes: "low" }, { ...plain, stakes: "high" }],
    ["high before medium", { ...plain, stakes: "high" }, plain],
    ["low before unrated", { ...plain, stakes: "low" }, { id: plain.id, timestamp: plain.timestamp }],
    ["stakes before recency", plain, { ...plain, stakes: "low", timestamp: "2026-05-01T00:00:00Z" }],
    ["newer before older", { ...plain, timestamp: "2026-01-01T00:00:01Z" }, plain],
    ["an offset is only another way to write it", { ...plain, timestamp: "2026-01-01T02:00:01+02:00" }, plain],
    ["recency before id", { ...plain, id: "INS-20260101-Z0000", timestamp: "2026-01-02T00:00:00Z" }, plain],
    ["then by id", { ...plain, id: "INS-20260101-A0000" }, plain],
  ];
  it.each(ORDER)("%s", (_, first, second) => {
    expect([second, first].sort(byStanding)).toEqual([first, second]);
    expect([first, second].sort(byStanding)).toEqual([first, second]);
  });
});

import { describe, expect, it } from "vitest";
import { byStanding, fuse, type RecallMode, type Scored, type Standing } from "../../src/search/fusion.js";

const SCORES: readonly (readonly [
  says: string,
  mode: RecallMode,
  candidates: readonly Scored[],
  scores: readonly number[],
])[] = [
  [
    "half and half",
    "hybrid",
    [
      { id: "a", bm25: 4, cosine: 0.5 },
      { id: "b", bm25: 2, cosine: 0.9 },
    ],
    [0.75, 0.7],
  ],
  ["a cosine below zero counts as zero", "hybrid", [{ id: "a", bm25: 4, cosine: -0.3 }], [0.5]],
  [
    "no vector to compare",
    "hybrid",
    [
      { id: "a", bm25: 4 },
      { id: "b", bm25: 0, cosine: 0.4 },
    ],
    [0.5, 0.2],
  ],
  ["no word matched at all: cosine alone", "hybrid", [{ id: "a", bm25: 0, cosine: 0.44 }], [0.44]],
  [
    "words alone, in relation to the best",
    "keyword",
    [
      { id: "a", bm25: 4, cosine: 0.9 },
      { id: "b", bm25: 1 },
    ],
    [1, 0.25],
  ],
  [
    "meaning alone",
    "semantic",
    [
      { id: "a", bm25: 4, cosine: 0.2 },
      { id: "b", bm25: 0, cosine: 0.9 },
    ],
    [0.2, 0.9],
  ],
  [
    "two decimals",
    "semantic",
    [
      { id: "a", bm25: 0, cosine: 0.125 },
      { id: "b", bm25: 0, cosine: 0.1249 },
    ],
    [0.13, 0.12],
  ],
  ["nothing", "hybrid", [], []],
];

describe("fuse", () => {
  for (const [says, mode, candidates, scores] of SCORES) {
    it(`${mode}: ${says}`, () => expect([...fuse(candidates, mode).values()]).toEqual(scores));
  }
});

describe("byStanding", () => {
  const plain: Standing = { id: "INS-20260101-B0000", timestamp: "2026-01-01T00:00:00Z", stakes: "medium" };
  const ORDER: readonly (readonly [says: string, first: Standing, second: Standing])[] = [
    ["held before unsaid", { ...plain, stick: { verdict: "held" } }, plain],
    ["unsaid before failed", plain, { ...plain, stick: { verdict: "failed" } }],
    ["stick before stakes", { ...plain, stick: { verdict: "held" }, stakes: "low" }, { ...plain, stakes: "high" }],
    ["high before medium", { ...plain, stakes: "high" }, plain],
    ["low before unrated", { ...plain, stakes: "low" }, { id: plain.id, timestamp: plain.timestamp }],
    ["stakes before recency", plain, { ...plain, stakes: "low", timestamp: "2026-05-01T00:00:00Z" }],
    ["newer before older", { ...plain, timestamp: "2026-01-01T00:00:01Z" }, plain],
    ["an offset is only another way to write it", { ...plain, timestamp: "2026-01-01T02:00:01+02:00" }, plain],
    ["recency before id", { ...plain, id: "INS-20260101-Z0000", timestamp: "2026-01-02T00:00:00Z" }, plain],
    ["then by id", { ...plain, id: "INS-20260101-A0000" }, plain],
  ];
  for (const [says, first, second] of ORDER) {
    it(says, () => {
      expect([second, first].sort(byStanding)).toEqual([first, second]);
      expect([first, second].sort(byStanding)).toEqual([first, second]);
    });
  }
  it("unknown is the same as unsaid", () => {
    expect(byStanding({ ...plain, stick: { verdict: "unknown" } }, plain)).toBe(0);
  });
});

import { describe, expect, it } from "vitest";
import { claimOf, type EvolutionItem, historyOf, templateOf, wordingsOf } from "../../src/entry/entry.js";
import { insight as anInsight, correction } from "../store/entries.js";

const FIRST = "Retries hide a slow name server";
const day = (n: number) => `2026-02-${String(n).padStart(2, "0")}T10:00:00Z`;

const insight = (evolution?: Partial<EvolutionItem>[]) =>
  anInsight({
    ...{ timestamp: day(10), insight: FIRST, evidence: "3 traces" },
    ...(evolution && { evolution: evolution as EvolutionItem[] }),
  });

const item = (n: number, text: string, evidence?: string, rest: Partial<EvolutionItem> = {}) => ({
  at: day(n),
  text,
  ...(evidence === undefined ? {} : { evidence }),
  ...rest,
});

describe("the wording an insight is known by", () => {
  it.each<[why: string, Partial<EvolutionItem>[] | undefined, claim: string]>([
    ["never said again", undefined, FIRST],
    ["a newer wording with evidence", [item(11, "Retries mask slow DNS", "5 traces")], "Retries mask slow DNS"],
    ["the newest of two", [item(11, "B", "5 traces"), item(12, "C", "6 traces")], "C"],
    ["the newest by its date, in whatever order they stand", [item(12, "C", "6 traces"), item(11, "B", "5")], "C"],
    ["two of one second: the one added later", [item(11, "B", "5 traces"), item(11, "C", "6 traces")], "C"],
    ["the same second as the insight itself", [item(10, "B", "5 traces")], "B"],
    ["words without evidence, as written by hand", [item(11, "Initial insight from a conversation")], FIRST],
    ["an item from before the insight, as a merge brings it", [item(9, "B", "1 trace")], FIRST],
  ])("%s", (_why, evolution, claim) => {
    expect(claimOf(insight(evolution))).toBe(claim);
  });

  it("is what vectors and lex compare, with its own evidence", () => {
    const grown = { ...insight([item(11, "B", "5 traces"), item(12, "C")]), applications: ["in CI"] };
    expect(templateOf(grown)).toBe("B\n5 traces\nin CI");
  });
});

describe("every wording", () => {
  it("stands in the history as it was said, the first one first", () => {
    const grown = insight([item(12, "C", "5"), item(11, "B", "5 traces")]);
    expect(wordingsOf(grown)).toEqual([FIRST, "C", "B"]);
    expect(historyOf(grown)).toMatchObject([
      { at: day(10), text: FIRST, evidence: "3 traces" },
      { at: day(12), text: "C", evidence: "5" },
      { at: day(11), text: "B", evidence: "5 traces" },
    ]);
  });

  it("is the claim alone of everything else", () => {
    expect(wordingsOf(correction({ corrected_to: "Use npm ci" }))).toEqual(["Use npm ci"]);
  });
});

import { describe, expect, it } from "vitest";
import { cutsFor } from "../../src/entry/near/near-cuts.js";
import { fits, type Nearness } from "../../src/hosts/events/prompt-matches.js";
import { citedIn } from "../../src/hosts/events/session-transcript.js";

const COR = "COR-20260215-K7Q2X";
const INS = "INS-20260214-M2XBA";
const OLD = "COR-20260115-001";

describe("ids that an agent names", () => {
  const known = new Set([COR, INS, OLD]);
  it.each<[string, string, string[]]>([
    ["a whole id", `As ${COR} says, npm ci.`, [COR]],
    ["a whole id in small letters", `as ${COR.toLowerCase()} says`, [COR]],
    ["a drawn tail", "k7q2x says so", [COR]],
    ["a tail in brackets and another", "(K7Q2X, m2xba)", [COR, INS]],
    ["a tail within a word", "ak7q2x, k7q2xy and k7q2x_1", []],
    ["an imported id, whole", `see ${OLD}`, [OLD]],
    ["an imported id's end", "001 is a number", []],
    ["an id that was not shown", "COR-20260215-ZZZZZ and zzzzz", []],
    ["another id with the same tail", "COR-20250101-K7Q2X", []],
    ["nothing", "", []],
  ])("%s", (_, text, ids) => {
    expect(citedIn(text, known)).toEqual(ids);
  });
  it("are none where two entries share a tail", () => {
    expect(citedIn("k7q2x", new Set([COR, "INS-20260101-K7Q2X"]))).toEqual([]);
  });
});

describe("which learnings fit a prompt", () => {
  const cuts = cutsFor("all-MiniLM-L6-v2", {});
  it.each<[string, Nearness, boolean]>([
    ["clearly near, one word", { cosine: 0.5, words: 1, lex: 0 }, true],
    ["just below, one word", { cosine: 0.499, words: 2, lex: 0.2 }, false],
    ["above the link cut, three words", { cosine: 0.4, words: 3, lex: 0 }, true],
    ["just below the link cut", { cosine: 0.399, words: 9, lex: 0.9 }, false],
    ["near without a word", { cosine: 0.9, words: 0, lex: 0 }, false],
  ])("with a model: %s", (_, near, isFit) => {
    expect(fits(near, cuts)).toBe(isFit);
  });
  it.each<[string, Nearness, boolean]>([
    ["two words, alike", { words: 2, lex: 0.3 }, true],
    ["one word, alike", { words: 1, lex: 0.55 }, false],
    ["two words, not alike", { words: 2, lex: 0.29 }, false],
    ["a cosine without cuts counts for nothing", { cosine: 0.99, words: 1, lex: 0.1 }, false],
  ])("by words: %s", (_, near, isFit) => {
    expect(fits(near, undefined)).toBe(isFit);
  });
});

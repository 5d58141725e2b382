import { describe, expect, it } from "vitest";
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

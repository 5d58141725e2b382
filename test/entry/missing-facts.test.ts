import { describe, expect, it } from "vitest";
import { type Entry, missingFacts } from "../../src/entry/entry.js";
import { correction, insight, memory, outcome } from "../store/entries.js";

/** An entry without these fields. */
function without(entry: Entry, ...fields: string[]): Entry {
  return Object.fromEntries(Object.entries(entry).filter(([field]) => !fields.includes(field))) as Entry;
}

describe("what an entry lacks", () => {
  it.each<[string, Entry, string[]]>([
    ["everything said", correction(), []],
    [
      "one fact",
      without(correction(), "prior_belief", "at_risk", "behavioral_change"),
      ["prior_belief", "at_risk", "behavioral_change"],
    ],
    ["a level alone", without(correction({ stakes: "high" }), "at_risk"), ["at_risk"]],
    ["nothing at risk, said so", correction({ stakes: "low", at_risk: "" }), []],
    ["an insight without evidence", without(insight(), "evidence"), ["evidence"]],
    ["an insight written by hand", insight({ at_risk: "" }), ["at_risk"]],
    ["a memory", memory(), []],
    ["an outcome", outcome(), []],
  ])("%s", (_, entry, fields) => {
    expect(missingFacts(entry)).toEqual(fields);
  });
});

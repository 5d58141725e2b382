import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/entry/entry.js";
import { missingFacts } from "../../src/entry/missing-facts.js";
import { correction, insight, memory, outcome } from "../store/entries.js";

const fieldsOf = (entry: Entry): string[] => missingFacts(entry).map(({ field }) => field);

/** An entry without these fields. */
function without(entry: Entry, ...fields: string[]): Entry {
  return Object.fromEntries(Object.entries(entry).filter(([field]) => !fields.includes(field))) as Entry;
}

describe("what an entry lacks", () => {
  const unrated = correction({ stakes: "medium", flags: ["stakes-not-stated"] });
  const bare = without(unrated, "prior_belief", "at_risk", "behavioral_change");
  const redacted = { at: "2026-02-15T09:00:00Z", by: "bridget" };
  it.each<[string, Entry, string[]]>([
    ["everything said", correction(), []],
    ["one fact", bare, ["prior_belief", "at_risk", "stakes", "behavioral_change"]],
    ["a level alone", without(correction({ stakes: "high" }), "at_risk"), ["at_risk"]],
    ["a risk alone", unrated, ["stakes"]],
    ["a text for a level", correction({ stakes: "medium", flags: ["stakes-not-rated"] }), ["stakes"]],
    ["nothing at risk, said so", correction({ stakes: "low", at_risk: "" }), []],
    ["an insight without evidence", without(insight(), "evidence"), ["evidence"]],
    ["an insight written by hand", insight({ at_risk: "", flags: ["stakes-not-stated"] }), ["at_risk", "stakes"]],
    ["a memory", memory(), []],
    ["an outcome", outcome(), []],
    ["redacted", { ...bare, status: "forgotten", redacted } as Entry, []],
    ["superseded", { ...bare, status: "superseded" }, []],
    ["sensitive: its words are not shown", { ...bare, review: { state: "sensitive", by: "bridget" } }, []],
  ])("%s", (_, entry, fields) => {
    expect(fieldsOf(entry)).toEqual(fields);
  });

  it("asks in the words a person hears", () => {
    expect(missingFacts(bare).map(({ question }) => question)).toEqual([
      "What held before?",
      "What goes wrong if this is forgotten?",
      "How bad?",
      "What will you do differently?",
    ]);
  });
});

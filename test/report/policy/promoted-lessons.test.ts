/** Which entries are rules, where a rule names more than one entry or another one of its lesson. */
import { describe, expect, it } from "vitest";
import type { History } from "../../../src/report/history.js";
import { promotedIn, promotionOf } from "../../../src/report/policy/promotion.js";
import { ago, COR, correction, historyOf, INS, insight, OUT, outcome } from "./histories.js";

type Version = History["versions"][number];

/** A version in force that names these entries in one rule. */
function versionOf(ids: readonly string[], supporting: readonly string[] = []): Version {
  const created = ago(2);
  return {
    ...{ version: 1, id: "0001-AAAAA", status: "active", created, decided: { by: "auto", at: created, how: "mode" } },
    folded: ids.filter((id) => !supporting.includes(id)),
    operations: [{ op: "add", reason: "held", ids, supporting }],
    rules: [{ target: "SOUL.md", text: "Do so", ids, since: "0001-AAAAA" }],
  } as unknown as Version;
}

const candidate = (id: string) => ({ id, blocked: [] });

describe("an entry is a rule", () => {
  it.each<[string, Partial<History>, string[], string[]]>([
    ["where one names it", { versions: [versionOf([COR("A")])] }, [COR("A")], [COR("A")]],
    ["where one names what it repeats", { versions: [versionOf([COR("B")])] }, [COR("C")], [COR("C")]],
    ["where one names what repeats it", { versions: [versionOf([COR("C")])] }, [COR("B")], [COR("B")]],
    [
      "where its outcome's lesson is one",
      { versions: [versionOf([OUT("K1"), INS("K")], [INS("K")])] },
      [INS("K")],
      [INS("K")],
    ],
    ["not where none is in force", { versions: [] }, [COR("A")], []],
    ["not by another lesson's", { versions: [versionOf([COR("B")])] }, [COR("A")], []],
  ])("%s", (_, more, qualified, rules) => {
    const entries = [
      correction("A", 9),
      correction("B", 9),
      correction("C", 5, { recurrence_of: COR("B") }),
      insight("K", 9),
      outcome("K1", 4, INS("K")),
    ];
    const { promoted } = promotionOf(historyOf(entries, { ...more, candidates: qualified.map(candidate) }), {});
    expect(promoted.entries).toEqual(rules);
  });
});

describe("an entry became a rule", () => {
  const entries = [insight("K", 9), outcome("K1", 4, INS("K"))];

  it("where it is what the rule says, and not where it only speaks for it", () => {
    const versions = [versionOf([OUT("K1"), INS("K")], [INS("K")])];
    expect(promotedIn(historyOf(entries, { versions })).map(({ entry }) => entry.id)).toEqual([OUT("K1")]);
  });

  it("where it became one by itself before it spoke for another", () => {
    const own = { ...versionOf([INS("K")]), version: 1 };
    const both = { ...versionOf([OUT("K1"), INS("K")], [INS("K")]), version: 2 };
    const found = promotedIn(historyOf(entries, { versions: [own, both] })).map(({ entry }) => entry.id);
    expect(found).toEqual([INS("K"), OUT("K1")]);
  });
});

/** What an open pair keeps back: by trust, by nearness, by age, by what was put off. Boundaries written out. */
import { describe, expect, it } from "vitest";
import type { Near, Tier } from "../../../src/entry/entry.js";
import { blockersByEntry, blockingLines } from "../../../src/entry/near/blocking.js";
import type { Pair, PairEntry } from "../../../src/entry/near/pairs.js";

type Head = PairEntry & { tier: Tier };

const NOW = new Date("2026-06-01T12:00:00Z");
const WHEN = { cuts: { close: 0.7 }, now: NOW };
const ago = (days: number): string => new Date(NOW.getTime() - days * 86_400_000).toISOString().replace(".000", "");

const head = (name: string, tier: Tier = "self"): Head => ({
  id: `COR-20260501-${name}`,
  type: "correction",
  timestamp: ago(40),
  status: "active",
  claims: [`claim of ${name}`],
  tier,
});

const row = (more: Partial<Near> = {}): Near => ({
  with: "COR-20260501-AAAA1",
  score: 0.7,
  by: "claim",
  state: "open",
  at: ago(1),
  ...more,
});

const pair = (older: Head, newer: Head, near: Near): Pair<Head> => ({ key: "pair", older, newer, near });

/** Who is kept back, by the last letters of their ids: `a` the older, `b` the newer; `old` where only rules are. */
function keptBack(near: Near, { older = "self", newer = "self" }: { older?: Tier; newer?: Tier } = {}): string[] {
  const found = blockersByEntry([pair(head("AAAA1", older), head("BBBB2", newer), near)], WHEN);
  return ["AAAA1", "BBBB2"].flatMap((name) =>
    (found.get(head(name).id) ?? []).map(({ betweenRules }) => `${name.charAt(0)}${betweenRules ? " old" : ""}`),
  );
}

describe("a blocking pair", () => {
  it.each<[Tier, Tier, string[]]>([
    ["self", "self", ["A", "B"]],
    ["owner", "owner", ["A", "B"]],
    ["owner", "relayed", ["B"]],
    ["peer", "external", ["B"]],
    ["self", "owner", ["A"]],
  ])("of %s and then %s keeps back who is not trusted more", (older, newer, expected) => {
    expect(keptBack(row(), { older, newer })).toEqual(expected);
  });

  it.each<[string, Partial<Near>, string[]]>([
    ["close", { score: 0.7 }, ["A", "B"]],
    ["below", { score: 0.69 }, []],
    ["put off", { state: "later", until: ago(-3) }, ["A", "B"]],
    ["put off, and older than 21 days", { state: "later", until: ago(-3), at: ago(30) }, ["A", "B"]],
    ["21 days old", { at: ago(21) }, ["A", "B"]],
    ["older than 21 days", { at: ago(21.01) }, ["A old", "B old"]],
    ["without a moment of its own, by the newer entry's", { at: undefined }, ["A old", "B old"]],
  ])("%s", (_, near, expected) => {
    expect(keptBack(row(near))).toEqual(expected);
  });
});

describe("a line of people", () => {
  const line = (more: Partial<Near> = {}): Near => row({ with: "SOUL.md#0123456789ab", ...more });
  const entry = (...near: Near[]): Head => ({ ...head("BBBB2"), near });

  it.each<[string, Near, boolean]>([
    ["close", line(), true],
    ["below", line({ score: 0.69 }), false],
    ["a year old", line({ at: ago(365) }), true],
    ["answered", line({ state: "unrelated" }), false],
    ["that says the same", line({ state: "unrelated", answered: "same", score: 0.5 }), true],
    ["that it is an exception to", line({ state: "unrelated", answered: "exception" }), false],
    ["put off", line({ state: "later", until: ago(-1) }), true],
    ["put off, and the days are over", line({ state: "later", until: ago(1) }), false],
    ["beside a claim that reads otherwise now", line({ hashes: ["another claim", "0123456789ab"] }), false],
    ["beside the claim as it reads", line({ hashes: ["claim of BBBB2", "0123456789ab"] }), true],
    ["another entry", row(), false],
  ])("%s: %s", (_, near, blocks) => {
    expect(blockingLines(entry(near), WHEN)).toEqual(blocks ? [near] : []);
  });
});

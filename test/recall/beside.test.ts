/** Which partner is printed beside an entry, for which reader. */
import { describe, expect, it } from "vitest";
import type { Entry, Near } from "../../src/entry/entry.js";
import { standsFor } from "../../src/entry/gates/visible.js";
import { type BesideAsked, besideOf, type ReadTree } from "../../src/recall/beside.js";
import { type Relation, targetsOf } from "../../src/store/cache/relations.js";
import { entryOf } from "../../src/store/cache/row.js";
import type { Row } from "../../src/store/open-store.js";
import { rowsOf } from "../store/rows.js";

const NOW = new Date("2026-02-02T09:00:00Z");

/** Entries by their names: `o` is older than `p`. */
function head(id: string, more: object = {}): Entry {
  const timestamp = `2026-02-01T09:00:${String(id.charCodeAt(0) - 97).padStart(2, "0")}Z`;
  const plain = { id, type: "insight", timestamp, tier: "self", insight: `Claim ${id}`, agent: "main" };
  return { ...plain, stakes: "medium", session: id, ...more } as unknown as Entry;
}

const near = (other: string, more: Partial<Near> = {}): Near[] => [
  { with: other, score: 0.8, found: "claim", ...more },
];
const says = (answer: Near["answer"], ...others: string[]) => ({
  near: others.map((other) => ({ with: other, answer, tier: "owner" })),
});

function treeOf(all: readonly Entry[], hidden: readonly string[] = []): ReadTree {
  const rows = rowsOf(all, NOW).filter(({ id }) => !hidden.includes(id));
  const byId = (id: string) => rows.find((one) => one.id === id);
  return {
    tree: {
      head: byId,
      chainOf: (id) => rows.filter(({ chain }) => chain === byId(id)?.chain),
      speaker: (id) =>
        rows
          .filter(({ chain, voice }) => voice !== undefined && chain === byId(id)?.chain)
          .sort((a, b) => (a.voice ?? 0) - (b.voice ?? 0))[0],
      naming: (ids, ...relations) => {
        const asked = new Set(ids);
        const names = (one: Row) => relations.flatMap((name) => targetsOf(entryOf(one), name as Relation));
        return rows.filter((one) => names(one).some((id) => asked.has(id)));
      },
      where: ({ type }, purpose) =>
        rows.filter((one) => one.type === type && (purpose === undefined || standsFor(purpose, one))),
    },
  };
}

/** `o: undecided p` of each entry asked about. */
function beside(trees: readonly ReadTree[], ids: readonly string[], more: Partial<BesideAsked> = {}): string[] {
  const heads = ids.flatMap((id) => trees.flatMap(({ tree }) => tree.head(id) ?? [])[0] ?? []);
  return [...besideOf({ trees, close: 0.7, ...more }, heads)].map(
    ([id, partners]) =>
      `${id}: ${partners.map(({ head, why, of }) => `${of === undefined ? "" : `${of} `}${why} ${head.id}`).join(", ")}`,
  );
}

describe("the other side of a pair", () => {
  const both = (row: Partial<Near>) => beside([treeOf([head("o"), head("p", { near: near("o", row) })])], ["o", "p"]);
  const cases: [string, Partial<Near>, string[]][] = [
    ["a close one", {}, ["o: undecided p", "p: undecided o"]],
    ["at the cut", { score: 0.7 }, ["o: undecided p", "p: undecided o"]],
    ["below the cut: it was asked about once", { score: 0.69 }, []],
    ["close by its words", { found: "words", score: 0.6 }, ["o: undecided p", "p: undecided o"]],
    ["closed", { answer: "unrelated", tier: "owner" }, []],
    [
      "with an answer that waits for somebody trusted enough",
      { score: 0.5, answer: "replaces", tier: "peer" },
      ["o: undecided p", "p: undecided o"],
    ],
    [
      "found by what the newer corrects, at any score",
      { found: "prior", score: 0.2 },
      ["o: refuted p", "p: undecided o"],
    ],
  ];
  for (const [name, row, expected] of cases) it(name, () => expect(both(row)).toEqual(expected));

  const sides: [string, object][] = [
    ["forgotten", { forgotten: { at: "2026-02-01T10:00:00Z", by: "bridget", tier: "owner" } }],
    ["waits for review", { tier: "external" }],
    ["rejected", { review: { state: "rejected", by: "bridget", tier: "owner" } }],
    ["sensitive", { review: { state: "sensitive", by: "bridget", tier: "owner" } }],
  ];
  for (const [name, state] of sides) {
    it(`is printed nowhere where one is ${name}, though it would refute`, () => {
      const row = near("o", { found: "prior" });
      expect(beside([treeOf([head("o"), head("p", { near: row, ...state })])], ["o", "p"])).toEqual([]);
      expect(beside([treeOf([head("o", state), head("p", { near: row })])], ["o", "p"])).toEqual([]);
    });
  }

  it("is printed to no reader who may not retrieve it: the refuted one stands alone then", () => {
    const heads = [head("o"), head("p", { near: near("o", { found: "prior" }) })];
    expect(beside([treeOf(heads, ["p"])], ["o"])).toEqual([]);
    expect(beside([treeOf(heads, ["o"])], ["p"])).toEqual([]);
    expect(beside([treeOf(heads)], ["o"], { tells: ({ id }) => id !== "p" })).toEqual([]);
  });

  it("is found across the reader's trees", () => {
    const trees = [treeOf([head("o")]), treeOf([head("p", { near: near("o") })])];
    expect(beside(trees, ["o", "p"])).toEqual(["o: undecided p", "p: undecided o"]);
    expect(besideOf({ trees, close: 0.7 }, [trees[0]!.tree.head("o")!]).get("o")?.[0]?.from).toBe(1);
  });

  it("brings what refutes it and its exceptions: its words are not printed alone there either", () => {
    const heads = [
      head("o"),
      head("p", { near: near("o") }),
      head("q", { near: near("p", { found: "prior" }) }),
      head("x", { near: [{ with: "p", answer: "exception", tier: "owner" }] }),
    ];
    expect(beside([treeOf(heads)], ["o"])).toEqual(["o: undecided p, p refuted q, p exception x"]);
    expect(beside([treeOf(heads)], ["q"])).toEqual(["q: undecided p, p exception x"]);
  });
});

describe("exceptions", () => {
  const heads = [
    ...[head("g"), head("x", says("exception", "g")), head("y", says("exception", "x"))],
    head("w", { ...says("exception", "g"), tier: "owner" }),
  ];
  it("stand beside each general entry, the oldest first; those to them too; the general one beside none", () => {
    const found = beside([treeOf(heads)], ["g", "x", "y"]);
    expect(found).toEqual(["g: exception w, exception x, x exception y", "x: exception y"]);
  });
  it("do not where their reader may not see them, or the general one is out of use", () => {
    expect(beside([treeOf(heads, ["x"])], ["g"])).toEqual(["g: exception w"]);
    expect(beside([treeOf([...heads, head("z", says("replaces", "g"))])], ["g"])).toEqual(["g: replaced z"]);
  });
});

describe("what took its place", () => {
  const chain = [head("o"), head("p", says("replaces", "o")), head("q", says("replaces", "p"))];
  it("is the last of several", () => {
    expect(beside([treeOf(chain)], ["o", "p", "q"])).toEqual(["o: replaced q", "p: replaced q"]);
  });
  it("is not printed where it may not be retrieved", () => {
    expect(beside([treeOf(chain, ["q"])], ["o"])).toEqual([]);
  });
});

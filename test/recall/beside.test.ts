/** Which partner is printed beside an entry, for which reader. */
import { describe, expect, it } from "vitest";
import type { Near } from "../../src/entry/entry.js";
import { standsFor } from "../../src/entry/gates/visible.js";
import { cutsFor } from "../../src/entry/near/near-cuts.js";
import { type BesideAsked, besideOf, type ReadTree } from "../../src/recall/beside.js";
import { targetsOf } from "../../src/store/cache/relations.js";
import type { Row } from "../../src/store/open-store.js";

const CUTS = cutsFor("all-MiniLM-L6-v2", {}) as NonNullable<ReturnType<typeof cutsFor>>;

/** Heads by their names: `o` is older than `p`. */
function head(id: string, more: Partial<Row> = {}): Row {
  const timestamp = `2026-02-01T09:00:${String(id.charCodeAt(0) - 97).padStart(2, "0")}Z`;
  return {
    ...{ id, type: "insight", timestamp, status: "active", tier: "self", text: id, agent: "main", file: "f", line: 1 },
    ...{ claims: [`#${id}`], template: id, wordings: [], ...more },
  } as Row;
}

const near = (other: string, more: Partial<Near> = {}): Near[] => [
  { with: other, score: 0.8, by: "claim", state: "open", ...more },
];

function treeOf(all: readonly Row[], hidden: readonly string[] = []): ReadTree {
  const heads = all.filter(({ id }) => !hidden.includes(id));
  return {
    tree: {
      head: (id) => heads.find((one) => one.id === id),
      naming: (ids, ...relations) => {
        const asked = new Set(ids);
        return heads.filter((one) => relations.some((name) => targetsOf(one, name).some((id) => asked.has(id))));
      },
      where: ({ type }, purpose) =>
        heads.filter((one) => one.type === type && (purpose === undefined || standsFor(purpose, one))),
    },
  };
}

/** `o: undecided p` of each entry asked about. */
function beside(trees: readonly ReadTree[], ids: readonly string[], more: Partial<BesideAsked> = {}): string[] {
  const heads = ids.flatMap((id) => trees.flatMap(({ tree }) => tree.head(id) ?? [])[0] ?? []);
  return [...besideOf({ trees, cuts: CUTS, ...more }, heads)].map(
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
    ["close by its words", { by: "lex", score: 0.6 }, ["o: undecided p", "p: undecided o"]],
    ["not close by its words", { by: "lex", score: 0.59 }, []],
    ["closed", { state: "unrelated" }, []],
    [
      "with an answer that waits for somebody trusted enough",
      { score: 0.5, proposed: { answer: "replaces", by: "main", at: "2026-02-02T00:00:00Z" } },
      ["o: undecided p", "p: undecided o"],
    ],
    ["found by what the newer corrects, at any score", { by: "prior", score: 0.2 }, ["o: refuted p", "p: undecided o"]],
    ["whose claims read otherwise since", { hashes: ["#p", "#before"] }, []],
    ["whose claims read as then", { hashes: ["#p", "#o"] }, ["o: undecided p", "p: undecided o"]],
  ];
  for (const [name, row, expected] of cases) it(name, () => expect(both(row)).toEqual(expected));

  const sides: [string, Partial<Row>][] = [
    ["superseded", { status: "superseded" }],
    ["forgotten", { status: "forgotten" }],
    ["waits for review", { review: { state: "needs_review" } }],
    ["rejected", { review: { state: "rejected" } }],
    ["sensitive", { review: { state: "sensitive" } }],
  ];
  for (const [name, state] of sides) {
    it(`is printed nowhere where one is ${name}, though it would refute`, () => {
      const row = near("o", { by: "prior" });
      expect(beside([treeOf([head("o"), head("p", { near: row, ...state })])], ["o", "p"])).toEqual([]);
      expect(beside([treeOf([head("o", state), head("p", { near: row })])], ["o", "p"])).toEqual([]);
    });
  }

  it("is printed to no reader who may not retrieve it: the refuted one stands alone then", () => {
    const heads = [head("o"), head("p", { near: near("o", { by: "prior" }) })];
    expect(beside([treeOf(heads, ["p"])], ["o"])).toEqual([]);
    expect(beside([treeOf(heads, ["o"])], ["p"])).toEqual([]);
    expect(beside([treeOf(heads)], ["o"], { tells: ({ id }) => id !== "p" })).toEqual([]);
  });

  it("is found across the reader's trees", () => {
    const trees = [treeOf([head("o")]), treeOf([head("p", { near: near("o") })])];
    expect(beside(trees, ["o", "p"])).toEqual(["o: undecided p", "p: undecided o"]);
    expect(besideOf({ trees, cuts: CUTS }, [head("o")]).get("o")?.[0]?.from).toBe(1);
  });

  it("brings what refutes it and its exceptions: its words are not printed alone there either", () => {
    const heads = [
      head("o"),
      head("p", { near: near("o") }),
      head("q", { near: near("p", { by: "prior" }) }),
      head("x", { exception_to: ["p"] }),
    ];
    expect(beside([treeOf(heads)], ["o"])).toEqual(["o: undecided p, p refuted q, p exception x"]);
    expect(beside([treeOf(heads)], ["q"])).toEqual(["q: undecided p, p exception x"]);
  });
});

describe("exceptions", () => {
  const heads = [
    ...[head("g"), head("h"), head("x", { exception_to: ["g", "h"] }), head("y", { exception_to: ["x"] })],
    ...[head("z", { exception_to: ["g"], status: "superseded" }), head("w", { exception_to: ["g"], tier: "owner" })],
  ];
  it("stand beside each general entry, the oldest first; those to them too; the general one beside none", () => {
    const found = beside([treeOf(heads)], ["g", "h", "x", "y"]);
    expect(found).toEqual([
      "g: exception w, exception x, x exception y",
      "h: exception x, x exception y",
      "x: exception y",
    ]);
  });
  it("do not where their reader may not see them, or the general one is out of use", () => {
    expect(beside([treeOf(heads, ["x"])], ["g"])).toEqual(["g: exception w"]);
    const gone = heads.map((one) => (one.id === "g" ? { ...one, status: "superseded" as const } : one));
    expect(beside([treeOf(gone)], ["g"])).toEqual([]);
  });
});

describe("what took its place", () => {
  const chain = [
    ...[
      head("o", { status: "superseded", superseded_by: "p" }),
      head("p", { status: "superseded", superseded_by: "q" }),
    ],
    ...[head("q"), head("r", { status: "superseded" }), head("s", { supersedes: ["r"] })],
  ];
  it("is the last of a chain, also where the newer side alone says so", () => {
    expect(beside([treeOf(chain)], ["o", "p", "q", "r", "s"])).toEqual([
      ...["o: replaced q", "p: replaced q", "r: replaced s"],
    ]);
  });
  it("is not printed where it may not be retrieved, and a circle ends", () => {
    expect(beside([treeOf(chain, ["q"])], ["o"])).toEqual([]);
    const circle = [
      head("o", { status: "superseded", superseded_by: "p" }),
      head("p", { status: "superseded", superseded_by: "o" }),
    ];
    expect(beside([treeOf(circle)], ["o", "p"])).toEqual([]);
  });
});

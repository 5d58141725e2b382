import { describe, expect, it } from "vitest";
import type { Entry } from "../../../src/entry/entry.js";
import { searchesOf, strugglesOf } from "../../../src/report/policy/struggles.js";
import { ago, COR, correction, failed, held, historyOf, INS, insight, LOCAL, outcome, times } from "./histories.js";

const run = (id: string, days: number, pass: boolean) => {
  return { at: ago(days), id, pass, by: "recall", ms: 5, tree: "t" };
};
const failedUse = (days: number) => ({ at: ago(days), session: "s", result: "failed" as const });

// The example of docs/measures.md.
const BUILD = { domain: "build" };
const ENTRIES: Entry[] = [
  correction("A", 30, { ...BUILD, stick: failed(20) }),
  correction("B", 20, { ...BUILD, recurrence_of: COR("A"), stick: held(5) }),
  insight("C", 15, { ...BUILD, uses: [failedUse(4), { ...failedUse(3), result: "worked" }, failedUse(2)] }),
  insight("D", 12, { domain: "it's live" }),
  outcome("E", 6, INS("D"), { verdict: "invalidated" }),
  outcome("F", 5, INS("D"), { verdict: "mixed" }),
  correction("G", 4, { recurrence_of: COR("GONE") }),
];
const GOLDEN = {
  questions: [
    { id: "releases", tags: ["urgent", "build"] },
    { id: "passes", tags: ["build"] },
    { id: "lost", tags: ["nowhere"] },
    { id: "unasked", tags: ["build"] },
  ],
  runs: [run("releases", 9, true), run("releases", 3, false), run("passes", 9, false), run("passes", 3, true)],
};

describe("struggles by domain", () => {
  it("are repeats, failures, failed uses, refutations and golden questions, the most first", () => {
    const found = strugglesOf(historyOf(ENTRIES, { golden: GOLDEN }), {});
    expect(found).toEqual([
      {
        ...{ domain: "build", repeats: 1, failed: 1, failed_uses: 2, invalidated: 0, golden: ["releases"], total: 5 },
        ...{ entries: [COR("A"), COR("B"), INS("C")], next: "tenet eval --all --tag build" },
      },
      {
        ...{ domain: "(no domain)", repeats: 1, failed: 0, failed_uses: 0, invalidated: 0, golden: [], total: 1 },
        ...{ entries: [COR("G")], next: "tenet show 0000g" },
      },
      {
        ...{ domain: "it's live", repeats: 0, failed: 0, failed_uses: 0, invalidated: 1, golden: [], total: 1 },
        ...{ entries: [expect.stringMatching(/^OUT/)], next: "tenet show 0000e" },
      },
    ]);
  });

  it("are none where nothing went wrong", () => {
    expect(strugglesOf(historyOf([]), {})).toEqual([]);
    expect(strugglesOf(historyOf([insight("A", 1), correction("B", 1, { stick: held(0) })]), {})).toEqual([]);
  });

  it("count by when it went wrong", () => {
    const totals = (since: string) =>
      strugglesOf(historyOf(ENTRIES, { golden: GOLDEN }), { since: new Date(since) }).map(({ domain, total }) => [
        domain,
        total,
      ]);
    expect(totals(ago(3))).toEqual([["build", 2]]);
    expect(totals(ago(20))).toEqual([
      ["build", 5],
      ["(no domain)", 1],
      ["it's live", 1],
    ]);
    expect(totals(new Date(Date.parse(ago(3)) + 1).toISOString())).toEqual([["build", 1]]);
  });
});

describe("the command that comes next", () => {
  const nextOf = (entries: readonly Entry[], tags?: readonly string[]) => {
    const golden = {
      questions: tags === undefined ? [] : [{ id: "q", tags }],
      runs: tags === undefined ? [] : [run("q", 1, false)],
    };
    return strugglesOf(historyOf(entries, { golden }), {})[0]?.next;
  };
  const two = (domain?: string) => {
    const more = domain === undefined ? {} : { domain };
    return [
      correction("A", 9, { ...more, stick: failed(2) }),
      correction("B", 3, { ...more, recurrence_of: COR("A") }),
    ];
  };
  it.each<[string, Entry[], readonly string[] | undefined, string]>([
    ["several entries of a domain", two("build"), undefined, "tenet list --domain build"],
    ["text that others typed", two("a; rm $(x) 'b'"), undefined, `tenet list --domain 'a; rm $(x) '\\''b'\\'''`],
    ["several without a domain: the newest", two(), undefined, "tenet show 0000b"],
    ["a golden question of a domain", two("on call"), ["on call"], "tenet eval --all --tag 'on call'"],
    ["a golden question of none", [], ["x"], "tenet eval --all"],
  ])("%s", (_, entries, tags, next) => {
    expect(nextOf(entries, tags)).toBe(next);
  });
});

describe("searches that found nothing", () => {
  const searches = times(5, (at) => ({ at: ago(at + 1), agent: "sybil", found: at !== 0 && at !== 4 }));
  const of = (count: number) => historyOf([], { local: { ...LOCAL, searches: searches.slice(0, count) } });
  it("of all that this machine knows: 2 of 5", () => {
    expect(searchesOf(of(5), {})).toMatchObject({ value: 0.4, numerator: 2, denominator: 5, local: true });
    expect(searchesOf(of(4), {})).toMatchObject({ value: null, numerator: 1, denominator: 4 });
    expect(searchesOf(of(5), { since: new Date(ago(2)) })).toMatchObject({ numerator: 1, denominator: 2 });
  });
  it("are not known at a commit", () => {
    expect(searchesOf(historyOf([]), {})).toBeUndefined();
  });
});

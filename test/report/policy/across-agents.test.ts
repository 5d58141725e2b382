import { describe, expect, it } from "vitest";
import type { Entry, Insight } from "../../../src/entry/entry.js";
import type { Showing } from "../../../src/report/history.js";
import { acrossAgentsOf } from "../../../src/report/policy/across-agents.js";
import { ago, COR, correction, historyOf, INS, insight, LOCAL, NOW, says, times } from "./histories.js";

const item = (days: number, agent: string, text = "More"): NonNullable<Insight["evolution"]>[number] => {
  return { at: ago(days), text, agent };
};
const by = (agent: string) => ({ agent });
const arrivalsOf = (entries: readonly Entry[]) =>
  acrossAgentsOf(historyOf(entries), {}).arrivals.map(({ id, first, second, as, lag_days }) =>
    [id, first, second, as, lag_days].join(" "),
  );

/** An entry, and another one that says the same. */
const joined = (name: string, agent: string, days: number, other: Insight): Insight[] => [
  other,
  insight(name, days, { agent, ...says(other.id) }),
];

describe("claims that a second agent came to", () => {
  it.each<[string, Entry[], string[]]>([
    ["an item of another", [insight("A", 9, { evolution: [item(5, "ann")] })], [`${INS("A")} sybil ann ${INS("A")} 4`]],
    ["an item of the same", [insight("A", 9, { evolution: [item(5, "sybil")] })], []],
    [
      "of one agent the first arrival alone",
      [insight("A", 9, { evolution: [item(5, "ann"), item(2, "ann")] })],
      [`${INS("A")} sybil ann ${INS("A")} 4`],
    ],
    [
      "a repeat of another's correction",
      [correction("A", 9), correction("B", 6.5, { ...by("ann"), ...says(COR("A")) })],
      [`${COR("A")} sybil ann ${COR("B")} 2.5`],
    ],
    ["a repeat of one's own", [correction("A", 9), correction("B", 6, { ...says(COR("A")) })], []],
    [
      "the first agent again, after the second: it knew",
      [
        correction("A", 9),
        correction("B", 6, { ...by("ann"), ...says(COR("A")) }),
        correction("C", 4, { ...says(COR("B")) }),
        correction("D", 2, { ...by("bob"), ...says(COR("C")) }),
      ],
      [`${COR("A")} sybil ann ${COR("B")} 3`, `${COR("A")} sybil bob ${COR("D")} 7`],
    ],
    [
      "what is only near",
      [insight("A", 9), insight("B", 8, { ...by("ann"), near: [{ with: INS("A"), score: 0.9, found: "claim" }] })],
      [],
    ],
    [
      "what was joined to a later one that is trusted more: whoever said it first began",
      joined("A", "ann", 9, insight("B", 7, by("sybil"))),
      [`${INS("A")} ann sybil ${INS("B")} 2`],
    ],
    [
      "what was merged: once, with what had grown there",
      [
        insight("A", 9, { evolution: [item(8, "ann", "Found B"), item(7, "sybil")] }),
        insight("B", 8, {
          ...by("ann"),
          ...{ ...says(INS("A")), evolution: [item(7, "sybil")] },
        }),
      ],
      [`${INS("A")} sybil ann ${INS("A")} 1`],
    ],
  ])("%s", (_, entries, arrivals) => {
    expect(arrivalsOf(entries)).toEqual(arrivals);
  });
});

/** The example of docs/measures.md: lags of 1, 2, 3, 4 and 10 days. */
const PAIRS = [1, 2, 3, 4, 10].flatMap((lag, at) => joined(`B${at}`, "ann", 20 - lag, insight(`A${at}`, 20)));
const showing = (days: number, ids: string[], agent = "ann"): Showing => {
  return { at: ago(days), agent, ids };
};

describe("the lag", () => {
  it("is the median of days; none of four", () => {
    expect(acrossAgentsOf(historyOf(PAIRS), {}).lag).toMatchObject({ value: 3, n: 5, unit: "days" });
    expect(acrossAgentsOf(historyOf(PAIRS.slice(2)), {}).lag).toMatchObject({ value: null, n: 4 });
  });
  it("counts an arrival in the period in which the second came", () => {
    const n = (since: string) => acrossAgentsOf(historyOf(PAIRS), { since: new Date(since) }).lag.n;
    expect(n(ago(16))).toBe(2);
    expect(n(new Date(Date.parse(ago(16)) + 1).toISOString())).toBe(1);
    expect(acrossAgentsOf(historyOf(PAIRS, { now: new Date(ago(18)) }), {}).lag.n).toBe(2);
    expect(acrossAgentsOf(historyOf(PAIRS), { until: NOW }).lag.n).toBe(5);
  });
});

describe("learned or independent", () => {
  const how = (showings: readonly Showing[]) => {
    return acrossAgentsOf(historyOf(joined("B", "ann", 10, insight("A", 20)), { local: { ...LOCAL, showings } }), {})
      .arrivals[0]?.how;
  };
  it.each<[string, Showing[], string]>([
    ["no showing at all", [], "unknown"],
    ["the claim was shown before", [showing(11, [INS("A")])], "learned"],
    ["the claim was shown just then", [showing(10, [INS("A")])], "unknown"],
    ["another before, the claim later", [showing(11, [INS("Z")]), showing(9, [INS("A")])], "independent"],
    ["shown to another agent", [showing(11, [INS("A")], "bob")], "unknown"],
  ])("%s", (_, showings, expected) => {
    expect(how(showings)).toBe(expected);
  });

  it("is a share of those that are known: 3 of 5, and of this machine; absent without it", () => {
    const showings = [showing(25, [INS("Z")]), ...times(3, (at) => showing(20, [INS(`A${at}`)]))];
    const { learned } = acrossAgentsOf(historyOf(PAIRS, { local: { ...LOCAL, showings } }), {});
    expect(learned).toMatchObject({ value: 0.6, numerator: 3, denominator: 5, local: true });
    expect(learned?.entries).toEqual([INS("B0"), INS("B1"), INS("B2")]);
    expect(acrossAgentsOf(historyOf(PAIRS), {})).not.toHaveProperty("learned");
  });
});

describe("claims of a hub", () => {
  const arrival = (agent: string, days: number, lag_days: number, how: "first" | "learned" | "independent") => {
    return { agent, at: ago(days), lag_days, how, entry: INS("A") };
  };
  const claims = [
    {
      claim: "a",
      arrivals: [arrival("ann", 10, 0, "first"), arrival("bob", 8, 2, "independent"), arrival("cleo", 6, 4, "learned")],
    },
    {
      claim: "b",
      arrivals: [
        arrival("bob", 9, 0, "first"),
        arrival("ann", 8, 1, "learned"),
        arrival("cleo", 6, 3, "learned"),
        arrival("dan", 1, 8, "learned"),
      ],
    },
  ];
  const inHub = (since?: string) =>
    acrossAgentsOf(
      historyOf([], { local: { ...LOCAL, hub: claims } }),
      since === undefined ? {} : { since: new Date(since) },
    ).hub;

  it("have a lag and a share that was learned, as worked out by hand", () => {
    expect(inHub()).toMatchObject({
      claims: 2,
      lag: { value: 3, n: 5, local: true },
      learned: { value: 0.8, numerator: 4, denominator: 5, local: true },
    });
    expect(inHub()?.learned.others).toEqual([`bob/${INS("A")}`]);
  });

  it("are not told where no hub was joined, nor at a commit", () => {
    expect(acrossAgentsOf(historyOf([], { local: LOCAL }), {})).not.toHaveProperty("hub");
    expect(acrossAgentsOf(historyOf([]), {})).not.toHaveProperty("hub");
  });
});

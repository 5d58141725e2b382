/** Rows by agent, domain and week, the rules in force with their evidence, and the glance. */
import { describe, expect, it } from "vitest";
import { mean } from "../../../src/report/policy/figure.js";
import { glanceOf } from "../../../src/report/policy/glance.js";
import { rulesInForceOf, versionRowsOf } from "../../../src/report/policy/in-force.js";
import { reportOf } from "../../../src/report/policy/report-of.js";
import { rowsOf } from "../../../src/report/policy/rows.js";
import type { Version } from "../../../src/store/rules/policy/version.js";
import { ago, COR, correction, failed, held, historyOf, INS, insight, OUT, outcome, times } from "./histories.js";

/** Two agents, two domains: paul holds 5 of 5, sybil 1 of 2. 2026-04-01, the present, is a Wednesday. */
const HISTORY = historyOf([
  ...times(5, (at) => correction(`P${at}`, 20, { agent: "paul", domain: "release", stick: held(2) })),
  correction("S1", 20, { domain: "code", stick: held(9) }),
  correction("S2", 20, { domain: "code", stick: failed(9) }),
  correction("S3", 8, { domain: "code", recurrence_of: COR("S2") }),
  insight("I1", 2, { evolution: [{ at: ago(1), text: "again", agent: "paul" }] }),
  outcome("O1", 1, INS("I1"), { score: 8 }),
]);

const cut = (by: "agent" | "domain" | "week", since?: Date) =>
  rowsOf(HISTORY, { since }, by).map(
    ({ key, entries, corrections, retention: { numerator, denominator, value }, repeats }) => [
      ...[key, entries, corrections, `${numerator} of ${denominator}`, value, repeats.numerator],
    ],
  );

describe("rows", () => {
  it("of agents, the one with most first: an outcome is its agent's", () => {
    expect(cut("agent")).toEqual([
      ["paul", 5, 5, "5 of 5", 1, 0],
      ["sybil", 5, 3, "1 of 2", null, 1],
    ]);
  });

  it("of domains: an outcome without one is of what it judges, and what names none has a row", () => {
    expect(cut("domain")).toEqual([
      ["release", 5, 5, "5 of 5", 1, 0],
      ["code", 3, 3, "1 of 2", null, 1],
      ["(no domain)", 2, 0, "0 of 0", null, 0],
    ]);
  });

  it("of weeks: what happened in each, by its Monday, weeks without anything included", () => {
    expect(cut("week")).toEqual([
      ["2026-03-09", 7, 7, "0 of 0", null, 0],
      ["2026-03-16", 0, 0, "0 of 0", null, 0],
      ["2026-03-23", 1, 1, "1 of 2", null, 1],
      ["2026-03-30", 2, 0, "5 of 5", 1, 0],
    ]);
  });

  it("of what others say: a repeat is the second one's, nobody is asked of the first, a verdict is the entry's own", () => {
    const history = historyOf([
      correction("C1", 20, { agent: "paul", domain: "a" }),
      correction("C2", 10, { domain: "b", recurrence_of: COR("C1") }),
      insight("I1", 20, { agent: "paul", domain: "a" }),
      outcome("O1", 1, INS("I1"), { domain: "b", verdict: "invalidated" }),
    ]);
    const whole = reportOf(history, {});
    expect([whole.retention.repeats.numerator, whole.outcome_loop.answered.denominator]).toEqual([1, 2]);
    for (const by of ["agent", "domain"] as const)
      expect(
        rowsOf(history, {}, by).map(({ repeats, answered, wrong }) => [
          [repeats.n, repeats.numerator],
          answered.n,
          [wrong.numerator, wrong.n],
        ]),
      ).toEqual([
        [[1, 0], 1, [1, 1]],
        [[1, 1], 1, [0, 0]],
      ]);
  });

  it("of how long after another one: the second agent's, the claim's domain's, and the week's in which it came", () => {
    const again = times(5, (at) =>
      insight(`B${at}`, 19 - at * 2, {
        ...{ agent: "paul", domain: "code", status: "superseded", superseded_by: INS(`A${at}`) },
      }),
    );
    const claims = again.map(({ id: of, timestamp, insight: text }, at) =>
      insight(`A${at}`, 20, { domain: "release", evolution: [{ at: timestamp, text, agent: "paul", of }] }),
    );
    const history = historyOf([...claims, ...again]);
    const lags = (by: "agent" | "domain" | "week", since?: Date) =>
      rowsOf(history, { since }, by).map(({ key, lag: { n, value } }) => [key, n, value]);
    expect(lags("agent")).toEqual([
      ["paul", 5, 5],
      ["sybil", 0, null],
    ]);
    expect(lags("agent", new Date(ago(14)))).toEqual([["paul", 2, null]]);
    expect(lags("domain")).toEqual([
      ["code", 0, null],
      ["release", 5, 5],
    ]);
    expect(lags("week")).toEqual([
      ["2026-03-09", 2, null],
      ["2026-03-16", 3, null],
    ]);
  });

  it("of a period: answers and repeats of it alone, and no row for who did nothing in it", () => {
    expect(cut("agent", new Date(ago(5)))).toEqual([["sybil", 2, 0, "0 of 0", null, 0]]);
  });
});

const version = (number: number, more: Partial<Version>): Version => ({
  version: number,
  id: `000${number}-K7Q2X`,
  status: "active",
  previous: null,
  created: ago(10 - number),
  proposed_by: "digest",
  change_summary: "adds 1 rule",
  confidence: 1,
  folded: [],
  supporting: [],
  operations: [],
  rules: [],
  files: {},
  ...more,
});
const rule = (...ids: string[]) => ({ target: "SOUL.md", text: `Do ${ids[0]}`, ids, since: "0002-K7Q2X" });

describe("rules in force", () => {
  const history = historyOf(
    [
      correction("R1", 20, {
        stick: held(5),
        uses: [
          { at: ago(4), session: "a", result: "worked" },
          { at: ago(3), session: "b", result: "cited" },
        ],
      }),
      outcome("O1", 2, COR("R1"), { score: 9 }),
      outcome("O2", 1, COR("R1"), { verdict: "mixed" }),
      insight("GONE", 9),
    ],
    {
      versions: [
        version(1, {
          status: "superseded",
          rules: [rule(INS("GONE"))],
          decided: { by: "bridget", at: ago(9), how: "typed" },
        }),
        version(2, { rules: [rule(COR("R1"), COR("ERASED"))], decided: { by: "auto", at: ago(8), how: "mode" } }),
      ],
    },
  );

  it("are those of the active version, with what speaks for each entry that is still there", () => {
    expect(rulesInForceOf(history)).toEqual([
      {
        ...{ text: `Do ${COR("R1")}`, target: "SOUL.md", since: "0002-K7Q2X" },
        evidence: [
          {
            ...{ id: COR("R1"), text: "Do R1", at: ago(20) },
            facts: [`held ${ago(5).slice(0, 10)}`, "used in 2 sessions, worked in 1", "validated, 9 of 10", "mixed"],
          },
        ],
      },
    ]);
    expect(rulesInForceOf(historyOf([]))).toEqual([]);
  });

  it("came to be by versions, the newest first, each with who decided", () => {
    expect(versionRowsOf(history).map(({ id, status, decided }) => [id, status, decided])).toEqual([
      ["0002-K7Q2X", "active", "by the mode"],
      ["0001-K7Q2X", "superseded", "bridget"],
    ]);
  });
});

describe("the glance", () => {
  it("says what was learned, what held, how it turned out, and nothing that was not counted", () => {
    expect(reportOf(HISTORY, {}).glance).toEqual([
      "Learned: 8 corrections, 1 insight.",
      "Of corrections with an answer 6 of 7 held; 1 was said again.",
      "1 outcome: 1 validated, 0 invalidated.",
    ]);
  });
  it("of an empty tree says how it begins; of an empty period, that nothing happened", () => {
    expect(reportOf(historyOf([]), {}).glance).toEqual([
      'Nothing is known yet. It begins with a correction: tenet correct "..."',
    ]);
    expect(reportOf(HISTORY, { since: new Date(ago(0.5)) }).glance).toEqual([
      `Nothing happened since ${ago(0.5).slice(0, 10)}.`,
    ]);
  });
  it("says how much less editing drafts need, and how much more", () => {
    const { glance: _, ...figures } = reportOf(HISTORY, {});
    const of = (less: number) =>
      glanceOf({ ...figures, editing: { ...figures.editing, less } }).find((one) => /editing/.test(one));
    expect([of(0.34), of(-0.5), of(0)]).toEqual([
      "Drafts need 34 % less editing than in the period before.",
      "Drafts need 50 % more editing than in the period before.",
      undefined,
    ]);
  });
  it("says a mean as the figure beside it does", () => {
    const { glance: _, ...figures } = reportOf(HISTORY, {});
    const score = mean(
      [6, 6, 6, 6, 6, 6, 6, 7].map((value) => ({ id: OUT("x"), value })),
      "of 10",
    );
    const said = glanceOf({ ...figures, outcome_loop: { ...figures.outcome_loop, outcomes: 8, score } });
    expect(score.value).toBe(6.125);
    expect(said).toContain("8 outcomes: 1 validated, 0 invalidated, scores 6.13 of 10 on average.");
  });
  it("says what waits, and for how long", () => {
    const row = { since: ago(5), days: 5, id: OUT("x") };
    const waiting = [{ ...row, kind: "entry" as const, count: 2 }];
    expect(reportOf({ ...HISTORY, waiting }, {}).glance.at(-1)).toBe("For a person: 2 entries, oldest 5 days.");
  });
});

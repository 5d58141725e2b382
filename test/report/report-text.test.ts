import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { mean, share } from "../../src/report/policy/figure.js";
import { reportOutline } from "../../src/report/report-outline.js";
import type { Report, Row } from "../../src/report/report-schemas.js";
import { pipeText } from "../../src/text/outline/pipe.js";
import { terminalText } from "../../src/text/outline/terminal.js";
import { type Paint, PLAIN } from "../../src/text/paint.js";
import { emptyReport, sampleReport } from "./sample-report.js";

const reportText = (report: Report, paint: Paint): string =>
  paint.terminal ? terminalText(reportOutline(report), paint) : pipeText(reportOutline(report));
const screen = (width: number): Paint => ({ ...PLAIN, width, terminal: true });
const linesOf = (text: string): string[] => text.trimEnd().split("\n");
const drawn = (report: Report, paint: Paint): string[] => linesOf(reportText(report, paint));
const ids = (count: number): string[] => Array.from({ length: count }, (_, at) => `COR-${at}`);

/** Three corrections with an answer, one outcome, one domain with trouble. */
function smallReport(): Report {
  const empty = emptyReport();
  const [row] = sampleReport().agents as [Row];
  return {
    ...empty,
    entries: 9,
    retention: { ...empty.retention, share: share(ids(2), ids(1)), held: 2, failed: 1, open: 1 },
    outcome_loop: {
      ...empty.outcome_loop,
      ...{ outcomes: 1, validated: 1, answered: share(ids(1), ids(5)) },
      score: mean([{ id: "OUT-1", value: 8 }], "of 10"),
    },
    struggles: [
      {
        ...{ domain: "travel", repeats: 1, failed: 1, failed_uses: 0, invalidated: 0, golden: [], total: 2 },
        ...{ entries: ids(2), next: "tenet list --domain travel" },
      },
    ],
    agents: [{ ...row, key: "main", corrections: 4, insights: 1, outcomes: 1 }],
    waiting: [{ kind: "pair", count: 2, since: empty.at, days: 0, id: "COR-1" }],
  };
}

describe("a small report, line by line", () => {
  it("on a terminal of 80 columns", () => {
    expect(drawn(smallReport(), screen(80))).toEqual([
      "report     up to 2026-10-25, 9 entries",
      "",
      "learned    4 corrections, 1 insight, 1 outcome",
      "outcomes   answered 1 of 6, 17 %",
      "struggles  travel  2  tenet list --domain travel",
      "waits      2 pairs: tenet review",
      "too few    retention held 2 of 3; outcomes score n 1",
      "more       all of it: --json, --md, --html FILE  meaning: docs/measures.md",
    ]);
  });

  it("in a pipe: no bars, and every interval", () => {
    const text = drawn(smallReport(), PLAIN);
    expect(text).toContain("retention  held 2 of 3: too few for a figure; 2 held, 1 failed, 0 unknown, 1 open");
    expect(text).toContain("           answered 1 of 6, 17 % (3 to 56)");
    expect(text).toContain("struggles  travel\t2\t1 repeat, 1 failed\ttenet list --domain travel");
  });

  it("says a mean of a week in two decimals, and what an outcome without an earlier one is", () => {
    const sample = sampleReport();
    const weeks = sample.weeks.map((week) => ({ ...week, score: 6.125 }));
    expect(reportText(sampleReport({ weeks }), screen(80))).toContain(" 6.13 to 6.13");
    const { outcome_loop: loop } = sample;
    const none = smallReport().outcome_loop.with_earlier;
    const alone = sampleReport({ outcome_loop: { ...loop, with_earlier: none } });
    expect(reportText(alone, PLAIN)).toContain("validated, no outcome on the subject known ");
  });

  it("at 40 columns breaks between what belongs together", () => {
    const text = drawn(sampleReport(), screen(40));
    expect(text).toContain("           █ 19 held  ▒ 6 failed");
    expect(text).toContain("           ░ 4 unknown  · 5 open");
  });
});

describe("one screen", () => {
  const by = { by: "domain" as const, rows: sampleReport().domains };

  it.each([
    ["a report of some months", sampleReport()],
    ["rows by domain", sampleReport({ by })],
    ["nothing", emptyReport()],
    ["a small one", smallReport()],
  ])("%s has thirty lines of 80 cells, and lines of 40 on a narrow screen", (_, report) => {
    const wide = drawn(report, screen(80));
    expect(wide.length).toBeLessThanOrEqual(30);
    expect(Math.max(...wide.map((line) => stringWidth(line)))).toBeLessThanOrEqual(80);
    expect(Math.max(...drawn(report, screen(40)).map((line) => stringWidth(line)))).toBeLessThanOrEqual(40);
  });

  it("says every measure of a report of some months, each with what it is of", () => {
    const text = reportText(sampleReport(), screen(80));
    for (const words of [
      "held 19 of 25, 76 % (57 to 89)",
      "score 6.92 of 10 (6.08 to 7.76), n 25",
      "went wrong 3 of 13, 23 % (8 to 50)",
      "learned 3 of 5, 60 %, this machine",
      "promoted 8 of 13, 62 %",
      "taught nothing 18 of 96, 19 %",
      "12 weeks from 2026-08-03",
      "tenet list --domain invoicing --failed",
      "8 things (1 version, 7 outcomes), oldest 12 days: tenet review",
    ])
      expect(text).toContain(words);
  });

  it("says the first of long lists and how many more, and in one line what is too few for a figure", () => {
    const [struggle] = sampleReport().struggles;
    const many = sampleReport({
      questions: { ...sampleReport().questions, answered: share(ids(2), ids(1)) },
      struggles: ["a", "b", "c", "d"].flatMap((domain) => (struggle === undefined ? [] : { ...struggle, domain })),
    });
    const text = reportText(many, screen(80));
    expect(linesOf(text).length).toBeLessThanOrEqual(32);
    expect(text).toContain("and 1 more domain; searches without a hit 6 of 71, 9 %, this machine");
    expect(text).toMatch(/^too few {4}questions answered 2 of 3$/m);
    expect(text).not.toMatch(/^questions.*answered/m);
  });
});

describe("an empty tree", () => {
  it("says what to do first; a period in which nothing happened says that, and what waits all the same", () => {
    const text = drawn(emptyReport(), screen(80));
    expect(text.slice(0, 3)).toEqual([
      "report     up to 2026-10-25, 0 entries",
      "",
      "Nothing is known yet. Two ways to begin:",
    ]);
    expect(text.filter((line) => line.startsWith("  tenet "))).toHaveLength(2);
    const report = { ...emptyReport(), entries: 4, since: "2026-10-24T12:00:00Z" };
    expect(drawn({ ...report, waiting: smallReport().waiting }, PLAIN)).toEqual([
      "report     2026-10-24 to 2026-10-25, 0 of 4 entries",
      "",
      "Nothing happened since 2026-10-24.",
      "waits      2 pairs: tenet review",
    ]);
  });
});

describe("rows as a table", () => {
  const [row] = sampleReport().domains as [Row];
  const rows = Array.from({ length: 1000 }, (_, at): Row => ({ ...row, key: `domain-${at}` }));

  it("is cut with its count, the newest weeks last", () => {
    const domains = reportText(sampleReport({ by: { by: "domain", rows } }), screen(80));
    expect(domains).toContain("and 990 more domains: --json\n");
    expect(domains).toContain("domain-9 ");
    expect(domains).not.toContain("domain-10 ");
    expect(linesOf(domains).length).toBeLessThanOrEqual(30);
    const weeks = reportText(sampleReport({ by: { by: "week", rows } }), screen(80));
    expect(weeks).toContain("and 990 earlier: --json\n");
    expect(weeks).toContain("domain-999 ");
  });

  it.each([
    [40, "held  said again"],
    [80, "held  said again  score  answered"],
    [Number.POSITIVE_INFINITY, "held  said again  score  answered  went wrong  entries  lag  rules"],
  ])("has the columns that %d cells have room for", (width, headings) => {
    const text = drawn(sampleReport({ by: { by: "agent", rows: [row] } }), { ...screen(width), terminal: width < 1e6 });
    const heading = text.find((line) => /^agent[\t ]/.test(line) && line.includes("held"));
    expect(
      heading
        ?.split(/\t| {2,}/)
        .slice(1)
        .join("  "),
    ).toBe(headings);
  });
});

describe("texts of the tree", () => {
  const hostile: [string, string][] = [
    ["a megabyte without a blank", "x".repeat(1_000_000)],
    ["wide", "請求書の日付は必ず書き出すこと".repeat(50)],
    ["bidirectional", "\u202Eevil\u2066 \u05D0\u05D1"],
    ["control", "\u001b[2J\u001b]0;owned\u0007\u0000\r\b"],
    ["of several lines", "one\ntwo\r\nthree\u2028four"],
    ["combining", `e${"\u0301".repeat(300)}`],
  ];

  it.each(hostile)("%s ones stay within their line", (_, text) => {
    const sample = sampleReport();
    const report = sampleReport({
      struggles: sample.struggles.map((one) => ({ ...one, domain: text })),
      waiting: sample.waiting.map((one) => ({ ...one, id: text, next: "tenet review" })),
      promotion: { ...sample.promotion, blocked: [{ because: text, count: 1, entries: [] }] },
      by: { by: "domain", rows: sample.domains.map((one) => ({ ...one, key: text })) },
    });
    for (const shown of [report, { ...report, by: undefined } as unknown as Report]) {
      const lines = drawn(shown, screen(80));
      expect(lines.length).toBeLessThanOrEqual(30);
      expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(80);
      expect(lines.join("")).not.toMatch(/(?!\t)\p{Cc}|\p{Bidi_Control}|[\u2028\u2029]/u);
    }
  });

  it("never shows half a command", () => {
    const [struggle] = sampleReport().struggles;
    const next = `tenet list --domain '${"x".repeat(200)}'`;
    const text = reportText(
      sampleReport({ struggles: struggle === undefined ? [] : [{ ...struggle, next }] }),
      screen(80),
    );
    expect(text).toContain("its command is long: tenet report --json");
    expect(text).not.toContain("tenet list");
  });
});

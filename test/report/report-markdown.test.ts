import * as prettier from "prettier";
import { describe, expect, it } from "vitest";
import { reportOutline } from "../../src/report/report-outline.js";
import type { Report, Row } from "../../src/report/report-schemas.js";
import { idsText, quoted, sentence, table } from "../../src/text/inert-markdown.js";
import { markdownText } from "../../src/text/outline/markdown.js";
import { nodesOf } from "../text/markdown-nodes.js";
import { emptyReport, sampleReport } from "./sample-report.js";

const reportMarkdown = (report: Report): string => markdownText(reportOutline(report));

const PROSE: ReadonlySet<string> = new Set(["sentence", "word", "whitespace"]);

function countsOf(nodes: Awaited<ReturnType<typeof nodesOf>>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { type } of nodes) if (!PROSE.has(type)) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

/** A report with one text wherever a tree can put one. */
function reportOf(text: string): Report {
  const sample = sampleReport();
  const rows = (all: readonly Row[]) => all.map((row) => ({ ...row, key: text }));
  return sampleReport({
    agents: rows(sample.agents),
    domains: rows(sample.domains),
    retention: { ...sample.retention, by_source: sample.retention.by_source.map((one) => ({ ...one, key: text })) },
    across_agents: {
      ...sample.across_agents,
      arrivals: sample.across_agents.arrivals.map((one) => ({ ...one, first: text, second: text, id: text })),
    },
    promotion: { ...sample.promotion, blocked: [{ because: text, count: 1, entries: [text] }] },
    struggles: sample.struggles.map((one) => ({ ...one, domain: text, golden: [text], next: text })),
    rules_shown: sample.rules_shown && {
      ...sample.rules_shown,
      rules: sample.rules_shown.rules.map((one) => ({ ...one, text, target: text, ids: [text] })),
    },
    waiting: sample.waiting.map((one) => ({ ...one, next: text, id: text })),
  });
}

describe("a report as Markdown", () => {
  it("holds no personal data, wherever a text of the tree stands, cut or not", () => {
    const mail = ["jane.roe", "mailhost.org"].join("@");
    for (const text of [`ask ${mail}`, `${"x ".repeat(74)}${mail}`]) {
      const page = reportMarkdown(reportOf(text));
      expect(page).not.toContain("jane.roe");
      expect(page).toContain("[mail]");
    }
    const blocks = [
      { kind: "quote", text: `a\n${mail}` } as const,
      { kind: "next", steps: [[`tell ${mail}`, mail]] } as const,
    ];
    expect(markdownText(blocks)).not.toContain("jane.roe");
  });

  it.each([
    ["of some months", sampleReport()],
    ["of nothing", emptyReport()],
    ["by week", sampleReport({ by: { by: "week", rows: sampleReport().agents } })],
  ])("%s stands as a formatter leaves it", { tags: "proof" }, async (_, report) => {
    expect(await prettier.check(reportMarkdown(report), { parser: "markdown" })).toBe(true);
  });

  it("has each figure with the first entries behind it, and marks what this machine alone knows", () => {
    const text = reportMarkdown(sampleReport());
    expect(text).toMatch(/^# Report, 2026-08-03 to 2026-10-25\n\n143 of 143 entries\. /);
    expect(text).toMatch(
      /^\| Corrections that held +\| 19 of 25, 76 % \(57 to 89\) +\| COR-20260501-1000(?:, COR-[\w-]+){4} and 14 more \|$/m,
    );
    expect(text).toMatch(/^\| Answered, of those asked about +\| 18 of 24, 75 % \(55 to 88\), this machine +\|/m);
    expect(text).toMatch(
      /^\| over 90 days|`over 90 days` +\| 3 +\| 1 +\| 1 +\| 0 +\| 3 of 4: too few for a figure \|$/m,
    );
    expect(text).toContain(
      "Drafts of 2026-08-03 to 2026-10-25 needed 34 % less editing than those of 2026-05-11 to 2026-08-03.",
    );
  });

  it("says of a rule how often it was shown in its own file", () => {
    const shown = { text: "Ask first", ids: [], how: "shown" as const };
    const markdown = reportMarkdown(
      sampleReport({
        rules_shown: {
          ...{ heeded: emptyReport().retention.share, local: true },
          rules: [
            { ...shown, target: "AGENTS.md", contexts: 2 },
            { ...shown, target: "SOUL.md", contexts: 1 },
          ],
        },
      }),
    );
    expect(markdown).toMatch(/`AGENTS.md` .*shown, no sign yet \| 2 /);
    expect(markdown).toMatch(/`SOUL.md` .*shown, no sign yet \| 1 /);
  });

  it("says of nothing only what is known", () => {
    expect(
      reportMarkdown(emptyReport())
        .split("\n")
        .filter((line) => line.startsWith("#")),
    ).toEqual(["# Report, up to 2026-10-25", "## Learned"]);
  });

  it("cuts a table with its count", () => {
    const [row] = sampleReport().domains as [Row];
    const rows = Array.from({ length: 1000 }, (_, at): Row => ({ ...row, key: `d${at}` }));
    const text = reportMarkdown(sampleReport({ by: { by: "domain", rows } }));
    expect(text).toContain("and 975 more rows");
    expect(text).toContain("`d24`");
    expect(text).not.toContain("`d25`");
  });
});

const HOSTILE: [string, string][] = [
  ["a mention", "ask @ada about it"],
  ["a reference", "fixes #123 and GH-4, see org/repo#5"],
  ["a link", "[click](javascript:alert(1))"],
  ["a bare address", "https://evil.example/?q=1 www.evil.example"],
  ["a tag", "<script>alert(1)</script><img src=x onerror=y>"],
  ["a comment", "<!-- tenet:begin -->"],
  ["a pipe", "a | b || c \\| d \\\\| e"],
  ["backticks", "`a` ``b`` ``` c"],
  ["a backtick at its ends", "`"],
  ["a backslash at its end", "a\\"],
  ["lines", "one\n\n# two\n\n---\n- three\r\n> four"],
  ["emphasis", "*a* _b_ ~~c~~ **d**"],
  ["an entity", "&lt;b&gt; &#64;ada"],
  ["mathematics", "$`x`$ $y$"],
  ["a footnote", "[^1] [x]: http://a"],
  ["control characters", "\u001b[31m\u0000\u202Eevil\u2066"],
  ["wide characters", "請求書の日付 | は必ず書き出すこと"],
  ["a megabyte", "x|`".repeat(350_000)],
  ["half a character", "\ud800 and \udc00"],
  ["nothing", ""],
];

describe("texts of the tree", () => {
  const harmless = nodesOf(reportMarkdown(reportOf("a.b"))).then(countsOf);

  it.each(HOSTILE)("%s makes no Markdown", { tags: "sampled" }, async (_, text) => {
    const markdown = reportMarkdown(reportOf(text));
    const nodes = await nodesOf(markdown);
    const free = nodes.filter(({ type }) => PROSE.has(type) || type === "text");
    const words = free.map(({ value }) => value ?? "").join(" ");
    expect(words).not.toMatch(/[@#<>`*[\]\\]|alert|evil|https?:|\bada\b/);
    if (text !== "") expect(countsOf(nodes)).toEqual(await harmless);
    expect(markdown.length).toBeLessThan(200_000);
    expect(markdown).not.toMatch(/(?!\n)\p{Cc}|\p{Bidi_Control}/u);
  });
});

describe("a text as a span of code", () => {
  it.each([
    ["plain words", "`plain words`"],
    ["a `b` c", "`` a `b` c ``"],
    ["``", "``` `` ```"],
    ["a|b", "`a¦b`"],
    ["one\ntwo", "`one two`"],
    [" ", "(no text)"],
    ["\u001b[2J", "`\\u{1b}[2J`"],
    ["y".repeat(200), `\`${"y".repeat(159)}…\``],
  ])("%j is %s", (text, expected) => {
    expect(quoted(text)).toBe(expected);
  });
});

it.each([
  ["19 of 25 corrections held; 6 were needed again (2026-03-01).", true],
  ['Begin with: tenet correct "..."', false],
  ["see www.evil.example", false],
  ["1. a list", false],
  ["- a list", false],
  ["look at :smile:", false],
  ["ask @ada", false],
])("a sentence of our own, %j, stands as it is: %s", (text, isPlain) => {
  expect(sentence(text)).toBe(isPlain ? text : quoted(text));
});

it.each([
  [0, ""],
  [5, "COR-20260101-0AAA, COR-20260101-1AAA, COR-20260101-2AAA, COR-20260101-3AAA, COR-20260101-4AAA"],
  [6, "COR-20260101-0AAA, COR-20260101-1AAA, COR-20260101-2AAA, COR-20260101-3AAA, COR-20260101-4AAA and 1 more"],
])("%i ids", (count, expected) => {
  expect(idsText(Array.from({ length: count }, (_, at) => `COR-20260101-${at}AAA`))).toBe(expected);
});

it("lays out a table, and none without rows", () => {
  expect(
    table(
      ["A", "Longer"],
      [
        ["wide cell", 1],
        ["請求", ""],
      ],
    ),
  ).toEqual([
    "| A         | Longer |",
    "| --------- | ------ |",
    "| wide cell | 1      |",
    "| 請求      |        |",
    "",
  ]);
  expect(table(["A"], [])).toEqual([]);
});

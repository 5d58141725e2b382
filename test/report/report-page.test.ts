import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { reportPage } from "../../src/report/report-page.js";
import { type Report, reportSchema } from "../../src/report/report-schemas.js";
import { escaped, html, plainText } from "../../src/text/outline/html.js";
import { everyNth } from "../effort.js";
import { HOSTILE_TEXTS, reportWithText } from "./hostile-texts.js";
import { emptyReport, sampleReport } from "./sample-report.js";

const ABOUT = { workspace: "northwind", version: "1.2.3" };
const pageOf = (report: Report): string => reportPage(report, ABOUT);
const MOST_BYTES = 1.5 * 1024 * 1024;

/** Opening tags by name. */
function tags(page: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [, name = ""] of page.matchAll(/<([a-z][a-z0-9]*)(?=[\s>/])/gi)) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

const visible = (page: string): string =>
  page
    .replace(/<style>[\s\S]*?<\/style>/, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

describe("text on the page", () => {
  it.each([
    ["&<>\"'", "&amp;&lt;&gt;&#34;&#39;"],
    ["plain &amp;", "plain &amp;amp;"],
  ])("%j is escaped", (text, expected) => expect(escaped(text)).toBe(expected));

  it.each([
    ["two\nlines\tand more", "two lines and more"],
    ["\u001b[31m", "\\u{1b}[31m"],
    ["\u202ex", "\\u{202e}x"],
    ["a\ud800b", "a\ufffdb"],
    ["\u{1f600}", "\u{1f600}"],
    [`${["jane", "mailhost.org"].join("@")}, ${["+49", "151", "23456789"].join(" ")}`, "[mail], [phone]"],
  ])("%j is plain", (text, expected) => expect(plainText(text)).toBe(expected));

  it("is cut at its length and not before", () => {
    expect(plainText("x".repeat(300))).toBe("x".repeat(300));
    expect(plainText("x".repeat(301))).toBe(`${"x".repeat(299)}…`);
    expect(plainText("\u202e".repeat(300))).toHaveLength(300);
  });

  it("markup is put in as it is, everything else is escaped", () => {
    const part = html`<b>${"<i>"}</b>`;
    expect(html`<p title="${'"'}">${part}${[part, part]}${undefined}${3}</p>`.markup).toBe(
      '<p title="&#34;"><b>&lt;i&gt;</b><b>&lt;i&gt;</b><b>&lt;i&gt;</b>3</p>',
    );
  });
});

describe("the page", () => {
  const page = pageOf(sampleReport());

  it("names nothing outside itself", () => {
    const addresses = [...page.matchAll(/(?:href|src|action|data|xlink:href)="([^"]*)"/g)].map(
      ([, address = ""]) => address,
    );
    expect(addresses.filter((address) => !address.startsWith("#"))).toEqual(["data:,"]);
    expect(page).not.toMatch(/@import|https?:|url\((?!#)|<script|\son[a-z]+=| style=/i);
  });

  it("has a policy under which its own style alone is used", () => {
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? "";
    const hash = createHash("sha256").update(style).digest("base64");
    expect(page).toContain(`default-src 'none'; style-src 'sha256-${hash}'; img-src data:;`);
    expect(page.match(/<style/g)).toHaveLength(1);
  });

  it("has its sections in order, each in the contents", () => {
    const headings = [...page.matchAll(/<h2 id="([^"]+)">/g)].map(([, id]) => id);
    const contents = [...page.matchAll(/<a href="#([^"]+)">/g)].map(([, id]) => id);
    expect(headings).toEqual(contents);
    expect(headings).toEqual([
      ...["learned", "retention", "outcome-loop", "calibration-of-stakes", "evolution", "across-agents"],
      ...["promotion", "rules-that-were-shown", "noise", "editing", "questions", "weeks", "struggles", "waiting"],
      ...["agents-and-domains", "how-it-is-measured"],
    ]);
  });

  it("closes what it opens, and no id stands twice", () => {
    const closed = [...page.matchAll(/<\/([a-z][a-z0-9]*)>/gi)].map(([, name]) => name);
    const open = tags(page);
    for (const name of "section details summary table tr td th svg g figure dl dd li bdi".split(" "))
      expect([name, closed.filter((one) => one === name).length]).toEqual([name, open[name] ?? 0]);
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("draws every plot under a name, with its numbers", () => {
    expect(page.match(/<svg class="chart"[^>]* role="img" aria-label="[^"]+"/g)).toHaveLength(3);
    expect(page.match(/<summary>Numbers/g)).toHaveLength(3);
  });

  it("says a mean of a week in two decimals", () => {
    const weeks = sampleReport().weeks.map((week) => ({ ...week, score: 6.125 }));
    expect(pageOf(sampleReport({ weeks }))).toContain('<td class="num">6.13</td>');
  });

  it("says a figure with what it is of and its interval, where there is none, and what this machine alone knows", () => {
    const text = visible(page);
    expect(text).toContain("76 % 19 of 25 (57 to 89)");
    expect(text).toContain("no figure 3 of 4: too few for a figure");
    expect(text).toMatch(/Searches that found nothing \d+ % 6 of 71 \([^)]*\), this machine/);
    expect(text).toMatch(/Heeded 83 % 5 of 6 \([^)]*\), this machine/);
  });

  it("is the same whenever it is made", () => expect(pageOf(sampleReport())).toBe(page));

  it("has rows by week where they were asked for", () => {
    const rows = sampleReport().agents;
    expect(visible(pageOf(sampleReport({ by: { by: "week", rows } })))).toContain("Weeks one by one week ");
  });

  it("of an empty tree says how it begins and how it is measured, and shows no empty section", () => {
    const empty = pageOf(emptyReport());
    const both = ["learned", "how-it-is-measured"];
    expect([...empty.matchAll(/<h2 id="([^"]+)">/g)].map(([, id]) => id)).toEqual(both);
    expect([...empty.matchAll(/<a href="#([^"]+)">/g)].map(([, id]) => id)).toEqual(both);
    expect(empty).not.toContain("<svg");
    expect(visible(empty)).not.toMatch(/NaN|undefined|Infinity|null/);
  });

  it("of little draws nothing where there is nothing to draw, and has no section of nothing", () => {
    const markup = pageOf({ ...emptyReport(), entries: 1 });
    const page = visible(markup);
    expect(page).toContain("1 entry ·");
    expect(markup).not.toContain("<svg");
    expect(page).toContain("Nothing is measured yet.");
    expect([...markup.matchAll(/<h2 id="([^"]+)">/g)].map(([, id]) => id)).toEqual(["learned", "how-it-is-measured"]);
    expect(page).not.toMatch(/NaN|undefined|Infinity|null|Corrections by/);
  });
});

describe("a page of a large tree", () => {
  const many = <T>(of: readonly T[], count: number): T[] =>
    Array.from({ length: count }, (_, n) => of[n % of.length] as T);
  const sample = sampleReport();
  const large = (count: number): Report => ({
    ...sample,
    agents: many(sample.agents, count),
    domains: many(sample.domains, count),
    struggles: many(sample.struggles, count),
    waiting: many(sample.waiting, count),
    weeks: many(sample.weeks, Math.min(53, count)),
    across_agents: { ...sample.across_agents, arrivals: many(sample.across_agents.arrivals, count) },
  });

  it.each([
    [25, false],
    [26, true],
  ])("of %i rows is cut: %s", (count, isCut) => {
    const page = visible(pageOf({ ...emptyReport(), entries: 1, struggles: many(sample.struggles, count) }));
    expect(page.includes(`25 of ${count} are shown`)).toBe(isCut);
    expect(page.split("tenet list --domain").length + page.split("tenet show").length).toBe(27);
  });

  it("is small at any size", { tags: "proof" }, () => {
    expect(Buffer.byteLength(pageOf(large(1_000)))).toBeLessThan(MOST_BYTES / 2);
    expect(Buffer.byteLength(pageOf(reportWithText(large(1_000), '"'.repeat(5_000))))).toBeLessThan(MOST_BYTES);
  });
});

describe("hostile texts", () => {
  it("are reports, and change no tag and no size of the page; all of them in Chromium", { tags: "more" }, () => {
    const harmless = tags(pageOf(reportWithText(sampleReport(), "harmless")));
    for (const text of everyNth(HOSTILE_TEXTS, 50)) {
      const report = reportSchema.parse(reportWithText(sampleReport(), text));
      const page = reportPage(report, { workspace: text, version: text });
      expect({ text: text.slice(0, 60), tags: tags(page) }).toEqual({ text: text.slice(0, 60), tags: harmless });
      expect(Buffer.byteLength(page)).toBeLessThan(MOST_BYTES);
      expect(page).not.toMatch(/(?!\n)\p{Cc}|\p{Bidi_Control}/u);
    }
  });
});

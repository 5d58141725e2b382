import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { escaped, html, plainText } from "../../src/report/html.js";
import { reportOf } from "../../src/report/policy/report-of.js";
import { reportPage } from "../../src/report/report-page.js";
import { withSteps } from "../../src/steps.js";
import { correction, held, historyOf, INS, insight, outcome, times } from "./policy/histories.js";

const SAMPLE = historyOf([
  ...times(6, (at) => correction(`C${at}`, 30, { stick: held(7 * at), domain: "release" })),
  insight("I1", 60),
  ...times(6, (at) => outcome(`O${at}`, at / 24, INS("I1"), { score: 8 })),
]);
const pageOf = (history = SAMPLE): string =>
  reportPage(
    withSteps(reportOf(history, {}), ({ verb }) => verb),
    { workspace: "northwind", version: "1.2.3" },
  );

/** Opening tags by name. */
function tags(page: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [, name = ""] of page.matchAll(/<([a-z][a-z0-9]*)(?=[\s>/])/gi)) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

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
  const page = pageOf();

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

  it("closes what it opens, and no id stands twice", () => {
    const closed = [...page.matchAll(/<\/([a-z][a-z0-9]*)>/gi)].map(([, name]) => name);
    const open = tags(page);
    for (const name of "main div table tr td th svg g figure ul li bdi".split(" "))
      expect([name, closed.filter((one) => one === name).length]).toEqual([name, open[name] ?? 0]);
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("draws every plot under a name", () => {
    expect(page.match(/<svg class="chart"[^>]* role="img" aria-label="[^"]+"/g)).toHaveLength(3);
    expect(pageOf(historyOf([]))).not.toContain("<svg");
  });

  it("is the same whenever it is made", () => expect(pageOf()).toBe(page));
});

/** Four of anything are no figure, wherever a report is shown and however it is cut; five are one. */
import { describe, expect, it } from "vitest";
import { BY, type By, type History } from "../../src/report/history.js";
import { reportOf } from "../../src/report/policy/report-of.js";
import { reportOutline } from "../../src/report/report-outline.js";
import { reportPage } from "../../src/report/report-page.js";
import { type Report, reportSchema } from "../../src/report/report-schemas.js";
import { type Worded, withSteps } from "../../src/steps.js";
import { markdownText } from "../../src/text/outline/markdown.js";
import { pipeText } from "../../src/text/outline/render.js";
import { screenText } from "../screen-text.js";
import { ago, correction, draft, failed, held, historyOf, INS, insight, outcome, times } from "./policy/histories.js";

const names = (count: number) => times(count, (at) => `C${at}`);

/** Histories in which so many of one kind are counted, and nothing else is counted more often. */
const COUNTED: Record<string, (count: number) => History> = {
  answers: (count) => historyOf(names(count).map((name) => correction(name, 9, { stick: held(1) }))),
  failures: (count) => historyOf(names(count).map((name) => correction(name, 9, { stick: failed(1), source: "ada" }))),
  lessons: (count) => historyOf(names(count).map((name) => correction(name, 40))),
  scores: (count) =>
    historyOf([
      insight("I", 30, { domain: "code" }),
      ...times(count, (at) => outcome(`O${at}`, 1, INS("I"), { score: 5 + at })),
    ]),
  wordings: (count) =>
    historyOf([
      insight("I", 30, {
        evolution: times(count, (at) => ({ at: ago(20 - 3 * at), text: `and ${at}`, agent: "paul" })),
      }),
    ]),
  drafts: (count) =>
    historyOf([
      ...times(count, (at) => draft(`N${at}`, 10, 0.1 + at / 100)),
      ...times(count, (at) => draft(`B${at}`, 40, 0.5 + at / 100)),
    ]),
};

/** Values, bounds and comparisons anywhere in the data. */
function valuesIn(data: unknown, key = ""): unknown[] {
  if (Array.isArray(data)) return data.flatMap((one) => valuesIn(one, key));
  if (typeof data === "object" && data !== null)
    return Object.entries(data).flatMap(([name, one]) => valuesIn(one, name));
  return ["value", "low", "high", "score"].includes(key) && data !== null ? [data] : [];
}

const RENDERINGS: Record<string, (report: Worded<Report>) => string> = {
  "a terminal": (report) => screenText(reportOutline(report), 80),
  "a pipe": (report) => pipeText(reportOutline(report)),
  Markdown: (report) => markdownText(reportOutline(report, { isPage: true })),
  HTML: (report) => reportPage(report, { workspace: "w", version: "1" }).split("<main")[1] ?? "",
};
/** What a figure looks like in words, and its picture. */
const FIGURE = /\d %|\d a lesson|\d wordings|\d of 10\b|\d days?\b|0\.\d+, \d+ cases|\(\d[\d.]* to/;

/** Numbers that are no figures: what the forms say of themselves. */
const OTHERS = /their? 95 % interval|its 95 % interval|in \d+ days/g;

describe.each(Object.keys(COUNTED))("%s", (name) => {
  const made = (count: number, by?: By) =>
    withSteps(reportOf((COUNTED[name] as (n: number) => History)(count), { by }), ({ verb }) => verb);

  it.each([undefined, ...BY])("four are no figure in any form, by %s", (by) => {
    const report = made(4, by);
    reportSchema.parse(report);
    expect(valuesIn(report)).toEqual([]);
    for (const [form, render] of Object.entries(RENDERINGS)) {
      const text = render(report).replace(OTHERS, "");
      expect([form, FIGURE.exec(text)?.[0]]).toEqual([form, undefined]);
    }
    expect(/"n":4/.test(JSON.stringify(report))).toBe(true);
  });

  it("five are one, in all of them", () => {
    const report = made(5);
    expect(valuesIn(report)).not.toEqual([]);
    for (const [form, render] of Object.entries(RENDERINGS))
      expect([form, render(report)]).toEqual([form, expect.stringMatching(FIGURE)]);
  });
});

/** The lists of a report as tables of Markdown: rows, struggles, rules, weeks, and what waits. */

import { idsText, quoted, section, table } from "../text/inert-markdown.js";
import { counted } from "../text/paint.js";
import { figureText } from "./figure-text.js";
import { figures } from "./markdown-measures.js";
import type { Report, Row } from "./report-schemas.js";

const TITLES = { agent: "Agents", domain: "Domains", week: "Weeks one by one" } as const;

/** What was asked for by `by`; else agents and domains, where there is more than one. */
export function rowsSection({ by, agents, domains }: Report): string[] {
  if (by !== undefined) return section(TITLES[by.by], rowsOf(by.by, by.rows));
  const several = (key: "agent" | "domain", rows: readonly Row[]) =>
    rows.length < 2 ? [] : section(TITLES[key], rowsOf(key, rows));
  return [...several("agent", agents), ...several("domain", domains)];
}

function rowsOf(key: keyof typeof TITLES, rows: readonly Row[]): string[] {
  const newestFirst = key === "week" ? rows.toReversed() : rows;
  return table(
    [key, "Entries", "Held", "Said again", "Answered", "Score", "Went wrong", "By others", "Lag", "Rules"],
    newestFirst.map((row) => [
      ...[quoted(row.key), row.entries, figureText(row.retention), figureText(row.repeats)],
      ...[figureText(row.answered), figureText(row.score), figureText(row.wrong)],
      ...[figureText(row.others), figureText(row.lag), row.promoted],
    ]),
  );
}

export const strugglesSection = ({ struggles, searches }: Report): string[] =>
  section(
    "Struggles",
    table(
      ["Domain", "Repeats", "Failed", "Failed uses", "Invalidated", "Golden questions", "Next", "Entries"],
      struggles.map((row) => [
        ...[quoted(row.domain), row.repeats, row.failed, row.failed_uses, row.invalidated],
        ...[idsText(row.golden), quoted(row.next), idsText(row.entries)],
      ]),
    ),
    figures(["searches without a hit", searches && { ...searches, entries: [] }]),
  );

const HOW = { heeded: "heeded", not_heeded: "not heeded", shown: "shown", never_shown: "never shown" } as const;

export function rulesSection({ rules, rules_shown: rulesShown }: Report): string[] {
  const useOf = (text: string, target: string) => {
    const rule = rulesShown?.rules.find((one) => one.text === text && one.target === target);
    return rule === undefined ? "" : `${HOW[rule.how]}, in ${counted(rule.contexts, "context")}`;
  };
  return section(
    "Rules in force",
    table(
      ["Rule", "In", "Since", "By", "Evidence", "This machine"],
      rules.map(({ text, target, since, by, evidence }) => [
        ...[quoted(text), quoted(target), quoted(since), by === undefined ? "" : quoted(by)],
        ...[idsText(evidence.map(({ id }) => id)), useOf(text, target)],
      ]),
    ),
    figures(["heeded", rulesShown?.heeded]),
  );
}

/** The newest first. */
export const weeksSection = ({ weeks }: Report): string[] =>
  section(
    "Weeks",
    table(
      ["Week", "Corrections", "Insights", "Held", "Failed", "Said again", "Outcomes", "Score", "Rules"],
      weeks
        .toReversed()
        .map((week) => [
          ...[week.week, week.corrections, week.insights, week.held, week.failed, week.repeats, week.outcomes],
          ...[week.score ?? "", week.promoted],
        ]),
    ),
  );

export const waitingSection = ({ waiting }: Report): string[] =>
  section(
    "Waiting",
    table(
      ["What", "Count", "Since", "Days", "Next"],
      waiting.map(({ kind, count, since, days, next }) => [kind, count, since.slice(0, 10), days, quoted(next)]),
    ),
  );

/** The plots of a report, each with the numbers it draws. */
import { shortNumber } from "../figure-text.js";
import type { Report } from "../report-schemas.js";
import { chart, SIZE } from "./draw.js";
import { bidiText, html, type Markup } from "./html.js";
import { type Column, cells, leftOut, plot, ROWS, section, table } from "./parts.js";
import {
  calibrationPlot,
  domainPlot,
  retentionPlot,
  scorePlot,
  survivalPlot,
  timeToRule,
  timeToRulePlot,
  verdictPlot,
} from "./plots.js";

const numbers = (...names: string[]): Column[] => [
  { name: names[0] ?? "" },
  ...names.slice(1).map((name) => ({ name, kind: "number" as const })),
];
const percent = (share: number): string => `${Math.round(share * 100)} %`;
/** Domains that a plot has room for. */
const DOMAINS = 8;

/** Only what something is known of is drawn. */
export function plotSection(report: Report): Markup {
  const plots = [
    ...overWeeks(report),
    ...survival(report),
    ...calibration(report),
    ...rules(report),
    ...domains(report),
  ];
  return section(
    "over-time",
    "How it went",
    plots.length === 0 ? html`<p class="note">Nothing to draw yet.</p>` : html`<div class="plots">${plots}</div>`,
  );
}

function overWeeks({ weeks }: Report): Markup[] {
  const newest = [...weeks].reverse();
  const heldPlot = weeks.some((one) => one.held + one.failed + one.repeats > 0)
    ? [
        plot(
          "Corrections: held, failed, said again",
          "By week, as the answers came.",
          [
            { name: "held", as: "good" },
            { name: "failed", as: "bad" },
            { name: "said again", as: "line" },
          ],
          chart(
            "held",
            "Bars by week of corrections that held and that failed; a line of repeats",
            retentionPlot(weeks),
          ),
          table("Corrections by week", numbers("week of", "held", "failed", "said again"), newest, (one) =>
            cells(one.week, one.held, one.failed, one.repeats),
          ),
        ),
      ]
    : [];
  const scored = weeks.some(({ score }) => score !== null)
    ? [
        plot(
          "Scores of outcomes",
          "Mean of each week, 0 to 10.",
          [],
          chart("score", "A line by week of the mean score of outcomes, from 0 to 10", scorePlot(weeks)),
          table("Scores by week", numbers("week of", "mean score", "outcomes"), newest, (one) =>
            cells(one.week, one.score === null ? "none" : shortNumber(one.score), one.outcomes),
          ),
        ),
      ]
    : [];
  const judgedPlot = weeks.some(({ outcomes }) => outcomes > 0)
    ? [
        plot(
          "Verdicts",
          "Outcomes by week.",
          [
            { name: "validated", as: "good" },
            { name: "mixed", as: "mixed" },
            { name: "inconclusive", as: "none" },
            { name: "invalidated", as: "bad" },
          ],
          chart(
            "verdicts",
            "Bars by week of outcomes: validated, mixed, inconclusive, invalidated",
            verdictPlot(weeks),
          ),
          table(
            "Verdicts by week",
            numbers("week of", "validated", "mixed", "inconclusive", "invalidated"),
            newest,
            (one) => cells(one.week, one.validated, one.mixed, one.inconclusive, one.invalidated),
          ),
        ),
      ]
    : [];
  return [...heldPlot, ...scored, ...judgedPlot];
}

/** A lesson nobody repeated counts as long as it is known: days without a figure are not drawn. */
function survival({ retention: { first_repeat: first } }: Report): Markup[] {
  if (first.curve.length === 0) return [];
  const until = Math.max(0, ...first.kept.flatMap(({ day, figure }) => (figure.value === null ? [] : [day])));
  return [
    plot(
      "Lessons not said again",
      `The share left after so many days (Kaplan and Meier), with its 95 % band: ${first.n} lessons, ${first.repeated} said again.`,
      [],
      chart(
        "survival",
        "A falling curve of the share of lessons not repeated, by days since they were learned",
        survivalPlot(first.curve, until),
      ),
      table(
        "Lessons by days to the first repeat",
        numbers("day", "at risk", "repeated", "left", "from", "to"),
        evenly(first.curve, ROWS),
        (one) =>
          cells(
            shortNumber(one.day),
            one.at_risk,
            one.repeated,
            percent(one.kept),
            percent(one.low),
            percent(one.high),
          ),
      ),
      leftOut(first.curve.length),
    ),
  ];
}

/** At most so many points, spread from first to last: the beginning of a long curve alone would mislead. */
const evenly = <T>(all: readonly T[], most: number): T[] =>
  all.length <= most
    ? [...all]
    : Array.from({ length: most }, (_, n) => all[Math.round((n * (all.length - 1)) / (most - 1))] as T);

function calibration({ calibration: { table: levels } }: Report): Markup[] {
  if (levels.every(({ wrong }) => wrong.n === 0)) return [];
  return [
    plot(
      "Stakes as rated, and how it turned out",
      "Verdicts of outcomes and answers to corrections, by rated level.",
      [
        { name: "validated, held", as: "good" },
        { name: "mixed", as: "mixed" },
        { name: "inconclusive", as: "none" },
        { name: "invalidated, failed", as: "bad" },
      ],
      chart(
        "calibration",
        "Bars by rated stakes of what was validated or held, mixed, inconclusive, and what went wrong",
        calibrationPlot(levels),
      ),
      table(
        "Rated stakes and verdicts",
        numbers("rated", "entries", "validated", "held", "mixed", "inconclusive", "invalidated", "failed"),
        levels,
        (one) =>
          cells(
            one.stakes,
            one.entries,
            one.validated,
            one.held,
            one.mixed,
            one.inconclusive,
            one.invalidated,
            one.failed,
          ),
      ),
    ),
  ];
}

function rules({ promotion: { days_to_rule: times } }: Report): Markup[] {
  if (times.length === 0) return [];
  const spans = timeToRule(times.map(({ days }) => days));
  return [
    plot(
      "Time to rule",
      "Rules by the days from birth to the version that made them one.",
      [],
      chart("time-to-rule", "Bars of how many rules took up to 7, 14, 30, 60, 90 and more days", timeToRulePlot(spans)),
      table("Time to rule", numbers("days", "rules"), spans, ({ name, count }) => cells(name, count)),
    ),
  ];
}

function domains({ domains: all }: Report): Markup[] {
  if (all.length === 0) return [];
  const shownDomains = all.slice(0, DOMAINS);
  const size = { width: SIZE.width, height: Math.max(110, 50 + 26 * shownDomains.length) };
  return [
    plot(
      "Learning per domain",
      shownDomains.length < all.length
        ? `The ${shownDomains.length} largest of ${all.length} domains.`
        : "What was learned, by domain.",
      [
        { name: "corrections", as: "mixed" },
        { name: "insights", as: "good" },
      ],
      chart(
        "domains",
        "Bars by domain of corrections and insights",
        domainPlot(shownDomains),
        size,
        shownDomains.map(({ key }) => key),
      ),
      table("Learned by domain", numbers("domain", "corrections", "insights"), all, (one) => [
        bidiText(one.key, 60),
        ...cells(one.corrections, one.insights),
      ]),
    ),
  ];
}

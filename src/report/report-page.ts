/** A report as one HTML file that works from disk: no script, no address, and a policy under which nothing could be loaded. */
import { createHash } from "node:crypto";
import { entriesText } from "./figure-text.js";
import { bidiText, html, Markup, typed } from "./page/html.js";
import { measureSection } from "./page/measure-section.js";
import { figureList, figureRow, section } from "./page/parts.js";
import { plotSection } from "./page/plot-section.js";
import { STYLE } from "./page/style.js";
import {
  promotionSection,
  rowSection,
  ruleSection,
  shownSection,
  struggleSection,
  versionSection,
  waitingSection,
} from "./page/work-sections.js";
import { PAGE_MARK } from "./page-mark.js";
import type { Report } from "./report-schemas.js";

/** Where a report comes from. */
export interface ReportOrigin {
  /** The workspace by a name a person knows it by. */
  workspace: string;
  /** Of tenet. */
  version: string;
}

const POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; img-src data:; base-uri 'none'; form-action 'none'`;

interface Section {
  id: string;
  /** In the contents. */
  name: string;
  draw(report: Report): Markup;
}

const GLANCE: Section = { id: "glance", name: "In one glance", draw: glance };
const METHOD: Section = { id: "method", name: "How it is measured", draw: method };

/** What is looked at often comes first; the measures one by one are to look something up. */
const ALL: readonly Section[] = [
  GLANCE,
  { id: "over-time", name: "How it went", draw: plotSection },
  { id: "agents-and-domains", name: "Agents and domains", draw: rowSection },
  { id: "struggles", name: "Struggles", draw: struggleSection },
  { id: "rules", name: "Rules in force", draw: ruleSection },
  { id: "versions", name: "Versions", draw: versionSection },
  { id: "waiting", name: "Waiting", draw: waitingSection },
  { id: "measures", name: "The measures", draw: measureSection },
  { id: "promotion", name: "Promotion", draw: promotionSection },
  { id: "rules-shown", name: "Rules shown", draw: shownSection },
  METHOD,
];

/** Where nothing is known yet a page of empty sections would hide how it begins. */
const sectionsOf = (report: Report): readonly Section[] => (isBare(report) ? [GLANCE, METHOD] : ALL);

const isBare = ({ entries, weeks, versions, waiting, noise }: Report): boolean =>
  entries + weeks.length + versions.length + waiting.length + noise.share.n === 0;

/** The whole file. The same report gives the same bytes. */
export function reportPage(report: Report, about: ReportOrigin): string {
  const page = html`${new Markup("<!doctype html>")}
<html lang="en">
<head>
<meta charset="utf-8">
${new Markup(PAGE_MARK)}
<meta http-equiv="Content-Security-Policy" content="${new Markup(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${about.workspace}: tenet report</title>
<link rel="icon" href="data:,">
<style>${new Markup(STYLE)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the report</a>
${heading(report, about)}
<main id="main" tabindex="-1">
${sectionsOf(report).map(({ draw }) => draw(report))}
</main>
<footer><p class="note">Made by tenet ${about.version}, at ${report.at}.</p></footer>
</body>
</html>
`;
  return page.markup;
}

function heading(report: Report, { workspace }: ReportOrigin): Markup {
  const { at, since, commit } = report;
  const period = since === undefined ? "from the beginning" : `since ${since.slice(0, 10)}`;
  const where =
    commit === undefined
      ? html``
      : html`<p class="meta">At commit ${typed(commit.slice(0, 40))}, by git alone: what only one machine knows is left out.</p>`;
  const links = sectionsOf(report).map(({ id, name }) => html`<li><a href="#${id}">${name}</a></li>`);
  return html`<header><p class="meta">tenet report</p><h1>${bidiText(workspace, 100)}</h1><p class="meta">${entriesText(report)} · ${period} · as of <time datetime="${at}">${at.slice(0, 16).replace("T", " ")}</time></p>${where}<nav aria-label="Contents"><ul>${links}</ul></nav></header>`;
}

/** Sentences of the glance that are shown. */
const SENTENCES = 8;

function glance(report: Report): Markup {
  const { glance: sentences, retention, outcome_loop: loop, promotion, noise } = report;
  const said_ = sentences.slice(0, SENTENCES).map((sentence) => html`<li>${bidiText(sentence)}</li>`);
  const figures = figureList(
    figureRow("Corrections that held", retention.share, false),
    figureRow("Repeats per lesson", retention.repeats, false),
    figureRow("Entries with an answer", loop.answered, false),
    figureRow("Score of outcomes", loop.score, false),
    figureRow("Promoted, of those that qualify", promotion.promoted, false),
    figureRow("Noise, of what was offered", noise.share, false),
  );
  const lead = isBare(report) ? html`` : html`<div class="lead">${figures}</div>`;
  return section("glance", "In one glance", html`<ul class="glance">${said_}</ul>${lead}`);
}

/** The names are those of docs/measures.md. */
const MEANINGS: readonly [name: string, how: string][] = [
  [
    "Retention",
    "Corrections that held, of corrections with an answer. Open: the window still runs. Unknown: it ended without an answer, which proves nothing.",
  ],
  [
    "Repeats per lesson",
    "Corrections that repeat each other are one lesson; each but the first is a repeat. Days to the first repeat by Kaplan and Meier.",
  ],
  [
    "Evolution",
    "An insight that grew has more than one wording: its length, its pace, and the share of items that another agent added.",
  ],
  [
    "Outcome loop",
    "Entries with an outcome or an answer, of those old enough for their first question. With and without an earlier outcome on the subject.",
  ],
  ["Calibration of stakes", "By rated level, the share that went wrong (invalidated or failed) of what was judged."],
  [
    "Across agents",
    "Claims that two agents came to, and the days between. Learned: the second had been shown the first.",
  ],
  [
    "Promotion",
    "Entries that prove themselves, those that are rules, and what blocks the others. Time to rule: days from birth to the version.",
  ],
  ["Noise", "Insights that were logged, skipped or restated, of those offered. Imports are not counted."],
  ["Struggles", "By domain: repeats, failures, uses that failed, invalidated entries, golden questions that fail."],
  ["Editing", "The share of a draft that a person changed, its median now and in the period before."],
  [
    "Rules that were shown",
    "Heeded: after it was shown a use worked or was cited, or an answer held. Not heeded: it failed or was repeated since.",
  ],
];

function method(): Markup {
  const rows = MEANINGS.map(([name, how]) => html`<div><dt>${name}</dt><dd>${how}</dd></div>`);
  return section(
    "method",
    "How it is measured",
    html`<p>Below n = 5 there is no figure: what was counted is said, a value is not. In brackets the interval at 95 %: Wilson's of a share, the normal one of a mean, order statistics of a median. The bar beside a share is that interval between 0 and 100 %.</p><p><span class="tag">this machine</span> marks what only the ledger and the sessions of this machine know.</p>`,
    html`<dl class="figures">${rows}</dl>`,
  );
}

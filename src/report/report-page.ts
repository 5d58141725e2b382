/** A report as one HTML file that works from disk: no script, no address, and a policy under which nothing could be loaded. */
import { createHash } from "node:crypto";
import { bidiText, type HtmlSection, html, htmlSections, Markup } from "../text/outline/html.js";
import { drawPlot } from "./draw-plot.js";
import { entriesText } from "./figure-text.js";
import { STYLE } from "./page-style.js";
import { reportOutline } from "./report-outline.js";
import type { Report } from "./report-schemas.js";
import { PAGE_MARK } from "./write-page.js";

/** Where a report comes from. */
export interface ReportOrigin {
  /** The workspace by a name a person knows it by. */
  workspace: string;
  /** Of tenet. */
  version: string;
}

const POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; img-src data:; base-uri 'none'; form-action 'none'`;

/** The whole file. The same report gives the same bytes. */
export function reportPage(report: Report, about: ReportOrigin): string {
  const sections = htmlSections(reportOutline(report), drawPlot);
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
${heading(report, about, sections)}
<main id="main" tabindex="-1">
${sections.map(({ markup }) => markup)}
</main>
<footer><p class="note">Made by tenet ${about.version}, at ${report.at}.</p></footer>
</body>
</html>
`;
  return page.markup;
}

function heading(report: Report, { workspace }: ReportOrigin, sections: readonly HtmlSection[]): Markup {
  const { at, since } = report;
  const period = since === undefined ? "from the beginning" : `since ${since.slice(0, 10)}`;
  const links = sections.map(({ id, name }) => html`<li><a href="#${id}">${name}</a></li>`);
  return html`<header><p class="meta">tenet report</p><h1>${bidiText(workspace, 100)}</h1><p class="meta">${entriesText(report)} · ${period} · as of <time datetime="${at}">${at.slice(0, 16).replace("T", " ")}</time></p><nav aria-label="Contents"><ul>${links}</ul></nav></header>`;
}

/** A report as one HTML file that works from disk: no script, no address, and a policy under which nothing could be loaded. */
import { createHash } from "node:crypto";
import type { Worded } from "../steps.js";
import { html, htmlOf, Markup } from "./html.js";
import { STYLE } from "./page-style.js";
import { plotsOf } from "./plots.js";
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
export function reportPage(report: Worded<Report>, { workspace, version }: ReportOrigin): string {
  const page = html`${new Markup("<!doctype html>")}
<html lang="en">
<head>
<meta charset="utf-8">
${new Markup(PAGE_MARK)}
<meta http-equiv="Content-Security-Policy" content="${new Markup(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${workspace}: tenet report</title>
<link rel="icon" href="data:,">
<style>${new Markup(STYLE)}</style>
</head>
<body>
<h1><bdi>${workspace}</bdi></h1>
<main>
${htmlOf(reportOutline(report, { isPage: true }))}
<div class="plots">${plotsOf(report.weeks)}</div>
</main>
<footer><p>Made by tenet ${version}, at ${report.at}. docs/measures.md of tenet defines each measure under its name.</p></footer>
</body>
</html>
`;
  return page.markup;
}

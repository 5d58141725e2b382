/** `tenet report --md`: every measure as tables, for a pull request or a wiki, each figure with the entries behind it. */

import { quoted, sentence } from "../text/inert-markdown.js";
import { entriesText } from "./figure-text.js";
import { calibrationSection, evolutionSection, outcomeSection, retentionSection } from "./markdown-measures.js";
import { rowsSection, rulesSection, strugglesSection, waitingSection, weeksSection } from "./markdown-rows.js";
import { acrossSection, editingSection, noiseSection, promotionSection, questionsSection } from "./markdown-shares.js";
import type { Report } from "./report-schemas.js";

const WHAT_IT_IS =
  "Shares are said as numerator of denominator, with their 95 % interval in percent; below five there is no figure.";

/** Whole Markdown, with a heading of the first level. What was not counted has no section. */
export function reportMarkdown(report: Report): string {
  const glance = report.glance.slice(0, 10).map((one) => `- ${sentence(one)}`);
  const sections = SECTIONS.flatMap((sectionOf) => sectionOf(report));
  const lines = [...head(report), ...glance, ...(glance.length === 0 ? [] : [""]), ...sections];
  return `${lines.join("\n").trimEnd()}\n`;
}

const SECTIONS: readonly ((report: Report) => string[])[] = [
  rowsSection,
  retentionSection,
  evolutionSection,
  outcomeSection,
  calibrationSection,
  acrossSection,
  promotionSection,
  noiseSection,
  strugglesSection,
  editingSection,
  rulesSection,
  questionsSection,
  weeksSection,
  waitingSection,
];

function head(report: Report): string[] {
  const { at, since, commit } = report;
  const to = at.slice(0, 10);
  const when = since === undefined ? `up to ${to}` : `${since.slice(0, 10)} to ${to}`;
  const where = commit === undefined ? "" : `, at commit ${quoted(commit)}`;
  return [`# Report, ${when}`, "", `${entriesText(report)}${where}. ${WHAT_IT_IS}`, ""];
}

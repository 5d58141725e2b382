/** The brief for wording pages of the wiki: a finished text. */
import { refOf } from "../entry/entry.js";
import { ownersInstructions, quotedData } from "../text/fence.js";
import { counted, printable } from "../text/paint.js";
import type { BriefedPage, WikiBrief } from "./wiki-schemas.js";

function pageLines({ page, sources, entries, between, rest }: BriefedPage): string[] {
  const half = between === undefined ? entries.length : Math.ceil(entries.length / 2);
  const entryLines = entries.map(({ id, type, tier, says }) =>
    [`${id} | ${type}, ${tier}`, ...says.map((text) => `${refOf(id)} | ${printable(text)}`)].join("\n"),
  );
  const gap = between === undefined ? [] : [`… ${between} more lie between these; they are printed by: ${rest}`];
  return [
    `page ${page} | ${counted(sources, "entry", "entries")}`,
    ...entryLines.slice(0, half),
    ...gap,
    ...entryLines.slice(half),
    "",
  ];
}

/** The whole brief. */
export function wikiBriefText(brief: WikiBrief): string {
  const { instructions, owner_instructions, pages, later } = brief;
  if (pages.length === 0) return "No page waits to be worded: every page is of what is known now.\n";
  const more = counted(later, "more page waits", "more pages wait");
  const waits = later === 0 ? [] : [`${more}, for want of room here: the next brief has them.`, ""];
  return [
    "# Write these pages",
    "",
    ...instructions.map((line) => `- ${line}`),
    "",
    ...ownersInstructions(owner_instructions),
    ...waits,
    ...quotedData(pages.flatMap(pageLines).join("\n").trimEnd()),
    "",
  ].join("\n");
}

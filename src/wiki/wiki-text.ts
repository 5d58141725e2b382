/** The pages of the wiki for people, and the brief for wording them. */
import { refOf } from "../entry/entry.js";
import { indented } from "../text/columns.js";
import { ownersInstructions, quotedData } from "../text/data-mark.js";
import { counted, type Paint, printable } from "../text/paint.js";
import type { BriefedPage, BuiltPage, WikiBrief, WikiBuilt } from "./wiki-schemas.js";

function pageLine({ file, state, sources, lines, by, because }: BuiltPage, paint: Paint): string {
  const detail = because ?? (state === "removed" ? "nothing stands on it any more" : counted(lines, "line"));
  const who = by === undefined ? "" : paint.faint(`, by ${printable(by)}`);
  const of = state === "removed" ? "" : ` of ${counted(sources, "entry", "entries")}`;
  return `${(state === "left" ? paint.warn : paint.accent)(state.padEnd(9))} ${file}  ${detail}${because === undefined ? of : ""}${who}`;
}

export function wikiBuiltText({ pages }: WikiBuilt, paint: Paint): string {
  if (pages.length === 0) return "No page: nothing that is approved and for everybody is known yet.\n";
  const hasLeftPages = pages.some(({ state }) => state === "left");
  const next = hasLeftPages
    ? indented(
        "Put your words outside the marks of a page that was left, or take the page away; then run it again.",
        0,
        paint,
      )
    : [];
  return `${[...pages.map((page) => pageLine(page, paint)), ...next].join("\n")}\n`;
}

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

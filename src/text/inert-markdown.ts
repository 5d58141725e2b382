/**
 * Markdown that holds texts of the tree: none can make a mark, a link, a mention, a reference or a tag, or shows personal
 * data.
 */

import { pad, widest } from "./columns.js";
import { ANY_ID_FORM } from "./id-shape.js";
import { codeSpan } from "./markdown.js";
import { printable } from "./paint.js";
import { withoutPersonal } from "./personal-data.js";
import { beginningOf, oneLine, shorten } from "./shorten.js";

const LONGEST = 160;
/** Enough of a text to be shortened: a megabyte is not looked through for blanks. */
const LOOKED_AT = 2000;

const inertText = (text: string, longest = LONGEST): string =>
  shorten(printable(oneLine(withoutPersonal(beginningOf(text, LOOKED_AT)))), longest);

/**
 * A text of the tree as a span of code, the one place where nothing of it acts: mentions and references are looked for
 * in rendered text, where escapes are gone. A pipe would end a cell of a table behind a backslash, so a broken bar
 * stands for it. `longest`: UTF-16 units that are shown.
 */
export function quoted(text: string, longest = LONGEST): string {
  const body = inertText(text, longest).replaceAll("|", "¦");
  return body === "" ? "(no text)" : codeSpan(body);
}

/** Words, numbers and harmless marks: no list, no address, no mention, no reference. */
const PLAIN = /^(?!\d+[.)])[\p{L}\p{N}](?:[\p{L}\p{N} ,;%'()-]|[.:](?=\s|$)|\.(?=\d))*$/u;

/** A sentence of our own as it is; one that holds anything that could act as a span of code. */
export function sentence(text: string): string {
  const words = inertText(text);
  return PLAIN.test(words) ? words : quoted(text);
}

const ID = new RegExp(`^${ANY_ID_FORM}$`);
const MOST_IDS = 5;

/** Entries by their ids, the first five. */
export function idsText(ids: readonly string[]): string {
  const idTexts = ids.slice(0, MOST_IDS).map((id) => (ID.test(id) ? id : quoted(id)));
  const more = ids.length - idTexts.length;
  return more === 0 ? idTexts.join(", ") : `${idTexts.join(", ")} and ${more} more`;
}

const MOST_ROWS = 25;

type Cell = string | number;

/** A table as formatters lay it out, with its count where it is cut; nothing without rows. Cells are Markdown. */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  if (rows.length === 0) return [];
  const tableRows = [headings, ...rows.slice(0, MOST_ROWS)].map((row) => row.map(String));
  const widths = headings.map((_, at) => Math.max(3, widest(tableRows.map((row) => row[at] ?? ""))));
  const rowText = (cells: readonly string[]) =>
    `| ${widths.map((wide, at) => pad(cells[at] ?? "", wide)).join(" | ")} |`;
  const [head = [], ...body] = tableRows;
  const more = rows.length - MOST_ROWS;
  return [
    rowText(head),
    rowText(widths.map((wide) => "-".repeat(wide))),
    ...body.map(rowText),
    "",
    ...(more > 0 ? [`and ${more} more rows`, ""] : []),
  ];
}

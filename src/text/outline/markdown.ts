/**
 * An outline as Markdown: for a pull request or a file. Nothing out of the tree can make a mark, a link, a mention, a
 * reference or a tag, or shows personal data.
 */

import { codeSpan, neutral } from "../markdown.js";
import { printable } from "../paint.js";
import { withoutPersonal } from "../personal-data.js";
import { beginningOf, oneLine, shorten } from "../shorten.js";
import { type Block, type Outline, type Said, stretchesOf } from "./outline.js";

/** UTF-16 units of a text in a line, and of one that hangs below an item. */
const LINE = 160;
const BELOW = 600;
/** Enough of a text to be shortened: a megabyte is not looked through for blanks. */
const LOOKED_AT = 2000;
const MOST_ROWS = 25;

/** A pipe would end a cell of a table, so a broken bar stands for it. */
const inertText = (text: string, longest: number): string =>
  shorten(printable(oneLine(withoutPersonal(beginningOf(text, LOOKED_AT)))), longest).replaceAll("|", "¦");

/**
 * A text of the tree as a span of code, the one place where nothing of it acts: mentions and references are looked for
 * in rendered text, where escapes are gone.
 */
const quoted = (text: string, longest: number): string => codeSpan(inertText(text, longest) || "no text");

/** Our own words, what acts of them as code, with the blanks and marks that join them to what stands beside them. */
const ownWords = (text: string): string =>
  text.replace(/[^\s,;:()][\s\S]*(?<![\s,;:()])/u, (words) => neutral(inertText(words, LINE)));

/** A text: our own words as they are, words of the tree as code. */
const said = (says: Said, longest = LINE): string =>
  stretchesOf(says)
    .map(({ text, isData, tone }) => {
      if (isData === true) return quoted(text, longest);
      return tone === "strong" ? `**${ownWords(text)}**` : ownWords(text);
    })
    .join("");

const fenced = (text: string, language: string): string[] => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return ["", `${fence}${language}`, ...text.split("\n"), fence, ""];
};

function linesOf(block: Block): string[] {
  switch (block.kind) {
    case "heading":
      return ["", `${"#".repeat(block.level ?? 2)} ${said(block.says)}`, ""];
    case "line":
      return [said(block.says), ""];
    case "field":
      return [`- ${block.label}: ${said(block.says)}`];
    case "table": {
      const rowText = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
      const rows = block.rows.slice(0, MOST_ROWS).map(({ cells }) => rowText(cells.map((cell) => said(cell))));
      const more = block.rows.length - rows.length;
      if (rows.length === 0) return [];
      const names = block.columns.map(({ name }) => name);
      return [
        "",
        rowText(names),
        rowText(names.map(() => "---")),
        ...rows,
        "",
        more > 0 ? `and ${more} more rows` : "",
      ];
    }
    case "list":
      return [
        ...block.items.flatMap(({ says, under = [] }) => [
          `- ${said(says)}`,
          ...under.map((one) => `  - ${said(one, BELOW)}`),
        ]),
        "",
      ];
    case "quote":
      return fenced(block.text, "text");
    case "diff":
      return fenced(block.text, "diff");
    case "next":
      return [...block.steps.map(([command, why]) => `- ${codeSpan(command)}: ${ownWords(why)}`), ""];
  }
}

/** The lines of an outline without personal data; several empty ones in a row are one. */
export function markdownText(outline: Outline): string {
  const text = outline.flatMap(linesOf).join("\n");
  return `${withoutPersonal(text)
    .replace(/\n{3,}/g, "\n\n")
    .trim()}\n`;
}

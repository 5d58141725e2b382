/** An outline as Markdown: for a pull request or a file. Nothing out of the tree can make a mark, a link or a mention. */
import { idsText, quoted, sentence, table } from "../inert-markdown.js";
import { codeSpan } from "../markdown.js";
import { withoutPersonal } from "../personal-data.js";
import {
  type Block,
  type Fact,
  isShownOn,
  type Outline,
  plainOf,
  type Said,
  stretchesOf,
  type Toned,
} from "./outline.js";

/** UTF-16 units of a text in a line, and of one that hangs below an item. */
const LINE = 160;
const BELOW = 600;

/** Our own words as they are where nothing of them acts, and else as code. `isWithin`: no list can begin there. */
function ownWords(text: string, isWithin: boolean): string {
  const [, before = "", middle = "", after = ""] = /^([\s,;()]*)([\s\S]*?)([\s,;:.)]*)$/.exec(text) ?? [];
  const words = isWithin ? `is ${middle}` : middle;
  if (middle === "" || sentence(words) === words) return `${before}${middle}${after}`;
  return text.replace(/\S[\s\S]*\S|\S/, sentence);
}

/** A text: our own words as they are, words of the tree as code. */
function said(says: Said, { isWithin = false, longest = LINE } = {}): string {
  const stretches = stretchesOf(says).map((one): Toned => (typeof one === "string" ? { text: one } : one));
  const parts: Toned[] = [];
  for (const { text, isData, ids, tone } of stretches) {
    const last = parts.at(-1);
    const isOwn = (one: Toned) => one.isData === undefined && one.ids === undefined && one.tone !== "strong";
    const part = { text, ...(isData && { isData }), ...(ids && { ids }), ...(tone === "strong" && { tone }) };
    if (last !== undefined && isOwn(last) && isOwn(part)) parts.splice(-1, 1, { text: last.text + text });
    else parts.push(part);
  }
  return parts
    .map(({ text, isData, ids, tone }, at) => {
      if (ids !== undefined) return idsText(ids);
      if (isData === true) return quoted(text, longest);
      const words = ownWords(text, isWithin || at > 0);
      return tone === "strong" ? `**${words}**` : words;
    })
    .join("");
}

function factsTable(groups: readonly (readonly Fact[])[]): string[] {
  const rows = groups.flat().flatMap(({ name, says, ids = [] }) => {
    if (name === undefined || says === undefined) return [];
    return [[sentence(name), ownWords(says, true), idsText(ids)]];
  });
  return table(["Measure", "Figure", "Entries"], rows);
}

const fenced = (text: string, language: string): string[] => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return ["", `${fence}${language}`, ...text.split("\n"), fence, ""];
};

function linesOf(block: Block): string[] {
  switch (block.kind) {
    case "gap":
      return [""];
    case "heading":
      return ["", `${"#".repeat(block.level ?? 2)} ${said(block.says)}`, ""];
    case "line":
      return [said(block.says), ""];
    case "field":
      return [`- ${block.label}: ${said(block.says)}`];
    case "table": {
      const columns = block.columns
        .map((column, at) => ({ column, at }))
        .filter(({ column }) => isShownOn(column.only, "markdown"));
      const rows = block.rows.map(({ cells }) => columns.map(({ at }) => said(cells[at] ?? "", { isWithin: true })));
      if (rows.length === 0) return [];
      return [
        ...(block.caption === undefined ? [] : [sentence(block.caption), ""]),
        ...table(
          columns.map(({ column }) => column.name),
          rows,
        ),
      ];
    }
    case "list":
      return [
        ...block.items.flatMap(({ says, under = [] }) => [
          `- ${said(says)}`,
          ...under.map((one) => `  - ${said(one, { longest: BELOW })}`),
        ]),
        "",
      ];
    case "quote":
      return fenced(block.text, "text");
    case "diff":
      return fenced(block.text, "diff");
    case "next":
      return [...block.steps.map(([command, why]) => `- ${codeSpan(command)}: ${sentence(why)}`), ""];
    case "bar": {
      const counts = block.parts.map(([name, count]) => `${count} ${sentence(name)}`).join(", ");
      return [`- ${sentence(block.label)}: ${block.says === undefined ? "" : `${plainOf(block.says)}; `}${counts}`];
    }
    case "facts":
      return factsTable(block.groups);
    case "plot":
      return [];
    case "section": {
      const content = block.blocks.flatMap(linesOf);
      return content.every((one) => one === "") ? [] : ["", `## ${sentence(block.name)}`, "", ...content];
    }
    case "only":
      return isShownOn(block.on, "markdown") ? block.blocks.flatMap(linesOf) : [];
  }
}

/** The lines of an outline without personal data; several empty ones in a row are one. */
export function markdownText(outline: Outline): string {
  const text = outline.flatMap(linesOf).join("\n");
  return `${withoutPersonal(text)
    .replace(/\n{3,}/g, "\n\n")
    .trim()}\n`;
}

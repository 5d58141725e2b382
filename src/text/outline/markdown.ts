/** An outline as Markdown: for a pull request or a file. Nothing out of the tree can make a mark, a link or a mention. */
import { quoted, sentence, table } from "../inert-markdown.js";
import { codeSpan } from "../markdown.js";
import { type Block, type Outline, plainOf, type Said, stretchesOf } from "./outline.js";

/** A text: our own words as they are, words of the tree as code. */
function said(says: Said): string {
  return stretchesOf(says)
    .map((one) => {
      if (typeof one !== "string" && one.isData === true) return quoted(one.text);
      const text = typeof one === "string" ? one : one.text;
      const [, before = "", middle = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
      return middle === "" ? text : `${before}${sentence(middle)}${after}`;
    })
    .join("");
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
      return ["", `## ${said(block.says)}`, ""];
    case "line":
      return [said(block.says), ""];
    case "field":
      return [`- ${block.label}: ${said(block.says)}`];
    case "table": {
      const columns = block.columns
        .map((column, at) => ({ column, at }))
        .filter(({ column }) => column.only !== "screen");
      const rows = block.rows.map(({ cells }) => columns.map(({ at }) => said(cells[at] ?? "")));
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
          ...under.map((one) => `  - ${said(one)}`),
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
  }
}

/** The lines of an outline; several empty ones in a row are one. */
export function markdownText(outline: Outline): string {
  return `${outline
    .flatMap(linesOf)
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()}\n`;
}

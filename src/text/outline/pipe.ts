/** An outline as plain lines: for a pipe and for models. Nothing is broken or cut; rows of tables are separated by tabs. */
import { type Block, type Outline, plainOf, type Row, type Said } from "./outline.js";

/** Cells for the label of a field, and before it. */
export const LABEL = 12;
export const FIELD_INDENT = 2;
/** Cells of the label before a first step. */
export const NEXT = 11;

const blanks = (cells: number): string => " ".repeat(cells);

const oneLine = (says: Said): string => plainOf(says).replace(/\s+/g, " ").trim();

function rowLine(columns: (Block & { kind: "table" })["columns"], { cells }: Row): string {
  return columns.flatMap(({ only }, at) => (only === "screen" ? [] : [oneLine(cells[at] ?? "")])).join("\t");
}

function linesOf(block: Block): string[] {
  switch (block.kind) {
    case "gap":
      return [""];
    case "heading":
      return [plainOf(block.says)];
    case "line":
      return plainOf(block.says)
        .split("\n")
        .map((one, at) => `${blanks((block.indent ?? 0) + (at === 0 ? 0 : (block.hang ?? 0)))}${one}`);
    case "field": {
      const { label, says, cells = LABEL, indent = FIELD_INDENT } = block;
      const [first = "", ...rest] = plainOf(says).split("\n");
      return [
        `${blanks(indent)}${label.padEnd(cells)}${first}`,
        ...rest.map((one) => `${blanks(indent + cells)}${one}`),
      ];
    }
    case "table":
      return block.rows.map((row) => rowLine(block.columns, row));
    case "list":
      return block.items.flatMap(({ says, under = [] }) => {
        const { mark = "- ", indent = 0 } = block;
        const below = blanks(indent + mark.length);
        return [`${blanks(indent)}${mark}${plainOf(says)}`, ...under.map((one) => `${below}${plainOf(one)}`)];
      });
    case "quote":
    case "diff":
      return block.text.split("\n").map((one) => (one === "" ? one : `${blanks(block.indent ?? 0)}${one}`));
    case "next": {
      const { label = "next", steps } = block;
      const wide = Math.max(0, ...steps.map(([command]) => command.length)) + 2;
      return steps.map(([command, why], at) => `${(at === 0 ? label : "").padEnd(NEXT)}${command.padEnd(wide)}${why}`);
    }
    case "bar": {
      const counts = block.parts.map(([name, count]) => `${count} ${name}`).join(", ");
      const says = block.says === undefined ? "" : `${plainOf(block.says)}; `;
      return [`${block.label.padEnd(NEXT)}${says}${counts}`];
    }
  }
}

/** The lines of an outline, each ended. */
export function pipeText(outline: Outline): string {
  return outline
    .flatMap(linesOf)
    .map((one) => `${one.trimEnd()}\n`)
    .join("");
}

/** An outline as plain lines: for a pipe and for models. Nothing is broken or cut; rows of tables are separated by tabs. */
import { type Paint, PLAIN } from "../paint.js";
import { type Block, isShownOn, type Outline, type Row, type Said, shortNumber, stretchesOf } from "./outline.js";

/** Cells for the label of a field, and before it. */
export const LABEL = 12;
export const FIELD_INDENT = 2;
/** Between items that stand beside each other. */
export const FLOW = " · ";
/** Cells of the label before a first step. */
export const NEXT = 11;

const blanks = (cells: number): string => " ".repeat(cells);

/** A text with its tones, where somebody wants colours in a pipe. */
const painted = (says: Said, paint: Paint): string =>
  stretchesOf(says)
    .map((one) => (typeof one === "string" ? one : one.tone === undefined ? one.text : paint[one.tone](one.text)))
    .join("");

function rowLine(columns: (Block & { kind: "table" })["columns"], { cells }: Row, paint: Paint): string {
  const oneLine = (says: Said): string => painted(says, paint).replace(/\s+/g, " ").trim();
  return columns.flatMap(({ only }, at) => (isShownOn(only, "pipe") ? [oneLine(cells[at] ?? "")] : [])).join("\t");
}

function linesOf(block: Block, paint: Paint): string[] {
  const textOf = (says: Said): string => painted(says, paint);
  switch (block.kind) {
    case "gap":
      return [""];
    case "heading":
      return [paint.strong(textOf(block.says))];
    case "line":
      return textOf(block.says)
        .split("\n")
        .map((one, at) => `${blanks((block.indent ?? 0) + (at === 0 ? 0 : (block.hang ?? 0)))}${one}`);
    case "field": {
      const { label, says, cells = LABEL, indent = FIELD_INDENT } = block;
      const [first = "", ...rest] = textOf(says).split("\n");
      return [
        `${blanks(indent)}${label.padEnd(cells)}${first}`,
        ...rest.map((one) => `${blanks(indent + cells)}${one}`),
      ];
    }
    case "table": {
      const names = block.named === true ? [{ cells: block.columns.map(({ name }) => name) }] : [];
      return [...names, ...block.rows.filter(({ only }) => isShownOn(only, "pipe"))].flatMap((row: Row) => [
        rowLine(block.columns, row, paint),
        ...(block.beneath === undefined
          ? []
          : (row.under ?? []).map((one) => blanks((block.indent ?? 0) + (block.beneath ?? 0)) + textOf(one))),
      ]);
    }
    case "list":
      if (block.flow === true)
        return [`${blanks(block.indent ?? 0)}${block.items.map(({ says }) => textOf(says)).join(FLOW)}`];
      return block.items.flatMap(({ says, under = [] }) => {
        const { mark = "- ", indent = 0 } = block;
        const below = blanks(indent + mark.length);
        return [`${blanks(indent)}${mark}${textOf(says)}`, ...under.map((one) => `${below}${textOf(one)}`)];
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
      const says = block.says === undefined ? "" : `${textOf(block.says)}; `;
      return [`${block.label === "" ? "" : block.label.padEnd(NEXT)}${says}${counts}`];
    }
    case "facts":
      return block.groups
        .map((group) => group.flatMap(({ line }) => line ?? []).join(block.between ?? "; "))
        .filter((text) => text !== "");
    case "plot": {
      const drawn = block.series.filter(({ values }) => values.some((value) => value));
      const numbers = (values: (typeof drawn)[number]["values"]) =>
        values.map((value) => (value === null ? "-" : shortNumber(value))).join(" ");
      return drawn.length === 0 ? [] : [block.title, ...drawn.map(({ name, values }) => `${name}: ${numbers(values)}`)];
    }
    case "section":
      return block.blocks
        .flatMap((one) => linesOf(one, paint))
        .map((one, at) => `${at === 0 ? block.label.padEnd(NEXT) : blanks(NEXT)}${one}`);
    case "only":
      return isShownOn(block.on, "pipe") ? block.blocks.flatMap((one) => linesOf(one, paint)) : [];
  }
}

/** A diff is as git wrote it, blanks at the ends of its lines too. */
const trimmed = (block: Block, paint: Paint): string[] =>
  block.kind === "diff" ? linesOf(block, paint) : linesOf(block, paint).map((one) => one.trimEnd());

/** The lines of an outline, each ended. */
export function pipeText(outline: Outline, paint: Paint = PLAIN): string {
  return outline
    .flatMap((block) => trimmed(block, paint))
    .map((one) => `${one}\n`)
    .join("");
}

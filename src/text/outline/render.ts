/**
 * An outline as lines, for a screen, a pipe and models. A pipe is a screen without width: nothing is broken or cut there, and
 * cells of a row are separated by tabs. Called by the doors; what measures is loaded for a screen alone.
 */
import { type Measure, type Paint, PLAIN } from "../paint.js";
import {
  type Block,
  type BlockOf,
  type Column,
  type Outline,
  plainOf,
  type Row,
  type Said,
  stretchesOf,
  type Tone,
  type View,
} from "./outline.js";

/** Where lines go; without a measure it is a pipe. */
interface Sheet {
  readonly paint: Paint;
  readonly screen?: Measure | undefined;
}

/** A view as the text of one stream. */
export async function rendered(view: View, paint: Paint): Promise<string> {
  if (typeof view === "string") return view;
  return textOf(view, { paint, screen: paint.terminal ? (await import("../columns.js")).SCREEN : undefined });
}

/** The lines of an outline in a pipe, each ended. */
export const pipeText = (outline: Outline, paint: Paint = PLAIN): string => textOf(outline, { paint });

/** The lines of an outline, each ended. A diff is as git wrote it, blanks at the ends of its lines too. */
export const textOf = (outline: Outline, sheet: Sheet): string =>
  outline
    .flatMap((block) => {
      const lines = linesOf(block, sheet);
      return block.kind === "diff" ? lines : lines.map((one) => one.trimEnd());
    })
    .map((one) => `${one}\n`)
    .join("");

/** Cells for the label of a field, and before it. */
const LABEL = 12;
const INDENT = 2;
/** Cells of the label before a first step. */
const NEXT = 11;
/** A label leaves that many cells, or stands above. */
const NARROWEST = 20;
/** A text is broken at no fewer. */
const LEAST_CELLS = 12;
/** Between columns that stand beside each other. */
const GUTTER = 2;
/** Cells before the lines beneath a row. */
const BENEATH = 4;
/** Cells of the last column of text that others leave room for. */
const LEAST_TEXT = 24;

const DIFF: Readonly<Record<string, Tone>> = { "+": "good", "-": "bad", "@": "accent" };

const blanks = (cells: number): string => " ".repeat(Math.max(0, cells));

const styled = (says: Said, paint: Paint): string =>
  stretchesOf(says)
    .map(({ text, tone }) => (tone === undefined ? text : paint[tone](text)))
    .join("");

/** A text behind what stands before it, its further lines so many cells in; `room` for each of them. */
function behind(before: string, cells: number, says: Said, { paint, screen }: Sheet, room = paint.width - cells) {
  const text = styled(says, paint);
  const isBroken = screen !== undefined && Number.isFinite(room);
  const lines = isBroken ? screen.wrap(text, Math.max(LEAST_CELLS, room)) : text.split("\n");
  return lines.map((one, at) => `${at === 0 ? before : blanks(cells)}${one}`);
}

function linesOf(block: Block, sheet: Sheet): string[] {
  const { paint } = sheet;
  switch (block.kind) {
    case "heading":
      return behind("", 0, { text: plainOf(block.says), tone: "strong" }, sheet);
    case "line": {
      const { says, indent = 0, hang = 0, whole } = block;
      return behind(blanks(indent), indent + hang, says, sheet, whole && Number.POSITIVE_INFINITY);
    }
    case "field": {
      const { label, says, cells = LABEL, indent = INDENT } = block;
      const name = (indent === 0 ? paint.strong : paint.faint)(label.padEnd(cells));
      if (paint.width - indent - cells >= NARROWEST)
        return behind(`${blanks(indent)}${name}`, indent + cells, says, sheet);
      return [`${blanks(indent)}${name}`, ...behind(blanks(indent + 2), indent + 2, says, sheet)];
    }
    case "table":
      return sheet.screen === undefined
        ? pipeRows(block, paint)
        : screenRows(block, { ...sheet, screen: sheet.screen });
    case "list":
      return block.items.flatMap(({ says, under = [] }) => [
        ...behind("- ", 2, says, sheet),
        ...under.flatMap((one) => behind("  ", 2, one, sheet)),
      ]);
    case "quote": {
      const { text, indent = 0, tone } = block;
      return text.split("\n").flatMap((one) => behind(blanks(indent), indent, tone ? { text: one, tone } : one, sheet));
    }
    case "diff":
      return block.text.split("\n").flatMap((text) => {
        const { indent = 0 } = block;
        const tone = /^(\+\+\+|---)( |$)/.test(text) ? "strong" : DIFF[text.charAt(0)];
        // What goes on stands under its own text, in the colour of its sign.
        return behind(text === "" ? "" : blanks(indent), indent + 2, tone ? { text, tone } : text, sheet);
      });
    case "next": {
      const { label = "next", steps } = block;
      const cells = NEXT + 2 + Math.max(0, ...steps.map(([command]) => command.length));
      return steps.flatMap(([command, why], at) => {
        const head = paint.strong((at === 0 ? label : "").padEnd(NEXT));
        return behind(`${head}${paint.accent(command.padEnd(cells - NEXT))}`, cells, why, sheet);
      });
    }
  }
}

/** A row a line, its cells as they are. */
function pipeRows({ rows, beneath, indent = 0 }: BlockOf<"table">, paint: Paint): string[] {
  const cellOf = (says: Said) => styled(says, paint).replace(/\s+/g, " ").trim();
  return rows.flatMap(({ cells, piped = cells, under = [] }) => {
    const lines = beneath === undefined ? [] : under.map((one) => blanks(indent + beneath) + styled(one, paint));
    return piped.length === 0 ? [] : [piped.map(cellOf).join("\t"), ...lines];
  });
}

interface Shown extends Column {
  at: number;
  cells: number;
}

/** The columns that fit beside each other, and the last text among them, which has what the others leave. */
function columnsFor(columns: readonly Column[], rows: readonly Row[], room: number, { widthOf }: Measure) {
  let shown = columns.map((column, at): Shown => {
    const texts = [column.name, ...rows.map(({ cells }) => plainOf(cells[at] ?? ""))];
    return { ...column, at, cells: texts.reduce((most, text) => Math.max(most, widthOf(text)), 0) };
  });
  const text = shown.findLast(({ kind, drop }) => kind === "text" && drop === undefined);
  const leastOf = (one: Shown) => (one === text ? Math.min(one.least ?? LEAST_TEXT, one.cells) : one.cells);
  const isOver = () => shown.reduce((sum, one) => sum + GUTTER + leastOf(one), -GUTTER) > room;
  const dropping = shown.filter(({ drop }) => drop !== undefined).sort((a, b) => (b.drop ?? 0) - (a.drop ?? 0));
  for (const one of dropping) if (isOver()) shown = shown.filter((other) => other !== one);
  if (text !== undefined) {
    const others = shown.reduce((sum, one) => sum + (one === text ? 0 : one.cells + GUTTER), 0);
    text.cells = Math.min(text.cells, Math.max(LEAST_CELLS, room - others));
  }
  return { shown, text };
}

/** Columns beside each other as far as they fit. */
function screenRows(block: BlockOf<"table">, sheet: Sheet & { screen: Measure }): string[] {
  const { columns, rows, indent = 0 } = block;
  const { paint, screen } = sheet;
  const { shown, text } = columnsFor(columns, rows, paint.width - indent, screen);
  const before = text === undefined ? [] : shown.slice(0, shown.indexOf(text));
  const aligned = before.reduce((sum, { cells }) => sum + cells + GUTTER, 0);
  const hang = indent + (block.aligned === true ? aligned : (block.beneath ?? BENEATH));
  const laid = (texts: readonly string[]): string => {
    const cells = shown.map(({ kind, cells: room }, n) => {
      const [said, free] = [texts[n] ?? "", blanks(room - screen.widthOf(texts[n] ?? ""))];
      return kind === "number" ? free + said : said + free;
    });
    return `${blanks(indent)}${cells.join(blanks(GUTTER))}`;
  };
  const head = block.bare === true ? [] : [laid(shown.map(({ name }) => paint.faint(name)))];
  return rows.reduce((lines, { cells, under = [] }) => {
    const parts = shown.map(({ at, kind, cut, cells: room }) => {
      const said = styled(cells[at] ?? "", paint);
      if (kind !== "text") return [said];
      return cut === true ? [screen.cut(said, room)] : screen.wrap(said, room);
    });
    const height = Math.max(1, ...parts.map(({ length }) => length));
    for (let n = 0; n < height; n++) lines.push(laid(parts.map((part) => part[n] ?? "")));
    return lines.concat(under.flatMap((one) => behind(blanks(hang), hang, one, sheet)));
  }, head);
}

/** An outline on a screen: broken at its width, coloured, tables in columns. */
import { cut, pad, widest, wrap } from "../columns.js";
import type { Paint } from "../paint.js";
import {
  type Block,
  type Column,
  type Outline,
  plainOf,
  type Row,
  type Said,
  stretchesOf,
  type Tone,
} from "./outline.js";
import { FIELD_INDENT, LABEL, NEXT } from "./pipe.js";

/** A text is broken at no fewer cells. */
const NARROWEST = 20;
const GUTTER = "  ";
/** Cells of a bar. */
const BAR = 24;

const blanks = (cells: number): string => " ".repeat(cells);

/** The lines of a text in so many cells, each with the tones of its stretches. */
function toneLines(says: Said, room: number, paint: Paint): string[] {
  const plain = plainOf(says);
  const lines = Number.isFinite(room) ? wrap(plain, Math.max(NARROWEST, room)) : plain.split("\n");
  const tones: (Tone | undefined)[] = stretchesOf(says).flatMap((one) =>
    typeof one === "string"
      ? Array.from({ length: one.length }, () => undefined)
      : Array.from({ length: one.text.length }, () => one.tone),
  );
  let at = 0;
  return lines.map((text) => {
    let painted = "";
    let run = "";
    let runTone: Tone | undefined;
    const flush = () => {
      painted += runTone === undefined || run === "" ? run : paint[runTone](run);
      run = "";
    };
    for (const unit of text.split("")) {
      // Breaking a text takes blanks and line ends out of it, and nothing else.
      while (at < plain.length && plain[at] !== unit) at++;
      const tone = tones[at];
      if (tone !== runTone) {
        flush();
        runTone = tone;
      }
      run += unit;
      at++;
    }
    flush();
    return painted;
  });
}

/** Cells of a text, cut where it is longer. */
function cutSaid(says: Said, cells: number, paint: Paint): string {
  const plain = plainOf(says);
  const visible = cut(plain, cells);
  if (visible === plain) return toneLines(says, Number.POSITIVE_INFINITY, paint)[0] ?? "";
  const [tone] = stretchesOf(says).map((one) => (typeof one === "string" ? undefined : one.tone));
  return tone === undefined ? visible : paint[tone](visible);
}

interface Shown {
  column: Column;
  at: number;
  cells: number;
}

/** A column of text takes what the others leave, and no less than this. */
const LEAST_TEXT = 24;

/** The columns that fit beside each other, the last text as wide as there is room. */
function columnsFor(columns: readonly Column[], rows: readonly Row[], room: number): Shown[] {
  const all = columns
    .map((column, at) => ({
      column,
      at,
      cells: widest([column.name, ...rows.map(({ cells }) => plainOf(cells[at] ?? ""))]),
    }))
    .filter(({ column }) => column.only !== "pipe");
  const dropping = all.filter(({ column }) => column.drop !== undefined);
  dropping.sort((a, b) => (b.column.drop ?? 0) - (a.column.drop ?? 0));
  const shown = new Set(all);
  const last = all.findLast(({ column }) => column.kind === "text");
  const used = () =>
    [...shown].reduce(
      (sum, one) => sum + GUTTER.length + (one === last ? Math.min(LEAST_TEXT, one.cells) : one.cells),
      0,
    );
  for (const one of dropping) {
    if (used() <= room) break;
    shown.delete(one);
  }
  if (last !== undefined && shown.has(last)) {
    const others = [...shown].reduce((sum, one) => sum + (one === last ? 0 : one.cells + GUTTER.length), 0);
    last.cells = Math.min(last.cells, Math.max(12, room - others));
  }
  return [...shown];
}

function tableLines(block: Block & { kind: "table" }, paint: Paint): string[] {
  const { rows, bare, indent = 0 } = block;
  const shown = columnsFor(block.columns, rows, paint.width - indent);
  const before = blanks(indent);
  const laid = (texts: readonly string[]) =>
    `${before}${texts
      .map((text, n) => {
        const { column, cells } = shown[n] as Shown;
        if (column.kind === "number") return blanks(cells - widest([text])) + text;
        return n === texts.length - 1 ? text : pad(text, cells);
      })
      .join(GUTTER)}`.trimEnd();
  const head = bare === true ? [] : [paint.faint(laid(shown.map(({ column }) => column.name)))];
  const body = rows.flatMap(({ cells, under = [] }) => {
    const parts = shown.map(({ column, at, cells: wide }) => {
      const says = cells[at] ?? "";
      if (column.kind !== "text") return toneLines(says, Number.POSITIVE_INFINITY, paint).slice(0, 1);
      return column.cut === true ? [cutSaid(says, wide, paint)] : toneLines(says, wide, paint);
    });
    const height = Math.max(1, ...parts.map(({ length }) => length));
    const lines = Array.from({ length: height }, (_, n) => laid(parts.map((part) => part[n] ?? "")));
    const beneath = under.flatMap((one) => toneLines(one, paint.width - indent - 4, paint));
    return [...lines, ...beneath.map((one) => `${before}    ${one}`)];
  });
  return [...head, ...body];
}

const DIFF: Readonly<Record<string, Tone>> = { "+": "good", "-": "bad", "@": "faint" };

function diffLine(text: string, paint: Paint): string {
  const tone = /^(\+\+\+|---)/.test(text) ? "strong" : DIFF[text[0] ?? ""];
  return tone === undefined ? text : paint[tone](text);
}

const TONES: readonly Tone[] = ["good", "bad", "warn", "faint"];
const MARKS = ["█", "▓", "▒", "░"] as const;

/** A part of a bar: as many cells as its share, at least one. */
function barText(parts: (Block & { kind: "bar" })["parts"], paint: Paint): string {
  const total = parts.reduce((sum, [, count]) => sum + count, 0);
  return parts
    .map(([, count], at) => {
      const cells = count === 0 ? 0 : Math.max(1, Math.round((count / total) * BAR));
      return paint[TONES[at % TONES.length] as Tone]((MARKS[at % MARKS.length] as string).repeat(cells));
    })
    .join("");
}

function linesOf(block: Block, paint: Paint): string[] {
  switch (block.kind) {
    case "gap":
      return [""];
    case "heading":
      return toneLines(plainOf(block.says), paint.width, paint).map((one) => paint.strong(one));
    case "line": {
      const { says, indent = 0, hang = 0 } = block;
      return toneLines(says, paint.width - indent - hang, paint).map(
        (one, at) => `${blanks(indent + (at === 0 ? 0 : hang))}${one}`,
      );
    }
    case "field": {
      const { label, says, cells = LABEL, indent = FIELD_INDENT } = block;
      const tone = indent === 0 ? paint.strong : paint.faint;
      const lines = toneLines(says, paint.width - indent - cells, paint);
      return lines.map((one, at) =>
        at === 0 ? `${blanks(indent)}${tone(label.padEnd(cells))}${one}` : `${blanks(indent + cells)}${one}`,
      );
    }
    case "table":
      return tableLines(block, paint);
    case "list": {
      const { items, mark = "- ", indent = 0 } = block;
      const below = blanks(indent + mark.length);
      const room = paint.width - indent - mark.length;
      return items.flatMap(({ says, under = [] }) => [
        ...toneLines(says, room, paint).map((one, at) => `${at === 0 ? `${blanks(indent)}${mark}` : below}${one}`),
        ...under.flatMap((one) => toneLines(one, room, paint).map((text) => `${below}${text}`)),
      ]);
    }
    case "quote": {
      const { text, indent = 0, tone } = block;
      const lines = text.split("\n").flatMap((one) => wrap(one, Math.max(NARROWEST, paint.width - indent)));
      return lines.map((one) => `${blanks(indent)}${tone === undefined ? one : paint[tone](one)}`);
    }
    case "diff":
      return block.text.split("\n").map((one) => `${blanks(block.indent ?? 0)}${diffLine(one, paint)}`);
    case "next": {
      const { label = "next", steps } = block;
      const wide = Math.max(0, ...steps.map(([command]) => command.length)) + 2;
      return steps.flatMap(([command, why], at) => {
        const [first = "", ...rest] = toneLines(why, paint.width - NEXT - wide, paint);
        const head = `${paint.strong((at === 0 ? label : "").padEnd(NEXT))}${paint.accent(command.padEnd(wide))}${first}`;
        return [head, ...rest.map((one) => `${blanks(NEXT + wide)}${one}`)];
      });
    }
    case "bar": {
      const says =
        block.says === undefined ? "" : `  ${toneLines(block.says, Number.POSITIVE_INFINITY, paint)[0] ?? ""}`;
      const legend = block.parts.map(([name, count]) => `${count} ${name}`).join("  ");
      return [
        `${paint.strong(block.label.padEnd(NEXT))}${barText(block.parts, paint)}${says}`,
        `${blanks(NEXT)}${legend}`,
      ];
    }
  }
}

/** The lines of an outline, each ended, as wide as the screen. */
export function terminalText(outline: Outline, paint: Paint): string {
  return outline
    .flatMap((block) => linesOf(block, paint))
    .map((one) => `${one.trimEnd()}\n`)
    .join("");
}

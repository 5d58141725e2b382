/** A table on a screen: columns beside each other as far as they fit, the last text in what is left. */
import { cut, pad, widest } from "../columns.js";
import type { Paint } from "../paint.js";
import { bar } from "./marks.js";
import { type Block, type Column, isShownOn, plainOf, type Row, type Said, stretchesOf } from "./outline.js";
import { blanks, GUTTER, toneLines } from "./tone-lines.js";

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

/** The last column of text takes what the others leave, and no less than this; one before it that is cut, than that. */
const LEAST_TEXT = 24;
const LEAST_NAME = 8;

/** The columns that fit beside each other, the last text as wide as there is room. */
function columnsFor(columns: readonly Column[], rows: readonly Row[], room: number): Shown[] {
  const all = columns
    .map((column, at) => ({
      column,
      at,
      cells: widest([column.name, ...rows.map(({ cells }) => plainOf(cells[at] ?? ""))]),
    }))
    .filter(({ column }) => isShownOn(column.only, "screen"));
  const dropping = all.filter(({ column }) => column.drop !== undefined);
  dropping.sort((a, b) => (b.column.drop ?? 0) - (a.column.drop ?? 0));
  const shown = new Set(all);
  const last = all.findLast(({ column }) => column.kind === "text");
  const used = () =>
    [...shown].reduce(
      (sum, one) =>
        sum + GUTTER.length + (one === last ? Math.min(one.column.least ?? LEAST_TEXT, one.cells) : one.cells),
      0,
    );
  for (const one of dropping) {
    if (used() - GUTTER.length <= room) break;
    shown.delete(one);
  }
  for (const one of shown) {
    const over = used() - GUTTER.length - room;
    if (one !== last && one.column.cut === true && over > 0)
      one.cells = Math.min(one.cells, Math.max(LEAST_NAME, one.cells - over));
  }
  if (last !== undefined && shown.has(last)) {
    const others = [...shown].reduce((sum, one) => sum + (one === last ? 0 : one.cells + GUTTER.length), 0);
    last.cells = Math.min(last.cells, Math.max(12, room - others));
  }
  return [...shown];
}

/** Cells of a bar in a table. */
const ROW_BAR = 8;

/** The rows of a screen, shares drawn as bars. */
const screenRows = ({ columns, rows }: Block & { kind: "table" }): Row[] =>
  rows
    .filter((row) => isShownOn(row.only, "screen"))
    .map((row) => ({
      ...row,
      cells: row.cells.map((says, at) =>
        columns[at]?.kind === "bar" ? bar(Number(plainOf(says)), 1, ROW_BAR).padEnd(ROW_BAR) : says,
      ),
    }));

export function tableLines(block: Block & { kind: "table" }, paint: Paint): string[] {
  const { bare, indent = 0, beneath = 4 } = block;
  const rows = screenRows(block);
  const shown = columnsFor(block.columns, rows, paint.width - indent);
  const beforeText = shown.slice(
    0,
    shown.findLastIndex(({ column }) => column.kind === "text"),
  );
  const hang = block.aligned === true ? beforeText.reduce((sum, { cells }) => sum + cells + GUTTER.length, 0) : beneath;
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
    const beneath = under.flatMap((one) => toneLines(one, paint.width - indent - hang, paint));
    return [...lines, ...beneath.map((one) => `${before}${blanks(hang)}${one}`)];
  });
  return [...head, ...body];
}

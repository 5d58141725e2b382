/** Tables that pages alone have. */
import { type Block, type Column, only, type Row } from "../text/outline/outline.js";

export const numbers = (...names: string[]): Column[] => names.map((name) => ({ name, kind: "number" }));

/** A table of pages. */
export const pageTable = (caption: string, columns: readonly Column[], rows: readonly Row["cells"][]): Block =>
  only("pages", { kind: "table", caption, columns, rows: rows.map((cells) => ({ cells })) });

export const texts = (...counts: number[]): string[] => counts.map(String);

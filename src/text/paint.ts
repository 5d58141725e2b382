import type { Tone } from "./outline/outline.js";

/** How renderers colour: plain functions on text, so that a pipe gets text and a terminal gets emphasis. */
export interface Paint extends Readonly<Record<Tone, (text: string) => string>> {
  /** Columns that a line may take; `Infinity` where nobody looks at lines. */
  width: number;
  /** A person looks at a terminal: tables and short ids instead of plain lines. */
  terminal: boolean;
}

/** How a screen measures texts that may be coloured: in cells. */
export interface Measure {
  widthOf(text: string): number;
  /** Lines of at most so many cells. */
  wrap(text: string, cells: number): string[];
  /** At most so many cells, an ellipsis at the end where something was cut. */
  cut(text: string, cells: number): string;
}

const same = (text: string): string => text;

/** No colour at all. */
export const PLAIN: Paint = {
  strong: same,
  faint: same,
  good: same,
  bad: same,
  warn: same,
  accent: same,
  width: Number.POSITIVE_INFINITY,
  terminal: false,
};

/**
 * Characters that move the cursor, recolour, hide or reorder text on a screen: control characters (tab and line end
 * apart), bidirectional controls, tag characters, line and paragraph separators.
 */
const UNSEEN = /(?![\t\n])\p{Cc}|\p{Bidi_Control}|[\u2028\u2029\u{e0000}-\u{e007f}]/gu;

const escaped = (char: string): string => `\\u{${(char.codePointAt(0) as number).toString(16)}}`;

/** Text as a terminal may show it: what acts or hides is written out (`\u{1b}`), everything else stays. */
export function printable(text: string): string {
  return text.replace(UNSEEN, escaped);
}

/** The same for every text in a result, so that no renderer can forget one. */
export function printableData<T>(data: T): T {
  if (typeof data === "string") return printable(data) as T;
  if (Array.isArray(data)) return data.map(printableData) as T;
  if (data !== null && typeof data === "object" && Object.getPrototypeOf(data) === Object.prototype) {
    return Object.fromEntries(Object.entries(data).map(([key, value]) => [printable(key), printableData(value)])) as T;
  }
  return data;
}

/** `Corrections`. */
export const titled = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `1 entry`, `3 entries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** How renderers colour: plain functions on text, so that a pipe gets text and a terminal gets emphasis. */
export interface Paint {
  strong(text: string): string;
  faint(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  warn(text: string): string;
  accent(text: string): string;
  /** Columns that a line may take; `Infinity` where nobody looks at lines. */
  width: number;
  /** A person looks at a terminal: tables and short ids instead of plain lines. */
  terminal: boolean;
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

/** A label and its text, later lines beneath the text. Measures nothing itself: what does is loaded for a screen alone. */
import type { Paint } from "./paint.js";

/** Breaks a text into lines of at most so many cells. */
export type LinesOf = (text: string, room: number) => string[];

/** `  because     3 of 5 green runs were retries`: `cells` for the label, `indent` in front of it. */
export function labelledBy(
  linesOf: LinesOf,
  paint: Paint,
  { cells, indent = 2 }: { cells: number; indent?: number },
): (label: string, text: string) => string[] {
  const before = indent + cells;
  return (label, text) => {
    const [first = "", ...rest] = linesOf(text, paint.width - before);
    const row = `${" ".repeat(indent)}${paint.faint(label.padEnd(cells))}${first}`;
    return [row, ...rest.map((line) => " ".repeat(before) + line)];
  };
}

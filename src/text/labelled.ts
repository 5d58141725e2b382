/** Fields for a person: a label, then the text, wrapped beside it. */
import { wrap } from "./columns.js";
import type { Paint } from "./paint.js";

const LABEL = 12;

/** `  because     3 of 5 green runs were retries`, further lines under the first. */
export function labelled(label: string, text: string, paint: Paint): string[] {
  const room = Number.isFinite(paint.width) ? Math.max(20, paint.width - LABEL - 2) : paint.width;
  const [first = "", ...rest] = wrap(text, room);
  return [`  ${paint.faint(label.padEnd(LABEL))}${first}`, ...rest.map((line) => " ".repeat(LABEL + 2) + line)];
}

/** Text wrapped to the width of the screen, behind so many blanks. */
export function indented(text: string, blanks: number, { width }: Pick<Paint, "width">): string[] {
  const room = Number.isFinite(width) ? Math.max(20, width - blanks) : width;
  return wrap(text, room).map((line) => " ".repeat(blanks) + line);
}

/** Texts measured for a screen: widths in cells, so that wide characters and emoji keep columns straight. */
import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import type { Measure } from "./paint.js";

/** Scripts that are written without blanks between words: a line may end behind each of their characters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Lines of at most so many cells, coloured as before; a longer word stays whole, and so do blanks before and within a line. */
export function wrap(text: string, cells: number): string[] {
  return text.split("\n").flatMap((paragraph) => {
    if (stringWidth(paragraph) <= cells) return [paragraph];
    const [margin = ""] = /^ */.exec(paragraph) ?? [];
    const lines = wrapAnsi(paragraph.slice(margin.length), cells - margin.length, { hard: UNSPACED.test(paragraph) });
    return `${margin}${lines}`.split("\n");
  });
}

/** At most so many cells, the last one an ellipsis when something was cut. */
export function cut(text: string, cells: number): string {
  if (stringWidth(text) <= cells) return text;
  const [beginning = ""] = wrapAnsi(text, cells - 1, { hard: true, wordWrap: false, trim: false }).split("\n");
  return `${beginning.trimEnd()}…`;
}

/** Text behind its first word, further lines under the text. */
export function hanging(first: string, text: string, width: number): string {
  const before = stringWidth(first);
  return `${first}${wrap(text, Math.max(20, width - before)).join(`\n${" ".repeat(before)}`)}\n`;
}

/** How a screen measures. */
export const SCREEN: Measure = { widthOf: stringWidth, wrap, cut };

/** Text laid out for a terminal: widths in cells, so that wide characters and emoji keep columns straight. */
import stringWidth from "string-width";
import { labelledBy } from "./labelled.js";
import type { Paint } from "./paint.js";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** At most so many cells, the last one an ellipsis when something was cut. */
export function cut(text: string, cells: number): string {
  if (stringWidth(text) <= cells) return text;
  let visible = "";
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    const wide = stringWidth(segment);
    if (used + wide > cells - 1) break;
    visible += segment;
    used += wide;
  }
  return `${visible.trimEnd()}…`;
}

/** Padded to so many cells. */
export function pad(text: string, cells: number): string {
  return text + " ".repeat(Math.max(0, cells - stringWidth(text)));
}

/** The widest of some texts, in cells. */
export function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, stringWidth(text)), 0);
}

/** Scripts that are written without blanks between words: a line may end behind each of their characters. */
const UNSPACED =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef][\u3001\u3002\uff0c\uff0e\u300d\u300f\uff09]*)/u;

/** Words broken into lines of at most so many cells; a word longer than that stays whole. */
export function wrap(text: string, cells: number): string[] {
  return text.split("\n").flatMap((paragraph) => {
    const lines: string[] = [];
    let line = "";
    for (const word of paragraph.split(/ +/)) {
      for (const [at, part] of word
        .split(UNSPACED)
        .filter((one) => one !== "" || word === "")
        .entries()) {
        const longer = line === "" ? part : `${line}${at === 0 ? " " : ""}${part}`;
        if (line !== "" && stringWidth(longer) > cells) {
          lines.push(line);
          line = part;
        } else line = longer;
      }
    }
    return [...lines, line];
  });
}

/** Text behind its first word, further lines under the text. */
export function hanging(first: string, text: string, width: number): string {
  const before = stringWidth(first);
  const [head = "", ...rest] = wrap(text, Math.max(20, width - before));
  return `${[first + head, ...rest.map((line) => " ".repeat(before) + line)].join("\n")}\n`;
}

/** A label of at most twelve cells and its text. */
export const labelled = (label: string, text: string, paint: Paint): string[] =>
  labelledBy((said, room) => wrap(said, Math.max(20, room)), paint, { cells: 12 })(label, text);

/** Text wrapped to the width of the screen, behind so many blanks. */
export function indented(text: string, blanks: number, { width }: Pick<Paint, "width">): string[] {
  const room = Number.isFinite(width) ? Math.max(20, width - blanks) : width;
  return wrap(text, room).map((line) => " ".repeat(blanks) + line);
}

/** Text laid out for a terminal: widths in cells, so that wide characters and emoji keep columns straight. */
import stringWidth from "string-width";

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

/**
 * Words broken into lines of at most so many cells; a word longer than that stays whole, and so do blanks within a line
 * and `tenet` with its command.
 */
export function wrap(text: string, cells: number): string[] {
  return text.split("\n").flatMap((paragraph) => {
    const lines: string[] = [];
    let line = "";
    for (const [, blanks = "", word = ""] of paragraph.matchAll(/( *)((?:[`(]?tenet )?[^ ]+)/g)) {
      for (const [at, part] of word
        .split(UNSPACED)
        .filter((one) => one !== "")
        .entries()) {
        const longer = `${line}${at === 0 ? blanks : ""}${part}`;
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

/** Lines of a screen: texts broken at a width, each stretch in its tone. */
import { widest, wrap } from "../columns.js";
import type { Paint } from "../paint.js";
import { joined, plainOf, type Said, stretchesOf, type Tone } from "./outline.js";

/** A text is broken at no fewer cells; a label leaves that many, or stands above. */
const LEAST_ROOM = 12;
export const NARROWEST = 20;
/** Between what stands beside each other. */
export const GUTTER = "  ";

export const blanks = (cells: number): string => " ".repeat(cells);

/** The lines of a text in so many cells, each with the tones of its stretches. */
export function toneLines(says: Said, room: number, paint: Paint): string[] {
  const plain = plainOf(says);
  const fits = (text: string) => !Number.isFinite(room) || widest([text]) <= room;
  const lines = plain.split("\n").flatMap((one) => (fits(one) ? [one] : wrap(one, Math.max(LEAST_ROOM, room))));
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

/** Parts beside each other, broken between them where they are too long; the mark behind a part needs a cell too. */
export function partLines(parts: readonly Said[], between: string, room: number, paint: Paint): string[] {
  const lines: Said[] = [];
  for (const [at, part] of parts.entries()) {
    const before = lines.at(-1);
    const longer = before === undefined ? part : joined([before, part], between);
    const free = at === parts.length - 1 ? room : room - between.trimEnd().length;
    if (before === undefined || widest([plainOf(longer)]) <= free) lines.splice(-1, 1, longer);
    else lines.splice(-1, 1, joined([before, between.trimEnd()]), part);
  }
  return lines.flatMap((one) => toneLines(one, room, paint));
}

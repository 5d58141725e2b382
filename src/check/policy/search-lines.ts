/** The lines that a check forbids. Bounded: the cost of a search is known before it begins. */
import type { Entry } from "../../entry/entry.js";
import type { CompiledCheck } from "./compiled-check.js";

/** Instructions times characters of one search: under half a second in the slowest case of the engine. */
const MOST_WORK = 10_000_000;

/** A line by its 1-based number, without its end. */
export interface Line {
  line: number;
  text: string;
}

/** Lines of a file: all of them, or those that a change adds. */
export interface FileLines {
  file: string;
  lines: Line[];
}

/** An entry with its check made ready. */
export interface CarriedCheck extends CompiledCheck {
  entry: Extract<Entry, { type: "correction" | "insight" }>;
}

/** Lines of a file, searched for one check. */
export interface SearchedFile extends FileLines {
  check: CarriedCheck;
  hits: Line[];
  /** They were searched to their end. */
  isWhole: boolean;
}

/** Every line of a text. Behind the last line end there is no further one. */
export function linesOf(raw: string): Line[] {
  const text = raw.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  return text === ""
    ? []
    : text
        .replace(/\n$/, "")
        .split("\n")
        .map((text, at) => ({ line: at + 1, text }));
}

/** Why lines were not searched to their end: one is too long for the pattern, or the time was over. */
export type Incomplete = "long-line" | "time";

export interface FoundLines {
  hits: Line[];
  incomplete?: Incomplete;
}

/** The lines that match `forbid` and not `unless`. `isOver` is polled. */
export function forbiddenLines(
  lines: readonly Line[],
  { forbid, unless }: CompiledCheck,
  isOver: () => boolean,
): FoundLines {
  const size = Math.max(forbid.size, unless?.size ?? 0);
  const found: FoundLines = { hits: [] };
  for (const line of lines) {
    if (isOver()) return { ...found, incomplete: "time" };
    if (size * line.text.length > MOST_WORK) found.incomplete = "long-line";
    else if (forbid.test(line.text) && unless?.test(line.text) !== true) found.hits.push(line);
  }
  return found;
}

/** The lines of one text that a check forbids. Bounded: the cost of a search is known before it begins. */
import type { CompiledCheck, LinePattern } from "./compiled-check.js";

/** Instructions times characters of one search: under half a second in the slowest case of the engine. */
const MOST_WORK = 10_000_000;
/** So much of it is done between two looks at the time. */
const WORK_AT_ONCE = 500_000;

/** A text as it is searched: line ends are `\n` alone. */
export class SearchedText {
  readonly text: string;
  #lines: string[] | undefined;

  constructor(raw: string) {
    this.text = raw.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  }

  /** Behind the last line end there is no further line. */
  get lines(): readonly string[] {
    this.#lines ??= this.text === "" ? [] : this.text.replace(/\n$/, "").split("\n");
    return this.#lines;
  }
}

/** Why a text was not searched to its end: a line is too long for the pattern, or the time was over. */
export type Incomplete = "long-line" | "time";

export interface FoundLines {
  /** 1-based. */
  lines: number[];
  incomplete?: Incomplete;
}

const workOf = ({ size }: Pick<LinePattern, "size">, text: string): number => size * (text.length + 1);

/**
 * The lines that match `forbid` and not `unless`. `isOver` is polled; the result says whether a part was left
 * unsearched.
 */
export function forbiddenLines(searched: SearchedText, check: CompiledCheck, isOver: () => boolean): FoundLines {
  const { forbid, unless } = check;
  if (isOver()) return { lines: [], incomplete: "time" };
  const { text, lines } = searched;
  // Most files hold nothing, and one search tells.
  if (forbid.readsTexts && workOf(forbid, text) <= MOST_WORK && !forbid.test(text)) return { lines: [] };
  const foundLines: FoundLines = { lines: [] };
  let work = 0;
  for (const [at, line] of lines.entries()) {
    const most = Math.max(workOf(forbid, line), unless === undefined ? 0 : workOf(unless, line));
    work += most;
    if (work > WORK_AT_ONCE) {
      work = 0;
      if (isOver()) return { ...foundLines, incomplete: "time" };
    }
    if (most > MOST_WORK) foundLines.incomplete = "long-line";
    else if (forbid.test(line) && unless?.test(line) !== true) foundLines.lines.push(at + 1);
  }
  return foundLines;
}

/** Recognises the words of some entries wherever else they stand: in a log, a version, a query, a copy. */

/** A text as its letters and digits alone, so that quoting, wrapping and markup make no difference. */
export function bare(text: string): string {
  return text
    .replace(/\\[nrt]/g, " ")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Shorter texts are everybody's: "ci" or "it breaks" give nothing away. */
const SHORTEST_TEXT = 12;
/** A line that is a part of a text needs this much to be one. */
const SHORTEST_PART = 16;
/** Length of a text before an ellipsis that identifies it. */
const CUT = 40;
/** The search terms of an erasing. Plain data, so that an interrupted one can be completed later. */
export interface SearchTerms {
  /** Entries that go. */
  ids: readonly string[];
  texts: readonly string[];
}

export class TextMatcher {
  readonly ids: ReadonlySet<string>;
  readonly #texts: readonly string[];

  constructor({ ids, texts }: SearchTerms) {
    this.ids = new Set(ids);
    this.#texts = [...new Set(texts.map(bare))].filter((text) => text.length >= SHORTEST_TEXT);
  }

  /** True when a line contains one of the texts, whole or cut. */
  matchesWhole(line: string): boolean {
    const bareLine = bare(line);
    if (bareLine.length < SHORTEST_TEXT) return false;
    if (this.#texts.some((text) => bareLine.includes(text))) return true;
    return line.includes("…") && this.#texts.some((text) => text.length > CUT && bareLine.includes(text.slice(0, CUT)));
  }

  /** The same, or the line is a part of one: a text may stand on several lines. */
  matches(line: string): boolean {
    if (this.matchesWhole(line)) return true;
    const bareLine = bare(line);
    if (bareLine.length < SHORTEST_PART) return false;
    return this.#texts.some((text) => text.includes(bareLine));
  }

  /** A value with every text in it that holds something replaced; the same object when none does. */
  without<T>(value: T, mark: string): T {
    if (typeof value === "string") return (this.matches(value) ? mark : value) as T;
    if (Array.isArray(value)) {
      const next = value.map((item) => this.without(item, mark));
      return next.every((item, at) => item === value[at]) ? value : (next as T);
    }
    if (typeof value !== "object" || value === null) return value;
    const before = Object.entries(value);
    const after = before.map(([key, item]) => [key, this.without(item, mark)] as const);
    return after.every(([, item], at) => item === before[at]?.[1]) ? value : (Object.fromEntries(after) as T);
  }
}

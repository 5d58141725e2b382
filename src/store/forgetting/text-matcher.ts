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
const SHORTEST_WORD = 8;
/** Words in a row, and letters, that make a quotation and no accident. */
const QUOTED_WORDS = 8;
const QUOTED_LENGTH = 40;

const ANY_ID = /^(?:[A-Z]{2,8})-\d{6,8}-[0-9A-Za-z]{1,8}$/;
/** `node-20.19.1`, `ubuntu-22.04`, `2026-02-15`, `14:02:33`: names of things that everybody uses. */
const COMMON = /^(?:[a-z]+[-_.]?)?v?\d+(?:[-_.:/]\d+)*[a-z]{0,3}$/;
/** Letters and digits in one word: a key, a code name, a host. */
const TELLING = /^(?=.*\p{L})(?=.*\p{N})[\p{L}\p{N}][\p{L}\p{N}_.@+-]*[\p{L}\p{N}]$/u;

/** Words of a text that stand for it alone: none of everyday's, none that is a date, a version or an id. */
export function tellingWords(text: string): string[] {
  const words = text.split(/[\s"'`()[\]{}<>,;:!?=|\\/]+/u).map((word) => word.replace(/^[.-]+|[.-]+$/g, ""));
  return [
    ...new Set(
      words.filter(
        (word) => word.length >= SHORTEST_WORD && TELLING.test(word) && !ANY_ID.test(word) && !COMMON.test(word),
      ),
    ),
  ];
}

/** Every stretch of a bare text that is long enough to be a quotation. */
function quotations(quotedText: string): string[] {
  const words = quotedText.split(" ");
  const runs: string[] = [];
  for (let at = 0; at + QUOTED_WORDS <= words.length; at++) {
    const run = words.slice(at, at + QUOTED_WORDS).join(" ");
    if (run.length >= QUOTED_LENGTH) runs.push(run);
  }
  return runs;
}

/** The search terms of an erasing. Plain data, so that an interrupted one can be completed later. */
export interface SearchTerms {
  /** Entries that go. */
  ids: readonly string[];
  texts: readonly string[];
  /** Words that no other entry holds. */
  words: readonly string[];
}

export class TextMatcher {
  readonly ids: ReadonlySet<string>;
  readonly #texts: readonly string[];
  readonly #words: readonly string[];
  readonly #quotations: ReadonlySet<string>;
  readonly #vocabulary: ReadonlySet<string>;

  constructor({ ids, texts, words }: SearchTerms) {
    this.ids = new Set(ids);
    this.#texts = [...new Set(texts.map(bare))].filter((text) => text.length >= SHORTEST_TEXT);
    this.#words = words.map((word) => word.normalize("NFKC").toLowerCase());
    this.#quotations = new Set(this.#texts.flatMap(quotations));
    this.#vocabulary = new Set(this.#texts.flatMap((text) => text.split(" ")).filter((word) => word.length > 3));
  }

  /** True when a line contains one of the texts, whole or cut, or one of their distinctive words. */
  matchesWhole(line: string): boolean {
    const lower = line.normalize("NFKC").toLowerCase();
    if (this.#words.some((word) => lower.includes(word))) return true;
    const bareLine = bare(line);
    if (bareLine.length < SHORTEST_TEXT) return false;
    if (this.#texts.some((text) => bareLine.includes(text))) return true;
    return line.includes("…") && this.#texts.some((text) => text.length > CUT && bareLine.includes(text.slice(0, CUT)));
  }

  /** The same, or the line quotes one of the texts, or is a part of one: a text may stand on several lines. */
  matches(line: string): boolean {
    if (this.matchesWhole(line)) return true;
    const bareLine = bare(line);
    if (bareLine.length < SHORTEST_PART) return false;
    return (
      this.#texts.some((text) => text.includes(bareLine)) ||
      quotations(bareLine).some((run) => this.#quotations.has(run))
    );
  }

  /** True when a query reveals erased words: it contains them, is a part of them, or found them and shares words. */
  asks(query: string, hasFound: boolean): boolean {
    if (this.matches(query)) return true;
    const bareQuery = bare(query);
    if (bareQuery.length >= 4 && this.#texts.some((text) => ` ${text} `.includes(` ${bareQuery} `))) return true;
    const words = bareQuery.split(" ").filter((word) => word.length > 3);
    const shared = words.filter((word) => this.#vocabulary.has(word)).length;
    return hasFound && shared > 0 && shared * 2 >= words.length;
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

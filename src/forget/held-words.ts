/**
 * Finds the words of some entries, and the names of a contact, wherever else they stand: exactly, in any case, whatever
 * stands between two words, and puts a mark in their place. Pure.
 */
import type { Entry } from "../entry/entry.js";
import { wordsOf } from "../entry/gates/redaction.js";

export interface SearchTerms {
  /** Entries that go. */
  ids: readonly string[];
  /** Texts of theirs. */
  texts: readonly string[];
  /** Names of an erased contact. */
  names: readonly string[];
}

/** Shorter texts are everybody's: "ci" or "it breaks" give nothing away. */
const SHORTEST = 12;
/** What may stand between two words: quotes, markup, an end of a line, also as JSON writes it. */
const BETWEEN = String.raw`(?:\\[nrt]|[^\p{L}\p{N}])+`;

/** The texts of some entries by which they are found elsewhere; labels that many entries share are none. */
export function telling(entries: readonly Entry[]): string[] {
  const texts = entries.flatMap(({ tags: _, domain: __, ...entry }) => wordsOf(entry as Entry));
  return [...new Set(texts)].filter((text) => text.length >= SHORTEST);
}

/** An accent may be a character of its own. */
const compositions = (text: string): string[] => [...new Set(["NFC", "NFD"].map((form) => text.normalize(form)))];

/** A pattern of its words; none for a text of signs alone. */
function patternsOfText(text: string): string[] {
  return compositions(text).flatMap((form) => {
    const words = form.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
    return words.join("").length < SHORTEST / 2 ? [] : [words.join(BETWEEN)];
  });
}

/** Names stand within runs of letters in scripts without capitals: many have no spaces, or join particles. */
const isJoined = (char = ""): boolean => /\p{Lo}/u.test(char);
const BEFORE = String.raw`(?<![\p{L}\p{M}\p{N}_-])`;
const BEHIND = String.raw`(?![\p{L}\p{M}\p{N}_-])`;

function patternsOfName(name: string): string[] {
  return compositions(name).map((form) => {
    const body = form.replace(/[.^$*+?()[\]{}|\\/]/g, "\\$&").replace(/\s+/g, "\\s+");
    return `${isJoined(form[0]) ? "" : BEFORE}${body}${isJoined(form.at(-1)) ? "" : BEHIND}`;
  });
}

/** The longest that fits counts; without any nothing does. */
const anyOf = (patterns: readonly string[]): string =>
  patterns.toSorted((a, b) => b.length - a.length).join("|") || "(?!)";

export class HeldWords {
  /** Words, or a name as its group. */
  readonly #pattern: RegExp;

  constructor({ texts = [], names = [] }: Partial<SearchTerms>) {
    this.#pattern = new RegExp(
      `${anyOf(texts.flatMap(patternsOfText))}|(${anyOf(names.flatMap(patternsOfName))})`,
      "giu",
    );
  }

  holds(text: string): boolean {
    return text.search(this.#pattern) !== -1;
  }

  /** The text with the mark in the place of the words and names, or of those that are meant. */
  replaced(text: string, mark: string, isMeant = (_start: number, _end: number, _isName: boolean) => true): string {
    return text.replace(this.#pattern, (words: string, name: string | undefined, at: number) =>
      isMeant(at, at + words.length, name !== undefined) ? mark : words,
    );
  }
}

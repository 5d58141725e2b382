/**
 * Finds the words of some entries, and the names of a contact, wherever else they stand: exactly, whatever stands between
 * the words of a text, and puts a mark in their place. Pure.
 */
import type { Entry, Insight } from "../entry/entry.js";
import { wordsOf } from "../entry/gates/redaction.js";
import type { SearchTerms } from "../store/state/erasing.js";
import { isWrittenAsName, patternsOfName } from "./contact-names.js";

/** Shorter texts are everybody's: "ci" or "it breaks" give nothing away. */
const SHORTEST = 12;
/** What may stand between two words: quotes, markup, an end of a line, also as JSON writes it. */
const BETWEEN = String.raw`(?:\\[nrt]|[^\p{L}\p{N}])+`;

/** The texts of some entries by which they are found elsewhere; labels that many entries share are none. */
export function telling(entries: readonly Entry[]): string[] {
  const texts = entries.flatMap(({ tags: _, domain: __, ...entry }) => {
    const evolution = (entry as Partial<Insight>).evolution?.map(({ tags: _tags, ...item }) => item);
    return wordsOf({ ...entry, evolution } as Entry);
  });
  return [...new Set(texts)].filter((text) => text.length >= SHORTEST);
}

/** A pattern of its words, in both compositions; none for a text of signs alone. */
function patternsOfText(text: string): string[] {
  return [...new Set(["NFC", "NFD"].map((form) => text.normalize(form)))].flatMap((form) => {
    const words = form.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
    return words.join("").length < SHORTEST / 2 ? [] : [words.join(BETWEEN)];
  });
}

/** A pattern that fits nothing. */
const NOTHING = "(?!)";
const anyOf = (patterns: readonly string[]): string => patterns.toSorted((a, b) => b.length - a.length).join("|");

export class HeldWords {
  readonly ids: ReadonlySet<string>;
  /** Words, or a name as its group. */
  readonly #pattern: RegExp | undefined;

  constructor({ ids = [], texts = [], names = [] }: Partial<SearchTerms>) {
    this.ids = new Set(ids);
    const [words, called] = [anyOf(texts.flatMap(patternsOfText)), anyOf(names.flatMap(patternsOfName))];
    const pattern = [...(words === "" ? [] : [words]), `(${called === "" ? NOTHING : called})`].join("|");
    if (words !== "" || called !== "") this.#pattern = new RegExp(pattern, "giu");
  }

  holds(text: string): boolean {
    return this.replaced(text, "") !== text;
  }

  /** The text with the mark in the place of the words and names, or of those that are meant. */
  replaced(text: string, mark: string, isMeant = (_start: number, _end: number, _isName: boolean) => true): string {
    if (this.#pattern === undefined) return text;
    return text.replace(this.#pattern, (words: string, name: string | undefined, at: number) => {
      const isWords = name === undefined || isWrittenAsName(name);
      return isWords && isMeant(at, at + words.length, name !== undefined) ? mark : words;
    });
  }
}

/** The records among some in which words of an entry stand. */
export function quotationsOf(entry: Entry, records: readonly Entry[]): Entry[] {
  const held = new HeldWords({ texts: telling([entry]) });
  return records.filter((record) => record.id !== entry.id && wordsOf(record).some((text) => held.holds(text)));
}

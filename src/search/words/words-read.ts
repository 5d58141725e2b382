/** What was read of the words: the texts of a list share most of their words and neighbours. */
import type { Entry } from "../../entry/entry.js";
import type { CacheDatabase } from "../../store/cache/database.js";
import { PART_SIZE, templateTerms } from "./document.js";
import { type Lengths, lengthsIn, numbersIn } from "./word-index.js";

/** The template of an entry by its terms. */
export interface TemplateWords {
  /** Tokens. */
  length: number;
  /** By {@link WordsRead.numberOf}, in the order in which they are kept. */
  terms: Uint32Array;
  counts: Uint32Array;
}

/** The entries of one part that hold a term. */
export interface Postings {
  /** The number of the entry in the part's first place. */
  first: number;
  items: Uint32Array;
  lengths: Lengths;
}

export class WordsRead {
  readonly #database: CacheDatabase;
  readonly #lengths: ReadonlyMap<number, Lengths>;
  readonly #postings = new Map<number, readonly Postings[]>();
  readonly #templates = new Map<number, TemplateWords>();
  /** Terms by hash, numbered as they were met. */
  readonly #numbers = new Map<number, number>();
  readonly #hashes: number[] = [];
  /** In how many templates of live entries a term stands, by its number. */
  readonly #frequencies: (number | undefined)[] = [];
  readonly #ids = new Map<number, string>();
  readonly #entries = new Map<string, number>();

  /** The end of the numbers of entries that have words. */
  readonly entriesEnd: number;

  constructor(database: CacheDatabase) {
    this.#database = database;
    this.#lengths = lengthsIn(database);
    this.entriesEnd = PART_SIZE * (Math.max(-1, ...this.#lengths.keys()) + 1);
  }

  /** The entries that hold a term, in parts: those whose lengths were read. */
  postingsOf(term: number): readonly Postings[] {
    let parts = this.#postings.get(term);
    if (parts === undefined) {
      const sql = `SELECT part, items FROM postings WHERE part IN (${[...this.#lengths.keys()]}) AND term = ? ORDER BY part`;
      parts = this.#database.rows<[number, Uint8Array]>(sql, term).map(([part, items]) => ({
        first: part * PART_SIZE,
        items: numbersIn(items),
        lengths: this.#lengths.get(part) as Lengths,
      }));
      this.#postings.set(term, parts);
    }
    return parts;
  }

  /** A term's number here: small, so that facts about terms lie in arrays. */
  numberOf(term: number): number {
    let number = this.#numbers.get(term);
    if (number === undefined) {
      number = this.#hashes.push(term) - 1;
      this.#numbers.set(term, number);
    }
    return number;
  }

  /** In how many templates of live entries these terms stand, by their numbers. */
  frequenciesOf(terms: Iterable<number>): number[] {
    const termNumbers = [...terms];
    const missingTerms = termNumbers.filter((number) => this.#frequencies[number] === undefined);
    if (missingTerms.length > 0) {
      const sql = "SELECT term, live_templates FROM terms WHERE term IN (SELECT value FROM json_each(?))";
      const hashes = JSON.stringify(missingTerms.map((number) => this.#hashes[number]));
      for (const number of missingTerms) this.#frequencies[number] = 0;
      for (const [term, count] of this.#database.rows<[number, number]>(sql, hashes)) {
        this.#frequencies[this.numberOf(term)] = count;
      }
    }
    return termNumbers.map((number) => this.#frequencies[number] ?? 0);
  }

  /** Templates of entries, by their numbers; one without words has none. */
  templatesOf(entries: readonly number[]): ReadonlyMap<number, TemplateWords> {
    const missingEntries = entries.filter((entry) => !this.#templates.has(entry));
    if (missingEntries.length > 0) {
      const sql = "SELECT number, record FROM entries WHERE number IN (SELECT value FROM json_each(?))";
      const numbers = JSON.stringify(missingEntries);
      for (const [entry, record] of this.#database.rows<[number, string]>(sql, numbers)) {
        const { length, counts } = templateTerms(JSON.parse(record) as Entry);
        const terms = Uint32Array.from(counts, ([term]) => this.numberOf(term));
        this.#templates.set(entry, { length, terms, counts: Uint32Array.from(counts, ([, count]) => count) });
      }
    }
    return this.#templates;
  }

  /** The ids of entries, by their numbers. */
  idsOf(entries: readonly number[]): ReadonlyMap<number, string> {
    const missingEntries = entries.filter((entry) => !this.#ids.has(entry));
    const sql = "SELECT number, id FROM entries WHERE number IN (SELECT value FROM json_each(?))";
    const rows =
      missingEntries.length === 0 ? [] : this.#database.rows<[number, string]>(sql, JSON.stringify(missingEntries));
    for (const [entry, id] of rows) this.#ids.set(entry, id);
    return this.#ids;
  }

  /** The numbers of entries, of those that are there. */
  numbersOf(ids: Iterable<string>): ReadonlyMap<string, number> {
    const missingIds = Array.from(ids).filter((id) => !this.#entries.has(id));
    const sql = "SELECT id, number FROM entries WHERE twin = 0 AND id IN (SELECT value FROM json_each(?))";
    const rows = missingIds.length === 0 ? [] : this.#database.rows<[string, number]>(sql, JSON.stringify(missingIds));
    for (const [id, entry] of rows) this.#entries.set(id, entry);
    return this.#entries;
  }
}

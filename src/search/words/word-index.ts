/**
 * The words of all entries, in the cache beside them: for each term the entries that hold it, in parts by the entries'
 * numbers, so that a new one rewrites little, and for each part the lengths of its entries. What an entry holds is read
 * from its record.
 */
import type { Entry } from "../../entry/entry.js";
import type { CacheDatabase } from "../../store/cache/database.js";
import {
  type Document,
  documentOf,
  PART_SIZE,
  packedItem,
  partOf,
  placeIn,
  placeOf,
  templateCountOf,
} from "./document.js";

/** Entries that are taken up at once. */
const ENTRIES_AT_ONCE = 2_048;

const CORPUS = "words corpus";

/** What is known of all live entries. */
export interface WordTotals {
  size: number;
  length: number;
  templateLength: number;
}

export function wordTotals(database: CacheDatabase): WordTotals {
  return database.fact<WordTotals>(CORPUS) ?? { size: 0, length: 0, templateLength: 0 };
}

/** Numbers as they lie in a blob. */
export function numbersIn(blob: Uint8Array): Uint32Array {
  if (blob.byteOffset % 4 === 0) return new Uint32Array(blob.buffer, blob.byteOffset, blob.length / 4);
  return new Uint32Array(blob.slice().buffer);
}

const bytesOf = (numbers: Uint32Array): Uint8Array =>
  new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);

/** Marks of a length: an entry of this number was read; it counts in the statistics. */
const READ = 1 << 31;
const LIVE = 1 << 30;

/** The lengths of the entries of a part, by their places: of all fields, marked, and of the template. */
export class Lengths {
  readonly numbers: Uint32Array;

  constructor(numbers: Uint32Array = new Uint32Array(2 * PART_SIZE)) {
    this.numbers = numbers;
  }

  isRead(place: number): boolean {
    return this.numbers[2 * place] !== 0;
  }

  isLive(place: number): boolean {
    return ((this.numbers[2 * place] as number) & LIVE) !== 0;
  }

  all(place: number): number {
    return (this.numbers[2 * place] as number) & (LIVE - 1);
  }

  template(place: number): number {
    return this.numbers[2 * place + 1] as number;
  }

  set(place: number, { live, length, templateLength }: Pick<Document, "live" | "length" | "templateLength">): void {
    this.numbers[2 * place] = READ | (live ? LIVE : 0) | length;
    this.numbers[2 * place + 1] = templateLength;
  }

  clear(place: number): void {
    this.numbers.fill(0, 2 * place, 2 * place + 2);
  }
}

/** The lengths of every part, by its number. */
export function lengthsIn(database: CacheDatabase): Map<number, Lengths> {
  const rows = database.rows<[number, Uint8Array]>("SELECT part, lengths FROM documents");
  return new Map(rows.map(([part, blob]) => [part, new Lengths(numbersIn(blob))]));
}

/** Changes to one part. */
interface PartChanges {
  lengths: Lengths;
  /** Items by term. */
  added: Map<number, number[]>;
  /** Places of removed entries. */
  gone: Set<number>;
  /** Those of them that counted in the statistics. */
  goneLive: Set<number>;
}

/** By term: rows that are written in the order of their table fill its pages. */
const inOrder = (items: ReadonlyMap<number, number[]>) => [...items].sort(([a], [b]) => a - b);

/** Changes to the index, collected: each list of entries is written once. */
class WordChanges {
  readonly #database: CacheDatabase;
  readonly #totals: WordTotals;
  readonly #terms = new Map<number, [documents: number, live: number, templates: number]>();
  readonly #parts = new Map<number, PartChanges>();

  constructor(database: CacheDatabase) {
    this.#database = database;
    this.#totals = wordTotals(database);
  }

  #part(entry: number): PartChanges {
    const part = partOf(entry);
    let changes = this.#parts.get(part);
    if (changes === undefined) {
      const [blob] = this.#database.column<Uint8Array>("SELECT lengths FROM documents WHERE part = ?", part);
      const lengths = new Lengths(blob === undefined ? undefined : numbersIn(blob.slice()));
      changes = { lengths, added: new Map(), gone: new Set(), goneLive: new Set() };
      this.#parts.set(part, changes);
    }
    return changes;
  }

  #count(live: boolean, length: number, templateLength: number, by: 1 | -1): void {
    if (!live) return;
    this.#totals.size += by;
    this.#totals.length += by * length;
    this.#totals.templateLength += by * templateLength;
  }

  #tally(term: number, item: number, live: boolean, by: 1 | -1): void {
    const termCounts = this.#terms.get(term) ?? [0, 0, 0];
    termCounts[0] += by;
    if (live) termCounts[1] += by;
    if (live && templateCountOf(item) > 0) termCounts[2] += by;
    this.#terms.set(term, termCounts);
  }

  add(entry: number, document: Document): void {
    const { lengths, added } = this.#part(entry);
    const { live, length, templateLength } = document;
    lengths.set(placeOf(entry), document);
    this.#count(live, length, templateLength, 1);
    for (const [term, counts] of document.counts) {
      const item = packedItem(entry, counts);
      this.#tally(term, item, live, 1);
      const items = added.get(term);
      if (items === undefined) added.set(term, [item]);
      else items.push(item);
    }
  }

  remove(entry: number): void {
    const { lengths, gone, goneLive } = this.#part(entry);
    const place = placeOf(entry);
    if (!lengths.isRead(place)) return;
    const live = lengths.isLive(place);
    this.#count(live, lengths.all(place), lengths.template(place), -1);
    gone.add(place);
    if (live) goneLive.add(place);
    lengths.clear(place);
  }

  write(): void {
    for (const [part, changes] of this.#parts) {
      this.#writeGone(part, changes);
      for (const [term, items] of inOrder(changes.added))
        this.#writeList(part, term, [...this.#items(part, term), ...items]);
      this.#writeLengths(part, changes.lengths);
    }
    this.#writeTerms();
    this.#database.setFact(CORPUS, this.#totals);
  }

  /** Takes removed entries out of every list of their part. */
  #writeGone(part: number, { gone, goneLive }: PartChanges): void {
    if (gone.size === 0) return;
    const rows = this.#database.rows<[number, Uint8Array]>("SELECT term, items FROM postings WHERE part = ?", part);
    for (const [term, blob] of rows) {
      const items = numbersIn(blob);
      const staying = items.filter((item) => !gone.has(placeIn(item)));
      if (staying.length === items.length) continue;
      for (const item of items) {
        if (gone.has(placeIn(item))) this.#tally(term, item, goneLive.has(placeIn(item)), -1);
      }
      this.#writeList(part, term, staying);
    }
  }

  #items(part: number, term: number): Uint32Array {
    const sql = "SELECT items FROM postings WHERE part = ? AND term = ?";
    const [blob] = this.#database.column<Uint8Array>(sql, part, term);
    return blob === undefined ? new Uint32Array() : numbersIn(blob);
  }

  #writeList(part: number, term: number, items: ArrayLike<number>): void {
    const database = this.#database;
    if (items.length === 0) database.run("DELETE FROM postings WHERE part = ? AND term = ?", part, term);
    else {
      const sql = "INSERT INTO postings VALUES (?, ?, ?) ON CONFLICT (part, term) DO UPDATE SET items = excluded.items";
      database.run(sql, part, term, bytesOf(Uint32Array.from(items)));
    }
  }

  #writeLengths(part: number, { numbers }: Lengths): void {
    const database = this.#database;
    if (numbers.every((number) => number === 0)) database.run("DELETE FROM documents WHERE part = ?", part);
    else database.run("INSERT OR REPLACE INTO documents VALUES (?, ?)", part, bytesOf(numbers));
  }

  #writeTerms(): void {
    const database = this.#database;
    for (const [term, [documents, live, templates]] of this.#terms) {
      database.run(
        `INSERT INTO terms VALUES (?, ?, ?, ?) ON CONFLICT (term) DO UPDATE SET documents = documents + excluded.documents,
          live = live + excluded.live, live_templates = live_templates + excluded.live_templates`,
        term,
        documents,
        live,
        templates,
      );
      if (documents < 0) database.run("DELETE FROM terms WHERE term = ? AND documents = 0", term);
    }
  }
}

const UNREAD = `SELECT u.entry, e.record, e.searched FROM unread u
  LEFT JOIN entries e ON e.number = u.entry AND e.twin = 0 ORDER BY u.entry LIMIT ?`;

/** Brings the words level with the entries: removes the lost ones and reads the new ones. */
export function followEntries(database: CacheDatabase): void {
  while (database.column("SELECT 1 FROM unread LIMIT 1").length > 0) {
    database.transaction(() => {
      const changes = new WordChanges(database);
      const unindexedRows = database.rows<[number, string | null, number]>(UNREAD, ENTRIES_AT_ONCE);
      for (const [entry, record, live] of unindexedRows) {
        changes.remove(entry);
        if (record !== null) changes.add(entry, documentOf(JSON.parse(record) as Entry, live === 1));
      }
      changes.write();
      database.run("DELETE FROM unread WHERE entry <= ?", unindexedRows.at(-1)?.[0] ?? 0);
    });
  }
}

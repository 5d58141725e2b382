/**
 * The words of all entries, in the cache beside them. For each entry its terms, which compare two texts; for each term the
 * entries that hold it, which answer a query: in parts by the entries' numbers, so that a new one rewrites little.
 */
import { entryIn } from "../../store/cache/base-tables.js";
import type { CacheDatabase } from "../../store/cache/database.js";
import { type Document, documentOf, packedCounts, packedTerms, templateCountOf, termsIn } from "./document.js";

/** Entries of one part, by their numbers. */
const PART_BITS = 10;
/** Entries that are taken up at once. */
const ENTRIES_AT_ONCE = 2_048;

/** Four numbers of an item: the entry's number, its counts of the term, its length and that of its template. */
export const ITEM_NUMBERS = 4;

const CORPUS = "words corpus";

/** What is known of all live entries. */
export interface WordTotals {
  size: number;
  length: number;
  templateLength: number;
}

export function wordTotals(database: CacheDatabase): WordTotals {
  const json = database.fact(CORPUS);
  return json === undefined ? { size: 0, length: 0, templateLength: 0 } : (JSON.parse(json) as WordTotals);
}

/** Numbers as they lie in a blob. */
export function numbersIn(blob: Uint8Array): Uint32Array {
  if (blob.byteOffset % 4 === 0) return new Uint32Array(blob.buffer, blob.byteOffset, blob.length / 4);
  return new Uint32Array(blob.slice().buffer);
}

/** Changes to the index, collected: each list of entries is written once. */
class WordChanges {
  readonly #database: CacheDatabase;
  readonly #totals: WordTotals;
  readonly #terms = new Map<number, [documents: number, live: number, templates: number]>();
  /** By part, then by term. */
  readonly #parts = new Map<number, Map<number, { added: number[]; gone: Set<number> }>>();

  constructor(database: CacheDatabase) {
    this.#database = database;
    this.#totals = wordTotals(database);
  }

  #count(live: boolean, length: number, templateLength: number, by: 1 | -1): void {
    if (!live) return;
    this.#totals.size += by;
    this.#totals.length += by * length;
    this.#totals.templateLength += by * templateLength;
  }

  #list(entry: number, term: number): { added: number[]; gone: Set<number> } {
    const part = entry >>> PART_BITS;
    let terms = this.#parts.get(part);
    if (terms === undefined) {
      terms = new Map();
      this.#parts.set(part, terms);
    }
    let list = terms.get(term);
    if (list === undefined) {
      list = { added: [], gone: new Set() };
      terms.set(term, list);
    }
    return list;
  }

  #tally(term: number, live: boolean, inTemplate: boolean, by: 1 | -1): void {
    const termCounts = this.#terms.get(term) ?? [0, 0, 0];
    termCounts[0] += by;
    if (live) termCounts[1] += by;
    if (live && inTemplate) termCounts[2] += by;
    this.#terms.set(term, termCounts);
  }

  add(entry: number, document: Document): void {
    const { live, length, templateLength, counts } = document;
    this.#count(live, length, templateLength, 1);
    for (const [term, pair] of counts) {
      const packed = packedCounts(pair);
      this.#tally(term, live, templateCountOf(packed) > 0, 1);
      this.#list(entry, term).added.push(entry, packed, length, templateLength);
    }
    this.#database.run("INSERT INTO documents VALUES (?, ?, ?, ?)", entry, Number(live), length, templateLength);
    this.#database.run("INSERT INTO document_terms VALUES (?, ?)", entry, packedTerms(document));
  }

  remove(entry: number): void {
    const database = this.#database;
    const storedEntry = database.get<{ live: number; length: number; template_length: number; terms: Uint8Array }>(
      "SELECT live, length, template_length, terms FROM documents NATURAL JOIN document_terms WHERE entry = ?",
      entry,
    );
    if (storedEntry === undefined) return;
    const live = storedEntry.live === 1;
    this.#count(live, storedEntry.length, storedEntry.template_length, -1);
    const { terms, counts } = termsIn(storedEntry.terms);
    terms.forEach((term, at) => {
      this.#tally(term, live, templateCountOf(counts[at] as number) > 0, -1);
      this.#list(entry, term).gone.add(entry);
    });
    database.run("DELETE FROM documents WHERE entry = ?", entry);
    database.run("DELETE FROM document_terms WHERE entry = ?", entry);
  }

  write(): void {
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
    for (const [part, terms] of this.#parts) {
      for (const [term, { added, gone }] of terms) this.#writeList(term, part, added, gone);
    }
    database.setFact(CORPUS, JSON.stringify(this.#totals));
  }

  #writeList(term: number, part: number, added: readonly number[], removedEntries: ReadonlySet<number>): void {
    const database = this.#database;
    const blob = database.get<{ items: Uint8Array }>(
      "SELECT items FROM postings WHERE term = ? AND part = ?",
      term,
      part,
    )?.items;
    const storedEntries = blob === undefined ? [] : numbersIn(blob);
    const items: number[] = [];
    for (let at = 0; at < storedEntries.length; at += ITEM_NUMBERS) {
      if (removedEntries.has(storedEntries[at] as number)) continue;
      for (let one = at; one < at + ITEM_NUMBERS; one++) items.push(storedEntries[one] as number);
    }
    items.push(...added);
    if (items.length === 0) database.run("DELETE FROM postings WHERE term = ? AND part = ?", term, part);
    else {
      const bytes = new Uint8Array(Uint32Array.from(items).buffer);
      database.run(
        "INSERT INTO postings VALUES (?, ?, ?) ON CONFLICT (term, part) DO UPDATE SET items = excluded.items",
        term,
        part,
        bytes,
      );
    }
  }
}

const UNREAD = `SELECT u.entry, d.entry, r.record, r.counting FROM unread u LEFT JOIN documents d ON d.entry = u.entry
  LEFT JOIN entries e ON e.number = u.entry AND e.twin = 0 LEFT JOIN records r ON r.number = e.number
  ORDER BY u.entry LIMIT ?`;

/** Brings the words level with the entries: removes the lost ones and reads the new ones. */
export function followEntries(database: CacheDatabase): void {
  while (database.get("SELECT 1 FROM unread LIMIT 1") !== undefined) {
    database.transaction(() => {
      const changes = new WordChanges(database);
      const unindexedRows = database.rows<[number, number | null, string | null, string | null]>(
        UNREAD,
        ENTRIES_AT_ONCE,
      );
      for (const [entry, known, record, counting] of unindexedRows) {
        if (record === null) changes.remove(entry);
        else if (known === null) changes.add(entry, documentOf(entryIn(record, counting)));
      }
      changes.write();
      database.run("DELETE FROM unread WHERE entry <= ?", unindexedRows.at(-1)?.[0] ?? 0);
    });
  }
}

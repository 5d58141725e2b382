/**
 * Documents and their terms as typed arrays, searched in place. Terms are kept as 53-bit hashes in ascending order: at
 * 100,000 terms two of them meet once in a million trees. Postings (documents of a term) answer queries, rows (terms of
 * a document) compare documents; each can be made from the other.
 */
import { firstPlace } from "../../text/arrays.js";

const HIGHEST_COUNT = 0xffff;

/** Terms of one entry: how often in all its fields, and how often in its template. */
export interface DocumentTerms {
  id: string;
  /** Relative path of the file that holds it. */
  file: string;
  /** It counts in the statistics. */
  live: boolean;
  /** By term hash: [in all fields, in the template]. */
  counts: Map<number, [all: number, template: number]>;
}

export type Numbers = Uint16Array | Uint32Array;
export type Codes = Uint8Array | Uint16Array | Uint32Array;

/** Lists of numbers one after the other: list i goes from `offsets[i]` to before `offsets[i + 1]`, each in order. */
export interface Lists {
  readonly offsets: Uint32Array;
  readonly items: Numbers;
  /** For each item, the place of its counts in {@link Segment.counts} and {@link Segment.templateCounts}. */
  readonly codes: Codes;
}

export interface Segment {
  /** The files the documents stand in, in order, and the SHA-256 of each. */
  readonly names: readonly string[];
  readonly hashes: readonly string[];
  /** The first document of each file, and how many documents there are. */
  readonly firstOf: Uint32Array;
  readonly size: number;
  /** All ids one after the other, filled up with spaces to one width. */
  readonly ids: string;
  readonly idWidth: number;
  /** Documents in the order of their ids. */
  readonly byId: Numbers;
  /** 1 where a document is a live entry. */
  readonly live: Uint8Array;
  /** Tokens in all fields, and in the template, for each document. */
  readonly lengths: Uint32Array;
  readonly templateLengths: Uint32Array;
  /** Over live documents: how many there are, their tokens in all fields, and in their templates. */
  readonly totals: Float64Array;
  readonly terms: Float64Array;
  /** How many live documents hold each term, and how many in their template. */
  readonly liveWith: Uint32Array;
  readonly liveTemplatesWith: Uint32Array;
  /** How often a term occurs in all fields and in the template, for each code. */
  readonly counts: Uint16Array;
  readonly templateCounts: Uint16Array;
  /** For each term the documents that hold it. */
  readonly postings: Lists;
  /** For each document its terms. */
  rows(): Lists;
}

/** A 53-bit hash of a term (cyrb53): stable between processes and machines, and exact as a double. */
export function hashTerm(term: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < term.length; at++) {
    const code = term.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

/** Where a number stands in an ascending list, from `low` to before `high`; -1 when it does not. */
function placeOf(list: Float64Array | Numbers, number: number, low: number, high: number): number {
  let [from, to] = [low, high - 1];
  while (from <= to) {
    const middle = (from + to) >>> 1;
    const found = list[middle] as number;
    if (found === number) return middle;
    if (found < number) from = middle + 1;
    else to = middle - 1;
  }
  return -1;
}

/** Where a term's postings stand; -1 when no document of the segment holds it. */
export const findTerm = ({ terms }: Segment, hash: number): number => placeOf(terms, hash, 0, terms.length);

/** Does this document hold a term? */
export function holdsTerm({ postings }: Segment, document: number, term: number): boolean {
  const { offsets, items } = postings;
  return placeOf(items, document, offsets[term] as number, offsets[term + 1] as number) >= 0;
}

export function idOf({ ids, idWidth }: Segment, document: number): string {
  return ids.slice(document * idWidth, (document + 1) * idWidth).trimEnd();
}

/** Documents with this id: one at most, unless a tree holds two records of one id. */
export function documentsOf({ ids, idWidth, byId }: Segment, id: string): number[] {
  const wanted = id.padEnd(idWidth);
  const at = (place: number) => {
    const start = (byId[place] as number) * idWidth;
    return ids.slice(start, start + idWidth);
  };
  const found: number[] = [];
  let next = firstPlace(byId.length, (place) => at(place) >= wanted);
  while (next < byId.length && at(next) === wanted) found.push(byId[next++] as number);
  return found;
}

/** Room for so many numbers below `limit`. */
export const numbers = (limit: number, length: number): Numbers =>
  limit <= 0x10000 ? new Uint16Array(length) : new Uint32Array(length);

/** Room for the codes of so many items. */
export function codesFor(kinds: number, length: number): Codes {
  return kinds <= 0x100 ? new Uint8Array(length) : numbers(kinds, length);
}

/** Postings from rows, or rows from postings: `limit` is how many lists come out. */
export function transposed({ offsets, items, codes }: Lists, limit: number, kinds: number): Lists {
  const starts = new Uint32Array(limit + 1);
  for (let at = 0; at < items.length; at++) {
    const item = (items[at] as number) + 1;
    starts[item] = (starts[item] as number) + 1;
  }
  for (let list = 0; list < limit; list++) starts[list + 1] = (starts[list + 1] as number) + (starts[list] as number);
  const next = starts.slice();
  const turned = { items: numbers(offsets.length - 1, items.length), codes: codesFor(kinds, items.length) };
  for (let list = 0; list + 1 < offsets.length; list++) {
    const end = offsets[list + 1] as number;
    for (let at = offsets[list] as number; at < end; at++) {
      const item = items[at] as number;
      const place = next[item] as number;
      next[item] = place + 1;
      turned.items[place] = list;
      turned.codes[place] = codes[at] as number;
    }
  }
  return { offsets: starts, ...turned };
}

/** What a segment is made from; the rest follows. */
export type Parts = Pick<
  Segment,
  "names" | "hashes" | "firstOf" | "ids" | "idWidth" | "byId" | "live" | "terms" | "counts" | "templateCounts"
> & { rows: Lists };

export function segmentFrom({ rows, ...parts }: Parts): Segment {
  const size = parts.live.length;
  const lengths = new Uint32Array(size);
  const templateLengths = new Uint32Array(size);
  const liveWith = new Uint32Array(parts.terms.length);
  const liveTemplatesWith = new Uint32Array(parts.terms.length);
  let [live, total, templateTotal] = [0, 0, 0];
  for (let document = 0; document < size; document++) {
    const end = rows.offsets[document + 1] as number;
    const isLive = parts.live[document] === 1;
    let all = 0;
    let inTemplate = 0;
    for (let at = rows.offsets[document] as number; at < end; at++) {
      const code = rows.codes[at] as number;
      const count = parts.templateCounts[code] as number;
      all += parts.counts[code] as number;
      inTemplate += count;
      if (!isLive) continue;
      const term = rows.items[at] as number;
      liveWith[term] = (liveWith[term] as number) + 1;
      if (count > 0) liveTemplatesWith[term] = (liveTemplatesWith[term] as number) + 1;
    }
    lengths[document] = all;
    templateLengths[document] = inTemplate;
    if (!isLive) continue;
    live++;
    total += all;
    templateTotal += inTemplate;
  }
  const postings = transposed(rows, parts.terms.length, parts.counts.length);
  const totals = Float64Array.of(live, total, templateTotal);
  return { ...parts, size, lengths, templateLengths, totals, liveWith, liveTemplatesWith, postings, rows: () => rows };
}

/** Gives each pair of counts a code. */
export class CountPairs {
  readonly #codes = new Map<number, number>();
  readonly #pairs: [number, number][] = [];

  code(all: number, template: number): number {
    const key = all * (HIGHEST_COUNT + 1) + template;
    let code = this.#codes.get(key);
    if (code === undefined) {
      code = this.#pairs.length;
      this.#codes.set(key, code);
      this.#pairs.push([all, template]);
    }
    return code;
  }

  get columns(): Pick<Segment, "counts" | "templateCounts"> {
    return {
      counts: Uint16Array.from(this.#pairs, ([all]) => all),
      templateCounts: Uint16Array.from(this.#pairs, ([, template]) => template),
    };
  }
}

/** Ids as a segment holds them. */
export function idColumns(ids: readonly string[]): Pick<Segment, "ids" | "idWidth" | "byId"> {
  const idWidth = ids.reduce((width, id) => Math.max(width, id.length), 0);
  const padded = ids.map((id) => id.padEnd(idWidth));
  const byId = numbers(ids.length, ids.length);
  byId.set(
    [...padded.entries()]
      .sort(([a, one], [b, other]) => (one < other ? -1 : one > other ? 1 : a - b))
      .map(([at]) => at),
  );
  return { ids: padded.join(""), idWidth, byId };
}

/** Puts documents together to a segment. Every file of a document must be among `files`. */
export function buildSegment(files: ReadonlyMap<string, string>, documents: readonly DocumentTerms[]): Segment {
  const names = [...files.keys()].sort();
  const byFile = new Map<string, DocumentTerms[]>(names.map((name) => [name, []]));
  for (const document of documents) byFile.get(document.file)?.push(document);
  const sorted = [...byFile.values()].flat();
  const firstOf = new Uint32Array(names.length + 1);
  names.forEach((name, file) => {
    firstOf[file + 1] = (firstOf[file] as number) + (byFile.get(name) as DocumentTerms[]).length;
  });
  const terms = Float64Array.from(new Set(sorted.flatMap(({ counts }) => [...counts.keys()]))).sort();
  const termOf = new Map(Array.from(terms, (hash, term) => [hash, term]));
  const pairs = new CountPairs();
  const offsets = Uint32Array.from([0, ...sorted.map(({ counts }) => counts.size)]);
  for (let document = 0; document < sorted.length; document++)
    offsets[document + 1] = (offsets[document + 1] as number) + (offsets[document] as number);
  const items = numbers(terms.length, offsets[sorted.length] as number);
  const codes: number[] = [];
  for (const { counts } of sorted) {
    for (const [hash, [all, template]] of [...counts].sort(([a], [b]) => a - b)) {
      items[codes.length] = termOf.get(hash) as number;
      codes.push(pairs.code(Math.min(all, HIGHEST_COUNT), Math.min(template, HIGHEST_COUNT)));
    }
  }
  const { columns } = pairs;
  const coded = codesFor(columns.counts.length, codes.length);
  coded.set(codes);
  return segmentFrom({
    names,
    hashes: names.map((name) => files.get(name) as string),
    firstOf,
    ...idColumns(sorted.map(({ id }) => id)),
    live: Uint8Array.from(sorted, ({ live }) => Number(live)),
    terms,
    ...columns,
    rows: { offsets, items, codes: coded },
  });
}

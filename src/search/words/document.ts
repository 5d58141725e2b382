/** An entry as the words it is found by. */
import { claimOf, type Entry, grownTexts, templateOf } from "../../entry/entry.js";
import { termCounts, tokensOf } from "./tokens.js";

/** Counts of one term: in all fields of an entry, and in its template; and whether its claim holds it. */
export interface Counts {
  all: number;
  template: number;
  inClaim: boolean;
}

export interface Document {
  /** It counts in the statistics: a sensitive one shifts nothing. */
  live: boolean;
  /** Tokens in all fields, and in the template. */
  length: number;
  templateLength: number;
  /** By term hash. */
  counts: Map<number, Counts>;
}

/**
 * A 53-bit hash of a term (cyrb53): stable between processes and machines, and exact as a number of SQLite and of ours. At
 * 100,000 terms two of them meet once in a million trees.
 */
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

/** What keywords find beyond the template: what came later with it, its circumstances, its risk and its tags. */
function furtherTextOf(entry: Entry): string {
  const context = entry.type === "correction" || entry.type === "memory" ? entry.context : undefined;
  return [...grownTexts(entry), context, entry.at_risk, ...(entry.tags ?? [])]
    .filter((text) => text !== undefined)
    .join("\n");
}

/** `live`: whether a query may find it. */
export function documentOf(entry: Entry, live: boolean): Document {
  const [template, further] = [tokensOf(templateOf(entry)), tokensOf(furtherTextOf(entry))];
  const counts = new Map<number, Counts>();
  for (const [term, count] of termCounts(template)) {
    counts.set(hashTerm(term), { all: count, template: count, inClaim: false });
  }
  for (const [term, count] of termCounts(further)) {
    const hash = hashTerm(term);
    const keptCounts = counts.get(hash);
    if (keptCounts === undefined) counts.set(hash, { all: count, template: 0, inClaim: false });
    else keptCounts.all += count;
  }
  for (const term of tokensOf(claimOf(entry))) {
    const termRow = counts.get(hashTerm(term));
    if (termRow !== undefined) termRow.inClaim = true;
  }
  const [length, templateLength] = [template.length + further.length, template.length];
  return { live, length, templateLength, counts };
}

/** Entries of one part of the index, by their numbers. */
const PART_BITS = 10;
export const PART_SIZE = 1 << PART_BITS;
export const partOf = (entry: number): number => entry >>> PART_BITS;
export const placeOf = (entry: number): number => entry & (PART_SIZE - 1);

/** Bits of a count. More occurrences count as so many: of none of them a score depends any more. */
const COUNT_BITS = 10;
const HIGHEST = (1 << COUNT_BITS) - 1;
const IN_CLAIM = 1 << (2 * COUNT_BITS);

/** One term of one entry in 31 bits: the entry's place in its part, whether the claim holds the term, and its counts. */
export const packedItem = (entry: number, { all, template, inClaim }: Counts): number =>
  (placeOf(entry) << (2 * COUNT_BITS + 1)) |
  (inClaim ? IN_CLAIM : 0) |
  (Math.min(all, HIGHEST) << COUNT_BITS) |
  Math.min(template, HIGHEST);
export const placeIn = (item: number): number => item >>> (2 * COUNT_BITS + 1);
export const allOf = (item: number): number => (item >>> COUNT_BITS) & HIGHEST;
export const templateCountOf = (item: number): number => item & HIGHEST;
export const isInClaim = (item: number): boolean => (item & IN_CLAIM) !== 0;

/** The template of an entry by the hashes of its terms, in ascending order, with their counts. */
export function templateTerms(entry: Entry): { length: number; counts: [term: number, count: number][] } {
  const tokens = tokensOf(templateOf(entry));
  const counts = Array.from(termCounts(tokens), ([term, count]): [number, number] => [hashTerm(term), count]);
  return { length: tokens.length, counts: counts.sort(([a], [b]) => a - b) };
}

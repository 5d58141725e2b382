/** An entry as the words it is found by. */
import { type Entry, isLive, templateOf } from "../../entry/entry.js";
import { termCounts, tokensOf } from "./tokens.js";

const HIGHEST_COUNT = 0xffff;

/** Counts of one term: in all fields of an entry, and in its template. */
export type Counts = [all: number, template: number];

export interface Document {
  /** It counts in the statistics. */
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

/** What keywords find beyond the template: the history of an idea, its risk and its tags. */
function furtherTextOf(entry: Entry): string {
  const evolution = entry.type === "insight" ? (entry.evolution ?? []) : [];
  const history = evolution.flatMap((item) => [item.text, item.evidence]);
  return [...history, entry.at_risk, ...(entry.tags ?? [])].filter((text) => text !== undefined).join("\n");
}

export function documentOf(entry: Entry): Document {
  const counts = new Map<number, Counts>();
  const [template, further] = [tokensOf(templateOf(entry)), tokensOf(furtherTextOf(entry))];
  for (const [term, count] of termCounts(template)) counts.set(hashTerm(term), [count, count]);
  for (const [term, count] of termCounts(further)) {
    const hash = hashTerm(term);
    const [all, inTemplate] = counts.get(hash) ?? [0, 0];
    counts.set(hash, [all + count, inTemplate]);
  }
  const [length, templateLength] = [template.length + further.length, template.length];
  return { live: isLive(entry), length, templateLength, counts };
}

const clipped = (count: number): number => Math.min(count, HIGHEST_COUNT);

/** Both counts as one number of 32 bits. */
export const packedCounts = ([all, template]: Counts): number => ((clipped(all) << 16) | clipped(template)) >>> 0;
export const allOf = (packed: number): number => packed >>> 16;
export const templateCountOf = (packed: number): number => packed & HIGHEST_COUNT;

/** The terms of a document in ascending order, with their counts, as they are kept. */
export interface TermList {
  terms: Float64Array;
  counts: Uint32Array;
}

export function packedTerms({ counts }: Document): Uint8Array {
  const sorted = [...counts].sort(([a], [b]) => a - b);
  const terms = Float64Array.from(sorted, ([term]) => term);
  const numbers = Uint32Array.from(sorted, ([, one]) => packedCounts(one));
  return Buffer.concat([new Uint8Array(terms.buffer), new Uint8Array(numbers.buffer)]);
}

export function termsIn(packed: Uint8Array): TermList {
  const { buffer } = packed.slice();
  const length = packed.length / 12;
  return { terms: new Float64Array(buffer, 0, length), counts: new Uint32Array(buffer, length * 8, length) };
}

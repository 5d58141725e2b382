import type { Entry } from "./entry.js";

/** A known entry beside a new one, with how near it is. The numbers come from search; nothing here embeds. */
export interface Candidate {
  entry: Entry;
  /** Cosine of the two template texts; absent without a model or vector. */
  similarity?: number | undefined;
  /** `lex(a, b)` of the two template texts, 0 to 1. */
  lexical: number;
}

/** Two decimals: more would differ between processors. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

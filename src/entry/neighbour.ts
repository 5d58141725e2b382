import type { Entry } from "./entry.js";

/** A known entry beside a new one, with how near it is. The numbers come from search; nothing here embeds. */
export interface Candidate {
  entry: Entry;
  /** Cosine of the two template texts; absent without a model or vector. */
  similarity?: number | undefined;
  /** `lex(a, b)` of the two template texts, 0 to 1. */
  lexical: number;
}

/** How near a neighbour is. For programs; people read the reasons. */
export type Band = "same" | "duplicate" | "evolve" | "related" | "none";

/** A neighbour as every capture answers it. Numbers have two decimals. */
export interface Neighbour {
  id: string;
  /** Its claim, for people. */
  text?: string;
  similarity?: number;
  lexical: number;
  band: Band;
  /** What the change guard names between the two claims, one sentence each. */
  differs: string[];
}

/** Two decimals: more would differ between processors. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

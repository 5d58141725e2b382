/** What every capture answers, through every door. */
import type { EntryType } from "./entry.js";

export const DECISIONS = [
  "stored",
  "linked",
  "evolved",
  "restated",
  "skipped",
  "logged",
  "recurrence",
  "superseded",
  "buffered",
  "held",
  "failed",
  "later",
  "irrelevant",
] as const;

export type Decision = (typeof DECISIONS)[number];

/** A live entry near the new one, and what tells them apart. */
export interface Neighbour {
  id: string;
  /** Cosine of the templates, two decimals; absent when no vectors were compared. */
  similarity?: number;
  /** `lex` of the templates, two decimals. */
  lexical: number;
  band: "same" | "duplicate" | "evolve" | "related" | "none";
  /** What the change guard says, in plain words; empty when it is silent. */
  differs: string[];
}

/** Data of a capture. `id`, `file` and `line` name what was written, or the known entry it was folded into. */
export interface Captured {
  decision: Decision;
  type: EntryType;
  /** Absent when only the daily log was written. */
  id?: string;
  file?: string;
  line?: number;
  /** Plain sentences: why it was decided this way. */
  because: string[];
  neighbours: Neighbour[];
  /** The claim as stored. */
  text: string;
  stakes?: "high" | "medium" | "low";
  /** What waits for a person before it is retrieved. */
  waits?: string;
  /** At most one next step. */
  next?: string;
}

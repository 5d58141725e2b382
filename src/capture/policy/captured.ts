/** What every capture answers, through every door. */
import type { Category, EntryType, Stakes } from "../../entry/entry.js";
import type { Neighbour } from "../../entry/neighbour.js";

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
  stakes?: Stakes;
  /** Of a memory: as it stands in its record. */
  category?: Category;
  confidence?: number;
  scope?: string;
  key?: string;
  /** Known entries it contradicts, until someone decides. */
  contests?: string[];
  /** The known correction that this one repeats, and the ones it overturns. */
  recurrence_of?: string;
  superseded?: string[];
  /** The known correction that it may repeat: asked at the next heartbeat. */
  maybe_recurrence_of?: string;
  /** Known corrections that did not stick, with this as evidence. */
  failed?: string[];
  /** Entries it was linked to, closest first. */
  linked?: string[];
  /** Why a person looks at it before it is used. */
  waits?: string;
  /** At most one next step. */
  next?: string;
}

/** What an import makes of one entry of a foreign file, before anything is written. */

import { createHash } from "node:crypto";
import type { Stakes, Verdict } from "../../entry/entry.js";

/** Fields of a record to be; everything in it is the author's own words. */
export interface DraftFields {
  prior_belief?: string;
  corrected_to?: string;
  behavioral_change?: string;
  insight?: string;
  evidence?: string;
  applications?: string[];
  stakes: Stakes;
  at_risk: string;
  context?: string;
  alternatives?: string[];
  domain?: string;
  tags?: string[];
  seen?: number;
  outcome_note?: string;
}

/** A decision that the file itself judges: it becomes a record of its own that names the entry. */
export interface DraftOutcome {
  result: string;
  verdict: Verdict;
  score?: number;
  lesson?: string;
}

export interface DraftEntry {
  fate: "entry";
  type: "correction" | "insight";
  fields: DraftFields;
  /** `user_feedback` and the like: a person said so. */
  byUser: boolean;
  /** Ids and aliases that the text refers to. */
  references: string[];
  outcome?: DraftOutcome;
  /** Goes into the record's `imported`. */
  provenance: { status?: string; filled?: string[]; title?: string; source?: string; cut?: string[] };
}

export type Plan =
  | DraftEntry
  | { fate: "log"; text: string; because: string }
  | { fate: "feature"; title: string; body: string; because: string }
  | { fate: "skip"; because: string };

/** One real entry of a file. */
export interface ImportItem {
  /** 1-based. */
  line: number;
  /** sha256 of its original text with `\n` line ends: by it the entry is known when the file is imported again. */
  hash: string;
  aliases: string[];
  /** Milliseconds; absent when the entry names no day. */
  at?: number;
  /** A day was named and no time of day. */
  dayOnly?: boolean;
  plan: Plan;
}

/** One entry as it stood in its file, before it is judged; `judge` takes the text again after secrets were replaced. */
export interface RawItem {
  line: number;
  hash: string;
  raw: string;
  judge(cleanRaw: string): ImportItem;
}

export type FileKind = "learnings" | "errors" | "feature-requests" | "decisions";

/** A foreign file taken apart. */
export interface Source {
  kind: FileKind;
  /** The whole file as text. */
  text: string;
  items: RawItem[];
  templates: { line: number; reason: string }[];
  /** Plain sentences about the file itself, such as bytes that were mended. */
  notes: { line: number; message: string }[];
}

/** sha256 in hex of an entry's original text: by it the entry is known when its file is imported again. */
export function itemHash(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

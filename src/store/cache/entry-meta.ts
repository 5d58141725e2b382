/** The small part of every entry that lists, heartbeats and look-ups need without loading the entry itself. */
import type {
  Basis,
  Category,
  EntryType,
  ReviewState,
  Stakes,
  Status,
  Stick,
  Tier,
  Verdict,
} from "../../entry/entry.js";

export interface EntryMeta {
  id: string;
  type: EntryType;
  /** UTC to the second. */
  timestamp: string;
  status: Status;
  tier: Tier;
  /** The claim on one line, cut to 300 characters: longer claims are rare, and are loaded from their month when they are shown in full. */
  text: string;
  agent: string;
  /** Relative to the workspace, with `/`. */
  file: string;
  /** 1-based line of the record's heading. */
  line: number;
  /** Hashes of the canonical claim and of each evolution item: the only ground on which a text is skipped. */
  claims: string[];
  /** Hash of the template text: names its vector. */
  template: string;
  stakes?: Stakes;
  source?: string;
  origin?: string;
  scope?: string;
  domain?: string;
  tags?: string[];
  session?: string;
  run?: string;
  review?: { state: ReviewState; at?: string };
  linked?: string[];
  references?: string[];
  supersedes?: string[];
  superseded_by?: string;
  recurrence_of?: string;
  maybe_recurrence_of?: string;
  contests?: string[];
  derived_from?: string[];
  aliases?: string[];
  verdict?: Verdict;
  score?: number;
  outcome?: Verdict;
  outcome_date?: string;
  /** An outcome in words was written; the entry is not asked about again. */
  outcome_note?: true;
  stick?: Pick<Stick, "verdict" | "at">;
  promoted_to?: string;
  imported?: { at: string; from: string; hash: string; status?: string };
  /** Hashes of imported texts that were folded into this entry. */
  folded?: string[];
  seen?: number;
  /** How many uses are written on it. */
  uses?: number;
  flags?: string[];
  triggers?: true;
  /** Of memories. */
  category?: Category;
  basis?: Basis;
  key?: string;
  /** Whose memory it is, in scope `user`. */
  user?: string;
  novelty?: string;
  /** Kept from the cache: its file cannot be read at the moment. */
  unreadable?: true;
}

/** Every field of a head: {@link plainHead} copies these. */
export const HEAD_FIELDS: readonly (keyof EntryMeta)[] = Object.keys({
  id: 1,
  type: 1,
  timestamp: 1,
  status: 1,
  tier: 1,
  text: 1,
  agent: 1,
  file: 1,
  line: 1,
  claims: 1,
  template: 1,
  stakes: 1,
  source: 1,
  origin: 1,
  scope: 1,
  domain: 1,
  tags: 1,
  session: 1,
  run: 1,
  review: 1,
  linked: 1,
  references: 1,
  supersedes: 1,
  superseded_by: 1,
  recurrence_of: 1,
  maybe_recurrence_of: 1,
  contests: 1,
  derived_from: 1,
  aliases: 1,
  verdict: 1,
  score: 1,
  outcome: 1,
  outcome_date: 1,
  outcome_note: 1,
  stick: 1,
  promoted_to: 1,
  imported: 1,
  folded: 1,
  seen: 1,
  uses: 1,
  flags: 1,
  triggers: 1,
  category: 1,
  basis: 1,
  key: 1,
  user: 1,
  novelty: 1,
  unreadable: 1,
} satisfies Record<keyof EntryMeta, 1>) as (keyof EntryMeta)[];

/** A head as an object of its own, with the fields it has: those from the cache read theirs from shared columns. */
export function plainHead(head: EntryMeta): EntryMeta {
  const plain: Record<string, unknown> = {};
  for (const field of HEAD_FIELDS) {
    const value = head[field];
    if (value !== undefined) plain[field] = value;
  }
  return plain as unknown as EntryMeta;
}

/** By timestamp, then id: the order of every list. */
export function byTime(a: EntryMeta, b: EntryMeta): number {
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

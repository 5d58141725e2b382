/** The small part of every entry that lists, heartbeats and look-ups need without loading the entry itself. */
import type {
  Basis,
  Category,
  EntryType,
  Near,
  ReviewState,
  Stakes,
  Status,
  Stick,
  Tier,
  Verdict,
} from "../../entry/entry.js";

import type { CLOSINGS, SENSITIVITIES } from "../../entry/words.js";

export interface EntryMeta {
  id: string;
  type: EntryType;
  /** UTC to the second. */
  timestamp: string;
  /** When it was written, where that is another day. */
  recorded?: string;
  status: Status;
  tier: Tier;
  /** The claim on one line, cut to 300 characters: longer claims are rare, and are loaded when they are shown in full. */
  text: string;
  agent: string;
  /** Relative to the workspace, with `/`. */
  file: string;
  /** 1-based line of the record's heading. */
  line: number;
  /** Hashes of the canonical claim, which is the first, and of every other wording: the only ground on which a text is skipped. */
  claims: string[];
  /** Hash of the template text, and of each claim that is compared: they name its vectors. */
  template: string;
  wordings: string[];
  stakes?: Stakes;
  source?: string;
  origin?: string;
  scope?: string;
  /** Globs of the files that it holds for. */
  paths?: string[];
  domain?: string;
  tags?: string[];
  session?: string;
  run?: string;
  /** The review in force; `assumed` where the record does not say so itself. */
  review?: { state: ReviewState; at?: string; assumed?: true };
  linked?: string[];
  references?: string[];
  supersedes?: string[];
  superseded_by?: string;
  recurrence_of?: string;
  exception_to?: string[];
  near?: Near[];
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
  imported?: { at: string; from: string; hash: string; status?: string; people?: true };
  /** Hashes of imported texts that were folded into this entry. */
  folded?: string[];
  seen?: number;
  /** How many uses are written on it. */
  uses?: number;
  /** When the newest of them was. */
  last_used?: string;
  flags?: string[];
  triggers?: true;
  /** The entry has a check that finds violations in files. */
  check?: true;
  /** What a reflexion is about. */
  entities?: string[];
  /** How a question ended, where that counts; open while it is absent. */
  closed?: { at: string; by: string; how: (typeof CLOSINGS)[number] };
  /** Of memories. */
  category?: Category;
  basis?: Basis;
  confidence?: number;
  key?: string;
  /** A person keeps it before every session; set only where the pin counts. */
  pinned?: true;
  /** The owner, in scope `user`. */
  user?: string;
  /** Of facts about a contact: from when until when it held, whether it is private, when it was said again. */
  valid_from?: string;
  valid_to?: string;
  sensitivity?: (typeof SENSITIVITIES)[number];
  confirmed?: string;
  novelty?: string;
  /** Kept from the cache: its file cannot be read at the moment. */
  unreadable?: true;
}

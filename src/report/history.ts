/** What a report is made of: the tree as it is read once, as plain data. What only this machine knows stands apart. */
import type { Entry } from "../entry/entry.js";
import type { QuestionDays } from "../entry/lessons.js";
import type { GateLine } from "../store/change/gate-lines.js";
import type { Run } from "../store/golden/policy/standing.js";
import type { Version } from "../store/rules/policy/version.js";
import type { Claim } from "../store/sync/policy/convergence.js";
import type { WaitingOfKind } from "../store/waiting/waiting-schemas.js";

export type { GateLine } from "../store/change/gate-lines.js";

/** What the rows of a report are by. */
export const BY = ["agent", "domain", "week"] as const;
export type By = (typeof BY)[number];

/** An entry that qualifies as a rule, or would if nothing stood in the way. */
export interface Candidate {
  id: string;
  /** Plain sentences; empty where nothing blocks it. */
  blocked: readonly string[];
}

/** A golden question as far as the report asks about it. */
export interface GoldenQuestion {
  id: string;
  tags: readonly string[];
}

/** Entries that an agent was shown or found, as the ledger of this machine has it. */
export interface Showing {
  at: string;
  agent: string;
  /** Entries that were shown. */
  ids: readonly string[];
  /** Rules printed in a context. Its other entries are separate showings. */
  context: boolean;
  /** Files that the host itself puts into the prompt: their rules were shown without being in a context. */
  loaded?: readonly string[] | undefined;
}

/** What this machine alone knows. */
export interface LocalHistory {
  /** By time. */
  showings: readonly Showing[];
  /** Searches: whether they found anything. */
  searches: readonly { at: string; found: boolean }[];
  /** Questions of the outcome loop that were put, by entry and time. */
  asked: readonly { id: string; at: string }[];
  /** Claims that agents of a hub came to, as of the last sync. Absent where none was joined. */
  hub?: readonly Claim[] | undefined;
}

export interface History {
  /** The end of the reported time. */
  now: Date;
  timezone: string;
  /** All that everybody may read and that counts: neither forgotten, rejected nor expired; superseded ones included. By time. */
  entries: readonly Entry[];
  byId: ReadonlyMap<string, Entry>;
  candidates: readonly Candidate[];
  /** By number, then creation. */
  versions: readonly Version[];
  gate: readonly GateLine[];
  golden: { questions: readonly GoldenQuestion[]; runs: readonly Run[] };
  waiting: readonly WaitingOfKind[];
  /** Settings that figures depend on. */
  days: QuestionDays;
  stick: { window_days: number };
  /** A question to the owner is no longer open after so many days. */
  expire_days: number;
  local?: LocalHistory | undefined;
}

/** What a report is made of: the tree as it is read once, as plain data. What only this machine knows stands apart. */
import { isSensitive, isWithdrawn } from "../entry/gates/visible.js";
import type { Version } from "../rules/policy/version.js";
import type { Profile } from "../settings.js";
import type { Row } from "../store/cache/row.js";
import type { Claim } from "../sync/policy/convergence.js";

/** What the rows of a report are by. */
export const BY = ["agent", "domain", "week"] as const;
export type By = (typeof BY)[number];

/** Entries that an agent was shown or found, as the ledger of this machine has it. */
export interface Showing {
  at: string;
  agent: string;
  ids: readonly string[];
}

/** What this machine alone knows. */
export interface LocalHistory {
  showings: readonly Showing[];
  /** Claims that agents of a hub came to, as of the last sync. Absent where none was joined. */
  hub?: readonly Claim[] | undefined;
}

export interface History {
  /** The end of the reported time. */
  now: Date;
  timezone: string;
  /** All that everybody may read and that counts: neither forgotten, rejected nor expired; superseded ones included. By time. */
  entries: readonly Row[];
  byId: ReadonlyMap<string, Row>;
  /** What qualifies as a rule, or would if nothing stood in the way. */
  qualified: readonly string[];
  /** By number, then creation. */
  versions: readonly Version[];
  /** Settings that figures depend on. */
  days: Pick<Profile["outcome"], "days">;
  local?: LocalHistory | undefined;
}

/** What counts: neither forgotten nor turned down nor sensitive. An answer whether something was kept counts there. */
export const isCounted = (row: Row): boolean =>
  row.stick === undefined &&
  row.status !== "forgotten" &&
  row.erased === undefined &&
  !isSensitive(row) &&
  !isWithdrawn(row);

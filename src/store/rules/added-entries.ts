/**
 * Whether entries that came since a plan of the rules can change it. Most captures do not: the status that a heartbeat
 * keeps then stands, and nothing is planned anew.
 */
import type { CacheDatabase } from "../cache/database.js";
import type { EntryMeta } from "../cache/entry-meta.js";
import { targetsOf } from "../cache/relations.js";

/** What a plan read. */
export interface PlanInputs {
  /** The rows of the cache's file; absent where they cannot be compared. A row never changes, nor does another get its number. */
  rows?: { newest: number; count: number };
  /** Every entry that the plan looked at, or that a version names. */
  planned: readonly string[];
}

/** Undefined in memory, where numbers are given that the file gives to other rows. */
export function rowsNow(database: CacheDatabase): PlanInputs["rows"] {
  const counts = "(SELECT ifnull(max(number), 0) FROM entries), (SELECT count(*) FROM entries)";
  const [rows] = database.rows<[number, number]>(`SELECT ${counts} FROM pragma_database_list WHERE file <> ''`);
  return rows && { newest: rows[0], count: rows[1] };
}

/** Fields by which an entry may qualify as a rule, or changes what others count. */
const TELLING = [
  ...(["stick", "uses", "references", "recurrence_of", "supersedes", "superseded_by"] as const),
  ...(["exception_to", "promoted_to", "aliases"] as const),
] as const;

function mayCount(head: EntryMeta, plannedIds: ReadonlySet<string>): boolean {
  const { id, type, tier, stakes } = head;
  const isTold = type === "correction" && tier === "owner" && stakes === "high";
  if (isTold || TELLING.some((field) => head[field] !== undefined)) return true;
  return [id, ...targetsOf(head, "near")].some((one) => plannedIds.has(one));
}

/** True when all that happened to the entries since then is that some came of which the rules depend on none. */
export function isOnlyAddedTo(database: CacheDatabase, { rows, planned }: PlanInputs): boolean {
  if (rows === undefined) return false;
  const added = database
    .column<string>("SELECT meta FROM entries WHERE number > ?", rows.newest)
    .map((json) => JSON.parse(json) as EntryMeta);
  if (rowsNow(database)?.count !== rows.count + added.length) return false;
  // A second record of an id may count in place of the first.
  if (database.column("SELECT 1 FROM entries WHERE twin = 1 LIMIT 1").length > 0) return false;
  const ids = JSON.stringify(added.map(({ id }) => id));
  const namedBefore = "target IN (SELECT value FROM json_each(?)) AND entry <= ?";
  if (database.column(`SELECT 1 FROM links WHERE ${namedBefore} LIMIT 1`, ids, rows.newest).length > 0) return false;
  const plannedIds = new Set(planned);
  return !added.some((head) => mayCount(head, plannedIds));
}

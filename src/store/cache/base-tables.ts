/** Tables of the base in the cache: its files, its records that differ from the working copy, files to compare. */
import type { Entry } from "../../entry/entry.js";
import { asCounted, type Counting } from "../../entry/gates/unmerged.js";
import type { CacheDatabase } from "./database.js";

/** Name of the fact with the base of the tables; absent where every entry counts as it is written. */
export const BASE = "base";

/** A record file of the base. */
export interface BaseFile {
  file: string;
  /** Of its blob; of a base that nobody could read yet, the sha256 that it had when it was seen first. */
  oid: string;
}

export type RecordsByBlob = ReadonlyMap<string, readonly Entry[]>;

/** True of a file `f` that is as the base has it. */
const SAME = `EXISTS (SELECT 1 FROM base_files b LEFT JOIN blobs g ON g.sha256 = f.sha256
  WHERE b.file = f.name AND (b.oid = f.sha256 OR instr(g.oids, b.oid) > 0))`;

/** An entry as it counts. */
export function entryIn(record: string, counting: string | null): Entry {
  const entry = JSON.parse(record) as Entry;
  return counting === null ? entry : asCounted(entry, JSON.parse(counting) as Counting);
}

export const baseFiles = (database: CacheDatabase): BaseFile[] => database.all("SELECT file, oid FROM base_files");

/** Blobs with stored records. */
export const loadedBlobs = (database: CacheDatabase): ReadonlySet<string> =>
  new Set(database.column<string>("SELECT oid FROM base_files WHERE loaded = 1"));

/** Contents of the working copy with git's ids for them; null where these were not needed yet. By file. */
export function blobsHere(database: CacheDatabase): Map<string, { sha256: string; oids: string | null }> {
  const rows = database.rows<[string, string, string | null]>(
    "SELECT f.name, f.sha256, g.oids FROM files f LEFT JOIN blobs g ON g.sha256 = f.sha256",
  );
  return new Map(rows.map(([name, sha256, oids]) => [name, { sha256, oids }]));
}

/** A file that is about to change was as the base has it: what it held is what the base holds, and git need not be asked. */
export function keepAsBase(database: CacheDatabase, name: string): void {
  const [oid] = database.column<string>(
    `SELECT b.oid FROM base_files b JOIN files f ON f.name = b.file WHERE f.name = ? AND b.loaded = 0 AND ${SAME}`,
    name,
  );
  if (oid === undefined) return;
  database.run(
    `INSERT OR IGNORE INTO base_records SELECT ?, e.id, r.record FROM entries e JOIN records r ON r.number = e.number
      JOIN files f ON f.number = e.file WHERE f.name = ? ORDER BY e.line`,
    oid,
    name,
  );
  database.run("UPDATE base_files SET loaded = 1 WHERE oid = ?", oid);
}

/** Replaces the stored state of the base. */
export function putBase(
  database: CacheDatabase,
  { files, records, blobs }: { files: readonly BaseFile[]; records: RecordsByBlob; blobs: ReadonlyMap<string, string> },
): void {
  const loaded = new Set([...loadedBlobs(database), ...records.keys()]);
  database.run("DELETE FROM base_files");
  for (const { file, oid } of files)
    database.run("INSERT INTO base_files VALUES (?, ?, ?)", file, oid, loaded.has(oid) ? 1 : 0);
  for (const [oid, entries] of records)
    for (const entry of entries)
      database.run("INSERT OR IGNORE INTO base_records VALUES (?, ?, ?)", oid, entry.id, JSON.stringify(entry));
  for (const [sha256, oids] of blobs) database.run("INSERT OR REPLACE INTO blobs VALUES (?, ?)", sha256, oids);
  database.run("DELETE FROM base_records WHERE oid NOT IN (SELECT oid FROM base_files)");
  database.run("DELETE FROM blobs WHERE sha256 NOT IN (SELECT sha256 FROM files)");
}

/** Nothing is known of any base; what counted by one is to be looked at. */
export function dropBase(database: CacheDatabase): void {
  for (const table of ["base_files", "base_records", "blobs", "unsettled"]) database.run(`DELETE FROM ${table}`);
  database.run("DELETE FROM facts WHERE name = ?", BASE);
}

export const isSettled = (database: CacheDatabase): boolean =>
  database.get("SELECT 1 FROM unsettled LIMIT 1") === undefined;

/** An entry as it stands in the cache. */
export interface KnownRow {
  number: number;
  /** The number of its file. */
  file: number;
  meta: string;
  record: string;
}

/** An entry that is to be looked at beside the base. */
export interface Unsettled extends KnownRow {
  name: string;
  counting: string | null;
  /** 1: its file is as the base has it. */
  same: 0 | 1;
}

/** Those that came or changed since; beside another base all that may count otherwise, and without one what did. */
export function unsettled(database: CacheDatabase, scope: "all" | "other" | "changed" | "none"): Unsettled[] {
  const other = `e.unmerged IS NOT NULL OR NOT ${SAME}`;
  const conditions = {
    all: other,
    other,
    changed: "e.number IN (SELECT entry FROM unsettled)",
    none: "e.unmerged IS NOT NULL",
  }[scope];
  return database.all(
    `SELECT e.number, e.file, e.meta, f.name, r.record, r.counting, ${SAME} AS same FROM entries e
      JOIN records r ON r.number = e.number JOIN files f ON f.number = e.file WHERE ${conditions}`,
  );
}

/** A record as the base has it, in whatever file. */
export function baseRecord(database: CacheDatabase, id: string): Entry | undefined {
  const [record] = database.column<string>(
    `SELECT record FROM base_records WHERE id = ?
      UNION ALL SELECT r.record FROM entries e JOIN records r ON r.number = e.number JOIN files f ON f.number = e.file
      WHERE e.id = ? AND ${SAME} LIMIT 1`,
    id,
    id,
  );
  return record === undefined ? undefined : (JSON.parse(record) as Entry);
}

/** How many records the working copy has otherwise or alone, and how many the base alone. */
export function countApart(database: CacheDatabase): { here: number; there: number } {
  const count = (sql: string) => database.column<number>(`SELECT count(*) FROM ${sql}`)[0] ?? 0;
  return {
    here: count(
      `entries e JOIN files f ON f.number = e.file JOIN records r ON r.number = e.number WHERE e.twin = 0 AND NOT ${SAME}
        AND NOT EXISTS (SELECT 1 FROM base_records b WHERE b.id = e.id AND b.record = r.record)`,
    ),
    there: count("base_records b WHERE NOT EXISTS (SELECT 1 FROM entries e WHERE e.id = b.id)"),
  };
}

/** Entries of which something waits, with how they count. */
export const unmergedRows = (database: CacheDatabase): { meta: string; counting: string }[] =>
  database.all(
    `SELECT e.meta, r.counting FROM entries e JOIN records r ON r.number = e.number
      WHERE e.unmerged IS NOT NULL AND e.twin = 0 ORDER BY e.timestamp, e.id`,
  );

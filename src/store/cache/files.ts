/** The record files as they were read last: what tells an unchanged one without a look into it. */
import type { Finding } from "../../entry/findings.js";
import { sha256 } from "../files/atomic-file.js";
import type { Seen } from "../records/scan.js";
import type { CacheDatabase } from "./database.js";

/** The stored state of one record file. */
export interface FileRecord extends Seen {
  sha256: string;
  findings: Finding[];
}

/** Of a file that is not written yet. */
export const UNSEEN: Seen = { stamp: { size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0 }, at: 0 };

export type KnownFiles = ReadonlyMap<string, Seen & Pick<FileRecord, "sha256">>;

/** Every file as it was read last, by name. */
export function readFiles(database: CacheDatabase): KnownFiles {
  const rows = database.rows<[name: string, seen: string, sha256: string]>("SELECT name, seen, sha256 FROM files");
  return new Map(rows.map(([name, seen, sha256]) => [name, { ...(JSON.parse(seen) as Seen), sha256 }]));
}

/** The findings of all files, in order of their names. */
export function readFindings(database: CacheDatabase): Finding[] {
  const findingTexts = database.column<string>("SELECT findings FROM files WHERE findings IS NOT NULL ORDER BY name");
  return findingTexts.flatMap((findings) => JSON.parse(findings) as Finding[]);
}

const HASH = "hash";

/** Changes whenever any file does. */
export const hashOfFiles = (database: CacheDatabase): string => database.fact(HASH) ?? "";

/** Once the files have changed. Asked by most commands, of which few change a file. */
export function putHash(database: CacheDatabase): void {
  database.setFact(HASH, sha256(JSON.stringify(database.rows("SELECT name, sha256 FROM files ORDER BY name"))));
}

/** Stores the state of a file, or makes room for one that is not written yet; returns its number. */
export function putFile(database: CacheDatabase, name: string, file?: FileRecord): number {
  const { stamp, at, sha256 = "", findings = [] }: Seen & Partial<FileRecord> = file ?? UNSEEN;
  const whenKnown =
    file === undefined ? "name = name" : "seen = excluded.seen, sha256 = excluded.sha256, findings = excluded.findings";
  const sql = `INSERT INTO files (name, seen, sha256, findings) VALUES (?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET ${whenKnown} RETURNING number`;
  const findingsJson = findings.length === 0 ? null : JSON.stringify(findings);
  return database.column<number>(sql, name, JSON.stringify({ stamp, at }), sha256, findingsJson)[0] as number;
}

/** Every file is to be read again. */
export function forgetStamps(database: CacheDatabase): void {
  database.run("UPDATE files SET seen = ?, sha256 = ''", JSON.stringify(UNSEEN));
}

/** A file was found the same by its content: from now on its stat proves it. */
export function putStamp(database: CacheDatabase, name: string, seen: Seen): void {
  database.run("UPDATE files SET seen = ? WHERE name = ?", JSON.stringify(seen), name);
}

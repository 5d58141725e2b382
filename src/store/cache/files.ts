/** The record files as they were read last: what tells an unchanged one without a look into it. */
import type { Finding } from "../../entry/findings.js";
import { sha256 } from "../files/atomic-file.js";
import type { Seen, Stamp } from "../records/scan.js";
import type { CacheDatabase } from "./database.js";

/** The stored state of one record file. */
export interface FileRecord extends Seen {
  sha256: string;
  findings: Finding[];
}

/** The stat of every file as it was read last, by name. */
export function readStamps(database: CacheDatabase): Map<string, Seen> {
  const rows = database.rows<[string, number, number, number, number, number]>(
    "SELECT name, size, mtime, ctime, ino, at FROM files",
  );
  return new Map(
    rows.map(([name, size, mtimeMs, ctimeMs, ino, at]) => [name, { stamp: { size, mtimeMs, ctimeMs, ino }, at }]),
  );
}

/** The sha256 of a file as it was read last. */
export function sha256Of(database: CacheDatabase, name: string): string | undefined {
  return database.column<string>("SELECT sha256 FROM files WHERE name = ?", name)[0];
}

/** The sha256 of every file, by name and in its order. */
export function readHashes(database: CacheDatabase): [name: string, sha256: string][] {
  return database.rows("SELECT name, sha256 FROM files ORDER BY name");
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
  database.setFact(HASH, sha256(JSON.stringify(readHashes(database))));
}

/** The number of a file, which need not be written yet. */
export function numberOfFile(database: CacheDatabase, name: string): number {
  const fileNumber = database.get<{ number: number }>("SELECT number FROM files WHERE name = ?", name)?.number;
  if (fileNumber !== undefined) return fileNumber;
  const stamp = { size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0 };
  return putFile(database, name, { stamp, at: 0, sha256: "", findings: [] });
}

/** Once entries stand in the cache that no file holds yet: the state is another than that of the files. */
export function putStagedHash(database: CacheDatabase, records: readonly unknown[]): void {
  database.setFact(HASH, sha256(`${hashOfFiles(database)} ${JSON.stringify(records)}`));
}

/** Stores the state of a file; returns its number. */
export function putFile(
  database: CacheDatabase,
  name: string,
  { stamp, at, sha256: hash, findings }: FileRecord,
): number {
  const { size, mtimeMs, ctimeMs, ino } = stamp;
  const findingsJson = findings.length === 0 ? null : JSON.stringify(findings);
  const row = [size, mtimeMs, ctimeMs, ino, at, hash, findingsJson];
  const fileNumber = database.get<{ number: number }>("SELECT number FROM files WHERE name = ?", name)?.number;
  if (fileNumber === undefined)
    return database.run("INSERT INTO files VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)", name, ...row);
  database.run(
    "UPDATE files SET size = ?, mtime = ?, ctime = ?, ino = ?, at = ?, sha256 = ?, findings = ? WHERE number = ?",
    ...row,
    fileNumber,
  );
  return fileNumber;
}

/** A file was found the same by its content: from now on its stat proves it. */
export function putStamp(database: CacheDatabase, name: string, { stamp, at }: { stamp: Stamp; at: number }): void {
  const { size, mtimeMs, ctimeMs, ino } = stamp;
  database.run(
    "UPDATE files SET size = ?, mtime = ?, ctime = ?, ino = ?, at = ? WHERE name = ?",
    size,
    mtimeMs,
    ctimeMs,
    ino,
    at,
    name,
  );
}

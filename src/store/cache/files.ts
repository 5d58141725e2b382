/** The record files as they were read last: what tells an unchanged one without a look into it. */
import type { Finding } from "../../text/findings.js";
import { sha256 } from "../files/atomic-file.js";
import type { Seen, Stamp } from "../records/scan.js";
import type { CacheDatabase } from "./database.js";

/** What is known of one record file. */
export interface FileRecord extends Seen {
  sha256: string;
  findings: Finding[];
}

type Row = [string, number, number, number, number, number, string, string | null];

/** Every file, by name and in its order. */
export function readFiles(database: CacheDatabase): Map<string, FileRecord> {
  const rows = database.rows<Row>(
    "SELECT name, size, mtime, ctime, ino, at, sha256, findings FROM files ORDER BY name",
  );
  const files = rows.map(([name, size, mtimeMs, ctimeMs, ino, at, hash, findings]): [string, FileRecord] => {
    const stamp = { size, mtimeMs, ctimeMs, ino };
    return [name, { stamp, at, sha256: hash, findings: findings === null ? [] : (JSON.parse(findings) as Finding[]) }];
  });
  // The order of bytes, which is that of the scan for all but odd names.
  if (files.some(([name], at) => at > 0 && name < (files[at - 1] as (typeof files)[number])[0])) {
    files.sort(([a], [b]) => (a < b ? -1 : 1));
  }
  return new Map(files);
}

/** Changes whenever any file does. */
export function hashOfFiles(files: ReadonlyMap<string, { sha256: string }>): string {
  const hashes = Array.from(files.values(), (file) => file.sha256);
  return sha256(`${[...files.keys()].join("\0")}\n${hashes.join("")}`);
}

/** Writes what is known of a file; answers its number. */
export function putFile(
  database: CacheDatabase,
  name: string,
  { stamp, at, sha256: hash, findings }: FileRecord,
): number {
  const { size, mtimeMs, ctimeMs, ino } = stamp;
  const told = findings.length === 0 ? null : JSON.stringify(findings);
  const row = [size, mtimeMs, ctimeMs, ino, at, hash, told];
  const known = database.get<{ number: number }>("SELECT number FROM files WHERE name = ?", name)?.number;
  if (known === undefined)
    return database.run("INSERT INTO files VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)", name, ...row).number;
  database.run(
    "UPDATE files SET size = ?, mtime = ?, ctime = ?, ino = ?, at = ?, sha256 = ?, findings = ? WHERE number = ?",
    ...row,
    known,
  );
  return known;
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

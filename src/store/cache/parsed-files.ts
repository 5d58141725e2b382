/** Files that are read often, as they were parsed: by kind and name, trusted while their stat proves them unchanged. */
import type { Seen } from "../records/scan.js";
import type { CacheDatabase } from "./database.js";

/** The records parsed from a file with this stat and this content. */
export interface ParsedFile<T> extends Seen {
  sha256: string;
  value: T;
}

type Row = [string, number, number, number, number, number, string, string];

/** All files of a kind, by name. */
export function readParsed<T>(database: CacheDatabase, kind: string): Map<string, ParsedFile<T>> {
  const rows = database.rows<Row>(
    "SELECT name, size, mtime, ctime, ino, at, sha256, value FROM parsed WHERE kind = ?",
    kind,
  );
  const files = rows.map(([name, size, mtimeMs, ctimeMs, ino, at, sha256, value]): [string, ParsedFile<T>] => {
    return [name, { stamp: { size, mtimeMs, ctimeMs, ino }, at, sha256, value: JSON.parse(value) as T }];
  });
  return new Map(files);
}

/** These are all files of a kind from now on, if they can be kept. */
export function keepParsed(
  database: CacheDatabase,
  kind: string,
  files: ReadonlyMap<string, ParsedFile<unknown>>,
): void {
  database.keep(() => {
    database.run("DELETE FROM parsed WHERE kind = ?", kind);
    for (const [name, { stamp, at, sha256, value }] of files) {
      const { size, mtimeMs, ctimeMs, ino } = stamp;
      const json = JSON.stringify(value);
      database.run(
        "INSERT INTO parsed VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        kind,
        name,
        size,
        mtimeMs,
        ctimeMs,
        ino,
        at,
        sha256,
        json,
      );
    }
  });
}

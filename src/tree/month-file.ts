/** The parsed record files of one month in one cache file: those not asked for are neither parsed nor checked. */
import type { Entry } from "../memory/entry.js";
import { cacheFile, cacheFileIn, sumOf } from "./cache-file.js";
import { sectionsIn } from "./sections.js";

/** The entries of one file with their lines, as parsed from content with this hash. */
export interface KnownEntries {
  sha256: string;
  records: [Entry, number][];
}

/** The same as it is stored, with the checksum of its JSON. */
export interface StoredEntries {
  sha256: string;
  sum: string;
  json: Uint8Array;
}

interface MonthFile {
  key: string;
  /** In the order of the bytes. */
  files: [name: string, sha256: string, sum: string, length: number][];
}

export function storedEntries({ sha256, records }: KnownEntries): StoredEntries {
  const json = Buffer.from(JSON.stringify(records));
  return { sha256, sum: sumOf(json), json };
}

/** Undefined when it is damaged. */
export function entriesIn({ sha256, sum, json }: StoredEntries): KnownEntries | undefined {
  if (sumOf(json) !== sum) return undefined;
  return { sha256, records: JSON.parse(Buffer.from(json).toString("utf8")) as KnownEntries["records"] };
}

/** The bytes of a month's cache file; what is stored already is copied as it is. */
export function monthFile(key: string, files: ReadonlyMap<string, StoredEntries>): Uint8Array {
  const rows = Array.from(files, ([file, { sha256, sum, json }]): MonthFile["files"][number] => {
    return [file, sha256, sum, json.length];
  });
  const parts = Array.from(files.values(), ({ json }) => json);
  return cacheFile({ key, files: rows } satisfies MonthFile, parts, "json");
}

/** The record files in a month's cache file; undefined when it is damaged or has another key. Throws for what is no cache. */
export function filesInMonth(bytes: Buffer, key: string): Map<string, StoredEntries> | undefined {
  const read = cacheFileIn(bytes, "json");
  const held = read?.json as MonthFile | undefined;
  if (read === undefined || held?.key !== key) return undefined;
  const sections = sectionsIn(
    read.rest,
    held.files.map(([file, , , length]) => [file, length]),
  );
  return new Map(held.files.map(([file, sha256, sum]) => [file, { sha256, sum, json: sections.get(file) as Buffer }]));
}

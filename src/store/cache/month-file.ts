/** The parsed record files of one month in one cache file: those not asked for are neither parsed nor checked. */
import type { Entry } from "../../entry/entry.js";
import { cacheFile, cacheFileIn, sumOf } from "./cache-file.js";

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

/** A month's cache file, read: a file's bytes are looked for when it is asked for. */
export class MonthFiles {
  readonly #rows: MonthFile["files"];
  readonly #bytes: Buffer;

  private constructor(rows: MonthFile["files"], bytes: Buffer) {
    this.#rows = rows;
    this.#bytes = bytes;
  }

  static readonly none = new MonthFiles([], Buffer.alloc(0));

  /** Undefined when it is damaged or has another key. Throws for what is no cache. */
  static in(bytes: Buffer, key: string): MonthFiles | undefined {
    const read = cacheFileIn(bytes, "json");
    const held = read?.json as MonthFile | undefined;
    if (read === undefined || held?.key !== key) return undefined;
    let length = 0;
    for (const row of held.files) length += row[3];
    return length === read.rest.length ? new MonthFiles(held.files, read.rest) : undefined;
  }

  get(file: string): StoredEntries | undefined {
    let start = 0;
    for (const row of this.#rows) {
      if (row[0] === file) return this.#entries(row, start);
      start += row[3];
    }
    return undefined;
  }

  /** Those of all files. */
  all(): Map<string, StoredEntries> {
    const all = new Map<string, StoredEntries>();
    let start = 0;
    for (const row of this.#rows) {
      all.set(row[0], this.#entries(row, start));
      start += row[3];
    }
    return all;
  }

  #entries([, sha256, sum, length]: MonthFile["files"][number], start: number): StoredEntries {
    return { sha256, sum, json: this.#bytes.subarray(start, start + length) };
  }
}

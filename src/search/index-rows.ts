import { join } from "node:path";
import { crc32 } from "node:zlib";
import { writeDisposable } from "../tree/disposable.js";
import { readDisposable } from "./disposable-file.js";

/** What an index must match to be used: tables of other versions and vectors of other models are left alone. */
export interface IndexStamp {
  schema: number;
  lancedb: string;
  fingerprint: string;
  dimensions: number;
}

/** The rows that stand for one file of the tree. */
export interface FileRows {
  /** Content hash the rows were made from; empty when some are missing or unsure. */
  hash: string;
  /** Entry id to hash of its template text. */
  rows: Map<string, string>;
}

/** What is in the vector table, kept beside it: so that an unchanged tree needs no look into the table. */
export interface IndexRows {
  stamp: IndexStamp;
  /** Hash of the tree all rows belong to; empty while the index is not complete. */
  tree: string;
  /** The table's version after the last write. Another one: a write was cut short, or a version went missing. */
  version: number;
  /** Writes since the table was last put in order. */
  changes: number;
  files: Map<string, FileRows>;
  /**
   * What the table does not have yet, id to hash of its text; an empty hash: the row is to go. Captures note their rows
   * here, since loading LanceDB takes longer than all they do. Whoever searches the table next writes them into it.
   */
  behind: Map<string, string>;
  /** Files of the table when this was written: path to size and time. They never change, so a difference is damage. */
  table: Record<string, string>;
}

const pathIn = (folder: string) => join(folder, "rows.json");

/** `undefined` when it is absent or damaged. */
export function readRows(folder: string): IndexRows | undefined {
  const bytes = readDisposable(pathIn(folder));
  if (bytes === undefined) return undefined;
  try {
    const end = bytes.indexOf(10);
    const content = bytes.subarray(end + 1);
    if (crc32(content) !== Number.parseInt(bytes.toString("latin1", 0, end), 16)) return undefined;
    const { files, behind, ...rest } = JSON.parse(content.toString("utf8")) as Omit<IndexRows, "files" | "behind"> & {
      files: Record<string, string[]>;
      behind: [string, string][];
    };
    const restored = new Map<string, FileRows>();
    for (const [file, [hash = "", ...pairs]] of Object.entries(files)) {
      const rows = new Map<string, string>();
      for (let at = 0; at < pairs.length; at += 2) rows.set(pairs[at] as string, pairs[at + 1] as string);
      restored.set(file, { hash, rows });
    }
    return { ...rest, files: restored, behind: new Map(behind) };
  } catch {
    return undefined;
  }
}

export function writeRows(folder: string, index: IndexRows): boolean {
  const files = Object.fromEntries(
    [...index.files].map(([file, { hash, rows }]) => [file, [hash, ...[...rows].flat()]]),
  );
  const content = Buffer.from(JSON.stringify({ ...index, files, behind: [...index.behind] }));
  return writeDisposable(pathIn(folder), Buffer.concat([Buffer.from(`${crc32(content).toString(16)}\n`), content]));
}

/** How many rows there are. */
export function rowCount(index: Pick<IndexRows, "files">): number {
  let count = 0;
  for (const { rows } of index.files.values()) count += rows.size;
  return count;
}

import { join } from "node:path";
import { crc32 } from "node:zlib";
import { writeDisposable } from "../../store/files/disposable.js";
import { readDisposable } from "../disposable-file.js";

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

/**
 * Files of the tree with their rows, as lines: `<hash> TAB <id> <hash> <id> <hash> … TAB <file as JSON>`. A line is taken
 * apart when its file is asked for, and written again as it was where nobody did.
 */
export class RowFiles {
  readonly #files: Map<string, FileRows | string>;

  constructor(lines: readonly string[] = []) {
    this.#files = new Map(lines.map((line) => [nameIn(line), line]));
  }

  get(file: string): FileRows | undefined {
    const held = this.#files.get(file);
    if (typeof held !== "string") return held;
    const rows = { hash: hashIn(held), rows: new Map(rowsIn(held)) };
    this.#files.set(file, rows);
    return rows;
  }

  /** {@link FileRows.hash} without taking the line apart; undefined for an unknown file. */
  hashOf(file: string): string | undefined {
    const held = this.#files.get(file);
    return typeof held === "string" ? hashIn(held) : held?.hash;
  }

  set(file: string, rows: FileRows): void {
    this.#files.set(file, rows);
  }

  delete(file: string): void {
    this.#files.delete(file);
  }

  names(): Iterable<string> {
    return this.#files.keys();
  }

  /** Every row: id and hash of its text. */
  *rows(): IterableIterator<[id: string, hash: string]> {
    for (const held of this.#files.values()) yield* typeof held === "string" ? rowsIn(held) : held.rows;
  }

  toLines(): string[] {
    return Array.from(this.#files, ([file, held]) => (typeof held === "string" ? held : lineOf(file, held)));
  }
}

const hashIn = (line: string): string => line.slice(0, line.indexOf("\t"));

function nameIn(line: string): string {
  const name = line.slice(line.lastIndexOf("\t") + 1);
  return name.includes("\\") ? (JSON.parse(name) as string) : name.slice(1, -1);
}

function rowsIn(line: string): [id: string, hash: string][] {
  const pairs = line.slice(line.indexOf("\t") + 1, line.lastIndexOf("\t"));
  if (pairs === "") return [];
  const words = pairs.split(" ");
  const rows: [string, string][] = [];
  for (let at = 0; at < words.length; at += 2) rows.push([words[at] as string, words[at + 1] as string]);
  return rows;
}

const lineOf = (file: string, { hash, rows }: FileRows): string =>
  `${hash}\t${[...rows].flat().join(" ")}\t${JSON.stringify(file)}`;

/** What is in the vector table, kept beside it: so that an unchanged tree needs no look into the table. */
export interface IndexRows {
  stamp: IndexStamp;
  /** Hash of the tree all rows belong to; empty while the index is not complete. */
  tree: string;
  /** The table's version after the last write. Another one: a write was cut short, or a version went missing. */
  version: number;
  /** Writes since the table was last put in order. */
  changes: number;
  files: RowFiles;
  /**
   * What the table does not have yet, id to hash of its text; an empty hash: the row is to go. Captures note their rows
   * here, since loading LanceDB takes longer than all they do. Whoever searches the table next writes them into it.
   */
  behind: Map<string, string>;
  /** Files of the table when this was written: path to size and time. They never change, so a difference is damage. */
  table: Record<string, string>;
}

const pathIn = (folder: string) => join(folder, "rows.json");

/** A checksum of the rest, a line of JSON, and a line for each file. `undefined` when it is absent or damaged. */
export function readRows(folder: string): IndexRows | undefined {
  const bytes = readDisposable(pathIn(folder));
  if (bytes === undefined) return undefined;
  try {
    const end = bytes.indexOf(10);
    const content = bytes.subarray(end + 1);
    if (crc32(content) !== Number.parseInt(bytes.toString("latin1", 0, end), 16)) return undefined;
    const [head = "", ...lines] = content.toString("utf8").split("\n");
    const { behind, ...rest } = JSON.parse(head) as Omit<IndexRows, "files" | "behind"> & {
      behind: [string, string][];
    };
    return { ...rest, files: new RowFiles(lines), behind: new Map(behind) };
  } catch {
    return undefined;
  }
}

export function writeRows(folder: string, { files, behind, ...rest }: IndexRows): boolean {
  const content = Buffer.from([JSON.stringify({ ...rest, behind: [...behind] }), ...files.toLines()].join("\n"));
  return writeDisposable(pathIn(folder), Buffer.concat([Buffer.from(`${crc32(content).toString(16)}\n`), content]));
}

/** How many rows there are. */
export function rowCount(index: Pick<IndexRows, "files">): number {
  let count = 0;
  for (const _ of index.files.rows()) count++;
  return count;
}

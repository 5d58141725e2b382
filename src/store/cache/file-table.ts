/** The record files of a tree and what is known of each, by name: 1,500 objects less to make on every command. */

import type { Finding } from "../../entry/finding.js";
import { firstPlace, joinedFloats } from "../../text/arrays.js";
import { sha256 } from "../files/atomic-file.js";
import type { ScannedFile, Stamp } from "../records/scan.js";
import type { Sections } from "./sections.js";

/** What is known of one record file. */
export interface FileRecord {
  stamp: Stamp;
  sha256: string;
  findings: Finding[];
}

const STAMP_FIELDS = 4;
const HASH_LENGTH = 64;
const NOTHING: Finding[] = [];

const numbersOf = ({ size, mtimeMs, ctimeMs, ino }: Stamp): number[] => [size, mtimeMs, ctimeMs, ino];

/** How many of the names, which are in order, come before one. */
const namesBefore = (names: readonly string[], name: string): number =>
  firstPlace(names.length, (place) => (names[place] as string) >= name);

/** The place of a name among names in order; -1 when it is not there. */
export function placeIn(names: readonly string[], name: string): number {
  const place = namesBefore(names, name);
  return names[place] === name ? place : -1;
}

export class FileTable {
  /** In order. */
  readonly names: readonly string[];
  readonly #stamps: Float64Array;
  readonly #hashes: string;
  readonly #findings: ReadonlyMap<number, Finding[]>;
  /** The place after the one found last: who asks for all files asks in order. */
  #next = 0;

  private constructor(
    names: readonly string[],
    stamps: Float64Array,
    hashes: string,
    findings: ReadonlyMap<number, Finding[]>,
  ) {
    this.names = names;
    this.#stamps = stamps;
    this.#hashes = hashes;
    this.#findings = findings;
  }

  static of(files: ReadonlyMap<string, FileRecord>): FileTable {
    const rows = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
    const stamps = new Float64Array(rows.length * STAMP_FIELDS);
    const findings = new Map<number, Finding[]>();
    rows.forEach(([, record], row) => {
      stamps.set(numbersOf(record.stamp), row * STAMP_FIELDS);
      if (record.findings.length > 0) findings.set(row, record.findings);
    });
    const hashes = rows.map(([, record]) => record.sha256).join("");
    return new FileTable(
      rows.map(([name]) => name),
      stamps,
      hashes,
      findings,
    );
  }

  /**
   * From sections: `names` (joined by NUL, which no path holds), `stamps` (four 64-bit floats a file: size, mtime, ctime,
   * inode), `hashes` (64 characters a file), `findings` (JSON, for the few files that have some). Throws for columns of
   * different lengths.
   */
  static stored(sections: Sections): FileTable {
    const text = (section: string) => Buffer.from(sections.get(section) ?? []).toString("utf8");
    const joined = text("names");
    const names = joined === "" ? [] : joined.split("\0");
    const stamps = new Float64Array(new Uint8Array(sections.get("stamps") ?? []).buffer);
    const hashes = text("hashes");
    if (stamps.length !== names.length * STAMP_FIELDS || hashes.length !== names.length * HASH_LENGTH) {
      throw new Error("uneven columns");
    }
    return new FileTable(names, stamps, hashes, new Map(JSON.parse(text("findings")) as [number, Finding[]][]));
  }

  toSections(): Sections {
    const { buffer, byteOffset, byteLength } = this.#stamps;
    return new Map<string, Uint8Array>([
      ["names", Buffer.from(this.names.join("\0"))],
      ["stamps", new Uint8Array(buffer, byteOffset, byteLength)],
      ["hashes", Buffer.from(this.#hashes)],
      ["findings", Buffer.from(JSON.stringify([...this.#findings]))],
    ]);
  }

  /** The table after some files changed, came, or went (undefined). */
  with(changes: ReadonlyMap<string, FileRecord | undefined>): FileTable {
    const names: string[] = [];
    const stamps: Float64Array[] = [];
    const hashes: string[] = [];
    let [from, isSame] = [0, true];
    const keep = (end: number): void => {
      for (let row = from; row < end; row++) names.push(this.names[row] as string);
      stamps.push(this.#stamps.subarray(from * STAMP_FIELDS, end * STAMP_FIELDS));
      hashes.push(this.#hashes.slice(from * HASH_LENGTH, end * HASH_LENGTH));
      from = end;
    };
    for (const [name, record] of [...changes].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const place = namesBefore(this.names, name);
      const isKnown = this.names[place] === name;
      keep(place);
      if (isKnown) from++;
      isSame &&= isKnown === (record !== undefined);
      if (record === undefined) continue;
      names.push(name);
      stamps.push(Float64Array.from(numbersOf(record.stamp)));
      hashes.push(record.sha256);
    }
    keep(this.names.length);
    const kept = isSame ? this.names : names;
    return new FileTable(kept, joinedFloats(stamps), hashes.join(""), this.#findingsWith(changes, kept));
  }

  #findingsWith(
    changes: ReadonlyMap<string, FileRecord | undefined>,
    names: readonly string[],
  ): ReadonlyMap<number, Finding[]> {
    const findings: [number, Finding[]][] = [];
    for (const [row, held] of this.#findings) {
      const name = this.names[row] as string;
      if (!changes.has(name)) findings.push([placeIn(names, name), held]);
    }
    for (const [name, record] of changes) {
      if (record !== undefined && record.findings.length > 0) findings.push([placeIn(names, name), record.findings]);
    }
    return new Map(findings.sort(([a], [b]) => a - b));
  }

  /** The place of a file; -1 when it is not known. */
  indexOf(name: string): number {
    const place = this.names[this.#next] === name ? this.#next : placeIn(this.names, name);
    this.#next = place + 1;
    return place;
  }

  get(name: string): FileRecord | undefined {
    const at = this.indexOf(name);
    return at === -1 ? undefined : this.#record(at);
  }

  #record(at: number): FileRecord {
    const [size, mtimeMs, ctimeMs, ino] = this.#stamps.subarray(at * STAMP_FIELDS) as unknown as [
      number,
      number,
      number,
      number,
    ];
    const findings = this.#findings.get(at) ?? NOTHING;
    return { stamp: { size, mtimeMs, ctimeMs, ino }, sha256: this.#hash(at), findings };
  }

  #hash(at: number): string {
    return this.#hashes.slice(at * HASH_LENGTH, (at + 1) * HASH_LENGTH);
  }

  /** The SHA-256 of a file's content, in hex. */
  hashOf(name: string): string | undefined {
    const at = this.indexOf(name);
    return at === -1 ? undefined : this.#hash(at);
  }

  /** Changes whenever any file does. */
  hashOfAll(): string {
    return sha256(`${this.names.join("\0")}\n${this.#hashes}`);
  }

  /** All findings, by file. */
  get findings(): Finding[] {
    return [...this.#findings.values()].flat();
  }

  /**
   * Compares the table with what was scanned, both in order: scanned files whose stat does not prove that they are the
   * same, for another one or for being touched at `newest` or later; and names that were not scanned.
   */
  compare(files: readonly ScannedFile[], newest: number): { changed: ScannedFile[]; gone: string[] } {
    const changed: ScannedFile[] = [];
    const gone: string[] = [];
    let row = 0;
    for (const scanned of files) {
      const { file, stamp } = scanned;
      while (row < this.names.length && (this.names[row] as string) < file) gone.push(this.names[row++] as string);
      const isKnown = this.names[row] === file;
      const isTrusted = isKnown && stamp.mtimeMs < newest && stamp.ctimeMs < newest && this.#hasStamp(row, stamp);
      if (!isTrusted) changed.push(scanned);
      if (isKnown) row++;
    }
    return { changed, gone: [...gone, ...this.names.slice(row)] };
  }

  #hasStamp(row: number, stamp: Stamp): boolean {
    const [stamps, at] = [this.#stamps, row * STAMP_FIELDS];
    return (
      stamp.size === stamps[at] &&
      stamp.mtimeMs === stamps[at + 1] &&
      stamp.ctimeMs === stamps[at + 2] &&
      stamp.ino === stamps[at + 3]
    );
  }
}

import { existsSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { removeDisposable, writeDisposable } from "../files/disposable.js";
import { type Stamp, sameStamp, stampOf } from "../records/scan.js";
import type { Workspace } from "../workspace.js";
import { cacheFile, cacheFileIn } from "./cache-file.js";
import { FileTable } from "./file-table.js";
import { HeadList } from "./head-columns.js";
import { packHeads } from "./head-packing.js";
import { type KnownEntries, MonthFiles, monthFile, type StoredEntries, storedEntries } from "./month-file.js";
import type { HeadColumns } from "./open-columns.js";
import { type Directory, directoryOf, sectionsIn } from "./sections.js";

/** Raised whenever parsing, heads or this format change their meaning. */
const CACHE_VERSION = 9;

/** Everything the head file holds. */
export interface KnownTree {
  /** The machine's time when the files' stats were taken: a stat is only trusted when it is clearly older. */
  at: number;
  files: FileTable;
  heads: HeadList;
  /** Changes whenever any record file does. */
  hash: string;
  /** No id stands twice, so nobody has to look: {@link withoutDuplicates}. */
  distinct: boolean;
}

interface HeadFile {
  key: string;
  at: number;
  distinct: boolean;
  hash: string;
  count: number;
  widths: HeadColumns["widths"];
  changes: number;
  /** The columns of the files, then those of the heads. */
  files: Directory;
  heads: Directory;
}

/** The month a record file belongs to, by its name; `other` for files named by hand. */
export function monthOf(file: string): string {
  return (
    /\/(\d{4}-\d{2})(?:-\d{2})?[./]/.exec(file)?.[1] ??
    /-(\d{4})(\d{2})\d{2}-/.exec(file)?.slice(1, 3).join("-") ??
    "other"
  );
}

/** The head file as this process read it last: a command that writes opens the tree twice. */
const lastRead = new WeakMap<Workspace, { stamp: Stamp; key: string; known: KnownTree }>();

export class MonthCache {
  readonly #ws: Workspace;
  readonly #folder: string;
  readonly #local: string;
  readonly #key: string;
  readonly #keeps: boolean;

  /**
   * `agent` stands in where a record names none, so entries parsed for another one are not reused. With `keeps` false
   * it is only read.
   */
  constructor(ws: Workspace, agent: string, keeps = true) {
    this.#ws = ws;
    this.#keeps = keeps;
    this.#folder = ws.cache;
    this.#local = ws.local;
    this.#key = `${CACHE_VERSION}|${agent}`;
  }

  /** Undefined when there is none, or it is damaged, or of another version. */
  readHeads(): KnownTree | undefined {
    const stamp = this.#headStamp();
    if (stamp === undefined) return undefined;
    const last = lastRead.get(this.#ws);
    // The file is always replaced, never written in place: another one has another inode or time.
    if (last?.key === this.#key && sameStamp(last.stamp, stamp)) return last.known;
    const known = this.#parsedHeads();
    if (known !== undefined) lastRead.set(this.#ws, { stamp, key: this.#key, known });
    return known;
  }

  #headStamp(): Stamp | undefined {
    try {
      return stampOf(lstatSync(this.#path("heads")));
    } catch {
      return undefined;
    }
  }

  #parsedHeads(): KnownTree | undefined {
    try {
      const read = cacheFileIn(readFileSync(this.#path("heads")), "all");
      const held = read?.json as HeadFile | undefined;
      if (read === undefined || held?.key !== this.#key) return undefined;
      const border = held.files.reduce((sum, [, length]) => sum + length, 0);
      const files = FileTable.stored(sectionsIn(read.rest.subarray(0, border), held.files));
      const sections = sectionsIn(read.rest.subarray(border), held.heads);
      const { count, widths, changes } = held;
      const heads = HeadList.stored({ count, widths, changes, sections }, files.names);
      return { at: held.at, files, heads, distinct: held.distinct, hash: held.hash };
    } catch {
      return undefined;
    }
  }

  /** True when it was written; a read-only folder is no failure. */
  writeHeads(known: KnownTree): boolean {
    if (!this.#keeps) return false;
    const { at, files, heads, distinct, hash } = known;
    const { count, widths, changes, sections } = packHeads(heads, files.names);
    const table = files.toSections();
    const held: HeadFile = {
      key: this.#key,
      at,
      distinct,
      hash,
      count,
      widths,
      changes,
      files: directoryOf(table),
      heads: directoryOf(sections),
    };
    return this.#write("heads", cacheFile(held, [...table.values(), ...sections.values()], "all"));
  }

  /** There is a head file, and it cannot be used: damaged, or of another version. */
  get isOff(): boolean {
    return existsSync(this.#path("heads")) && this.readHeads() === undefined;
  }

  /** The record files of a month, none of them parsed; none where its file is missing, damaged or of another version. */
  readMonth(month: string): MonthFiles {
    try {
      return MonthFiles.in(readFileSync(this.#path(month)), this.#key) ?? MonthFiles.none;
    } catch {
      return MonthFiles.none;
    }
  }

  /**
   * Writes the month files that hold any of the touched files; what they hold of others is copied. `hashOf` names the
   * content that every file has now. False when nothing is kept here.
   */
  storeMonths(
    hashOf: (file: string) => string | undefined,
    entries: ReadonlyMap<string, KnownEntries>,
    touched: ReadonlySet<string>,
  ): boolean {
    if (!this.#keeps) return false;
    const isNow = (file: string, { sha256 }: { sha256: string }): boolean => hashOf(file) === sha256;
    const months = new Map<string, Map<string, StoredEntries>>();
    for (const month of new Set([...touched].map(monthOf))) {
      months.set(month, new Map([...this.readMonth(month).all()].filter(([file, stored]) => isNow(file, stored))));
    }
    for (const [file, held] of entries) {
      const files = months.get(monthOf(file));
      if (files === undefined || !isNow(file, held)) continue;
      // What is stored of a touched file may be damaged.
      if (touched.has(file) || files.get(file)?.sha256 !== held.sha256) files.set(file, storedEntries(held));
    }
    for (const [month, files] of months) {
      if (files.size === 0) removeDisposable(this.#path(month));
      else this.#write(month, monthFile(this.#key, files));
    }
    return true;
  }

  #path(name: string): string {
    return join(this.#folder, `${name}.json`);
  }

  #write(name: string, bytes: Uint8Array): boolean {
    return writeDisposable(this.#path(name), bytes, [this.#local, this.#folder]);
  }
}

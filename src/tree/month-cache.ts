import { existsSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { Entry } from "../memory/entry.js";
import { removeDisposable, writeDisposable } from "./disposable.js";
import { FileTable } from "./file-table.js";
import { type HeadColumns, HeadList } from "./head-columns.js";
import { packHeads } from "./head-packing.js";
import { type Stamp, sameStamp, stampOf } from "./scan.js";
import { type Directory, directoryOf, sectionsIn } from "./sections.js";
import type { Workspace } from "./workspace.js";

/** Raised whenever parsing, heads or this format change their meaning. */
const CACHE_VERSION = 5;

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

/** The entries of one file with their lines, as parsed from content with this hash. */
export interface KnownEntries {
  sha256: string;
  records: [Entry, number][];
}

interface HeadFile {
  key: string;
  at: number;
  distinct: boolean;
  hash: string;
  count: number;
  widths: HeadColumns["widths"];
  /** The columns of the files, then those of the heads. */
  files: Directory;
  heads: Directory;
}

interface MonthFile {
  key: string;
  files: Record<string, [string, [Entry, number][]]>;
}

const MARK = "tenet-cache ";

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
      return stampOf(lstatSync(join(this.#folder, "heads.json")));
    } catch {
      return undefined;
    }
  }

  #parsedHeads(): KnownTree | undefined {
    const read = this.#read("heads");
    if (read === undefined) return undefined;
    try {
      const held = read.held as HeadFile;
      const sections = sectionsIn(read.rest, [...held.files, ...held.heads]);
      const files = FileTable.stored(sections);
      const heads = HeadList.stored({ count: held.count, widths: held.widths, sections }, files.names);
      return { at: held.at, files, heads, distinct: held.distinct, hash: held.hash };
    } catch {
      return undefined;
    }
  }

  /** True when it was written; a read-only folder is no failure. */
  writeHeads(known: KnownTree): boolean {
    const { at, files, heads, distinct, hash } = known;
    const columns = packHeads(heads.all, new Map(files.names.map((file, row) => [file, row])));
    const { count, widths, sections } = columns;
    const table = files.toSections();
    const held: HeadFile = {
      key: this.#key,
      at,
      distinct,
      hash,
      count,
      widths,
      files: directoryOf(table),
      heads: directoryOf(sections),
    };
    return this.#write("heads", held, [...table.values(), ...sections.values()]);
  }

  /** There is a head file, and it cannot be used: damaged, or of another version. */
  get isOff(): boolean {
    return existsSync(join(this.#folder, "heads.json")) && this.readHeads() === undefined;
  }

  readMonth(month: string): Map<string, KnownEntries> {
    const held = this.#read(month)?.held as MonthFile | undefined;
    const files = new Map<string, KnownEntries>();
    for (const [file, row] of Object.entries(held?.files ?? {})) {
      if (Array.isArray(row) && Array.isArray(row[1])) files.set(file, { sha256: row[0], records: row[1] });
    }
    return files;
  }

  writeMonth(month: string, files: ReadonlyMap<string, KnownEntries>): void {
    const rows: MonthFile["files"] = {};
    for (const [file, { sha256, records }] of files) rows[file] = [sha256, records];
    this.#write(month, { key: this.#key, files: rows } satisfies MonthFile);
  }

  /** Writes the month files that hold any of the touched files. */
  storeMonths(known: KnownTree, entries: ReadonlyMap<string, KnownEntries>, touched: ReadonlySet<string>): void {
    const months = new Set([...touched].map(monthOf));
    const held = new Map<string, Map<string, KnownEntries>>([...months].map((month) => [month, new Map()]));
    const absent = new Set<string>();
    for (const file of known.files.names) {
      const month = monthOf(file);
      const files = held.get(month);
      if (files === undefined) continue;
      const mine = entries.get(file);
      if (mine !== undefined && mine.sha256 === known.files.hashOf(file)) files.set(file, mine);
      else absent.add(month);
    }
    for (const [month, files] of held) {
      if (absent.has(month)) {
        for (const [file, cached] of this.readMonth(month)) {
          if (!files.has(file) && known.files.hashOf(file) === cached.sha256) files.set(file, cached);
        }
      }
      if (files.size === 0) this.dropMonth(month);
      else this.writeMonth(month, files);
    }
  }

  /** A month without files. */
  dropMonth(month: string): void {
    if (!this.#keeps) return;
    removeDisposable(join(this.#folder, `${month}.json`));
  }

  /** A file is a line with the checksum of the rest, a line of JSON, and bytes that the JSON describes. */
  #read(name: string): { held: { key: string }; rest: Buffer } | undefined {
    try {
      const bytes = readFileSync(join(this.#folder, `${name}.json`));
      const end = bytes.indexOf(10);
      const body = bytes.subarray(end + 1);
      if (bytes.toString("latin1", 0, end) !== `${MARK}${crc32(body).toString(16)}`) return undefined;
      const border = body.indexOf(10);
      const held = JSON.parse(body.toString("utf8", 0, border)) as { key?: unknown };
      if (held.key !== this.#key) return undefined;
      return { held: held as { key: string }, rest: body.subarray(border + 1) };
    } catch {
      return undefined;
    }
  }

  #write(name: string, content: unknown, rest: readonly Uint8Array[] = []): boolean {
    if (!this.#keeps) return false;
    const body = Buffer.concat([Buffer.from(`${JSON.stringify(content)}\n`), ...rest]);
    const sum = Buffer.from(`${MARK}${crc32(body).toString(16)}\n`);
    const folders = [this.#local, this.#folder];
    return writeDisposable(join(this.#folder, `${name}.json`), Buffer.concat([sum, body]), folders);
  }
}

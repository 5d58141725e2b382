/** The records of a workspace as they are on disk now. Loads neither yaml nor zod unless something must be parsed. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Context } from "../context.js";
import type { Finding } from "../entry/findings.js";
import { TenetError } from "../errors.js";
import type { Profile } from "../settings.js";
import { beginningAgain } from "./cache/begin-again.js";
import { CacheDatabase, type OpenOptions } from "./cache/database.js";
import { EntryWriter, type ParsedRecord } from "./cache/entry-writer.js";
import { type FileRecord, forgetStamps, putStamp, readStamps, sha256Of } from "./cache/files.js";
import { sha256 } from "./files/atomic-file.js";
import { unreadableFinding } from "./files/file-findings.js";
import { refreshIndexPage } from "./index-page.js";
import { type ReadFor, readForOf } from "./records/read-for.js";
import {
  isUnchanged,
  MAX_FILE_BYTES,
  readPlainFile,
  type ScannedFile,
  type Seen,
  scanRecords,
  tooLarge,
} from "./records/scan.js";
import { type OpenedStore, Store } from "./store.js";
import type { Workspace } from "./workspace.js";

export type { Row } from "./cache/row.js";
export { type Located, Store } from "./store.js";

/** Most parsed files held in memory before they are written: the garbage collector copies what lives longer. */
const FILES_AT_ONCE = 20;
/** The settings that records were read for: under others they are read again. */
const READ_FOR = "read for";

/** Auto and approval differ in what becomes a rule, and not in what may be retrieved. */
const factOf = ({ agent, mode }: ReadFor) => `${mode === "curated" ? "curated" : "open"} ${agent}`;

type Opened = Pick<OpenedStore, "ws" | "readFor" | "database" | "at">;

/** The changes found while opening a store. */
class Opening {
  readonly findings: Finding[] = [];
  /** Files that cannot be read at the moment: their earlier records stay. */
  readonly kept = new Set<string>();
  /** Some file's entries are others than before. */
  isChanged = false;
  readonly #opened: Opened;
  readonly #old: ReadonlyMap<string, Seen>;
  /** Not done yet. */
  #writes: ((writer: EntryWriter) => void)[] = [];
  /** Of the files among them. */
  #hashes: string[] = [];

  constructor(opened: Opened, old: ReadonlyMap<string, Seen>) {
    this.#opened = opened;
    this.#old = old;
  }

  /** A file that is no longer there. */
  drop(file: string): void {
    if (!this.#old.has(file)) return;
    this.isChanged = true;
    this.#writes.push((writer) => writer.drop(file));
  }

  /** A file that the system does not let us read: that is not gone. */
  keep(file: string): void {
    if (this.#old.has(file)) this.kept.add(file);
  }

  #put(file: string, record: FileRecord, entries: readonly ParsedRecord[]): void {
    if (this.#hashes.length >= FILES_AT_ONCE) this.write("part");
    this.isChanged = true;
    this.#hashes.push(record.sha256);
    this.#writes.push((writer) => writer.put(file, record, entries));
  }

  async take({ file, path, stamp }: ScannedFile): Promise<void> {
    const { database, readFor, at } = this.#opened;
    const cachedHash = sha256Of(database, file);
    if (stamp.size > MAX_FILE_BYTES) {
      // A file too large to read stands for itself by size and time.
      const mark = sha256(`too large ${stamp.size} ${stamp.mtimeMs}`);
      const record = { stamp, at, sha256: mark, findings: [tooLarge(file, stamp.size)] };
      if (cachedHash !== mark) this.#put(file, record, []);
      return;
    }
    let read: ReturnType<typeof readPlainFile>;
    try {
      read = readPlainFile(path);
    } catch (error) {
      // Vanished between listing and reading: gone. Denied: not gone.
      if ((error as NodeJS.ErrnoException).code === "ENOENT") this.drop(file);
      else {
        this.findings.push(unreadableFinding(file, error));
        this.keep(file);
      }
      return;
    }
    const seen = { stamp: read.stamp, at };
    if (cachedHash === sha256(read.bytes)) {
      // Written now, the stat is trusted by later commands; a young one proves nothing yet.
      if (isUnchanged(seen, read.stamp)) this.#writes.push(() => putStamp(database, file, seen));
      return;
    }
    const { readRecordFile } = await import("./records/read-record-file.js");
    const { record, entries } = readRecordFile(file, read.bytes, seen, readFor.agent);
    this.#put(file, record, entries);
  }

  /** Writes parsed records and releases them: all entries of 15,000 files at once would take gigabytes. */
  write(what: "part" | "rest"): void {
    if (this.#writes.length === 0) return;
    const { database, readFor } = this.#opened;
    database.transaction(() => {
      const writer = new EntryWriter(database, readFor.mode);
      for (const write of this.#writes) write(writer);
      writer.finish(what === "part" ? this.#hashes : undefined);
    });
    [this.#writes, this.#hashes] = [[], []];
  }
}

/** Commits the records read so far: the next opening reads only the files that are not in the cache. */
function outOfTime(opening: Opening): TenetError {
  opening.write("part");
  return new TenetError("the records are read for the first time, and there was no time to read all of them", {
    failure: "busy",
    code: "no-time",
    hint: "Any other command reads them once and for all: tenet status",
  });
}

/** The cache of a workspace, where every file that was read for another agent or mode is to be read again. */
function cacheFor(ws: Workspace, readFor: ReadFor, options: OpenOptions): CacheDatabase {
  const database = CacheDatabase.open(ws, options);
  const wantedFact = factOf(readFor);
  if (database.fact(READ_FOR) === wantedFact) return database;
  database.transaction(() => {
    forgetStamps(database);
    database.setFact(READ_FOR, wantedFact);
  });
  return database;
}

/**
 * Reads the records of a workspace: unchanged files from the cache, others parsed and cached. `untouched`: nothing is
 * written, neither cache nor index page, for commands that only examine.
 */
export async function openStore(ctx: StoreContext, options: OpeningOptions = {}): Promise<Store> {
  return await beginningAgain(openedStore, ctx, options);
}

interface OpeningOptions {
  untouched?: boolean;
  /** For a change: what it stages is written to the cache's own transaction, which the change ends. */
  changes?: boolean;
}

interface StoreContext {
  workspace: Workspace;
  profile: Profile;
  /** A time of `performance.now()` until which there is time. */
  until?: number;
  warn?: Context["warn"];
}

async function openedStore(ctx: StoreContext, { untouched = false, changes = false }: OpeningOptions): Promise<Store> {
  const { workspace: ws, profile, until } = ctx;
  const readFor = readForOf(profile);
  const waitMs = until === undefined ? {} : { waitMs: until - performance.now() };
  const database = cacheFor(ws, readFor, { keeps: !untouched, warn: ctx.warn, ...waitMs });
  const at = Date.now();
  if (changes) database.begin();
  else database.snapshot();
  const old = readStamps(database);
  const scan = scanRecords(ws);
  const changed = scan.files.filter(({ file, stamp }) => {
    const stampBefore = old.get(file);
    return stampBefore === undefined || !isUnchanged(stampBefore, stamp);
  });
  const opened = { ws, readFor, database, at };
  const opening = new Opening(opened, old);
  for (const [at, file] of changed.entries()) {
    // Ctrl-C is heard between two turns.
    if (at % FILES_AT_ONCE === 0) await nextTurn();
    // One file at least, so that a later opening gets further.
    if (at > 0 && until !== undefined && performance.now() > until) throw outOfTime(opening);
    await opening.take(file);
  }
  const filesFound = new Set(scan.files.map(({ file }) => file));
  const denied = (file: string) => scan.unreadable.some((place) => file === place || file.startsWith(`${place}/`));
  for (const file of old.keys()) {
    if (filesFound.has(file)) continue;
    if (denied(file)) opening.keep(file);
    else opening.drop(file);
  }
  opening.write("rest");
  const store = new Store({
    ...opened,
    findings: [...scan.findings, ...opening.findings],
    unreadable: opening.kept,
  });
  if (opening.isChanged && !untouched) refreshIndexPage(ws, store);
  return store;
}

/** The records of a workspace as they are on disk now. Loads neither yaml nor zod unless something must be parsed. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../clock.js";
import type { Finding } from "../entry/findings.js";
import { TenetError } from "../errors.js";
import type { Profile } from "../settings.js";
import { beginningAgain } from "./cache/begin-again.js";
import { takeCoreFiles } from "./cache/core-files.js";
import { CacheDatabase } from "./cache/database.js";
import { EntryWriter } from "./cache/entry-writer.js";
import { forgetStamps, type KnownFiles, putHash, putStamp, readFiles } from "./cache/files.js";
import { isUnsettled, settle, unsettleAll } from "./cache/settle.js";
import { sha256 } from "./files/atomic-file.js";
import { codeOf } from "./files/file-failure.js";
import { unreadableFinding } from "./files/file-findings.js";
import { type ReadFor, readForOf } from "./records/read-for.js";
import { isUnchanged, MAX_FILE_BYTES, readPlainFile, type ScannedFile, scanRecords, tooLarge } from "./records/scan.js";
import { Store } from "./store.js";
import type { Workspace } from "./workspace.js";

export type { Row } from "./cache/row.js";
export { type Located, Store } from "./store.js";

/** Files in memory before they are written: all entries of 15,000 files would take gigabytes. */
const FILES_AT_ONCE = 20;
/** The settings that records were read for, and by which they stand: under others they are read again. */
const READ_FOR = "read for";

/** Brings the cache level with the files. */
class Reading {
  readonly findings: Finding[] = [];
  /** Files that the system does not let us read: they are not gone, and their earlier records stay. */
  readonly unreadable = new Set<string>();
  readonly at = Date.now();
  readonly #database: CacheDatabase;
  readonly #known: KnownFiles;
  /** Some file's entries are others than before. */
  #isChanged = false;
  /** Not done yet. */
  #writes: ((writer: EntryWriter) => void)[] = [];

  constructor(database: CacheDatabase) {
    this.#database = database;
    this.#known = readFiles(database);
  }

  #change(write: (writer: EntryWriter) => void): void {
    if (this.#writes.length >= FILES_AT_ONCE) this.#write();
    this.#isChanged = true;
    this.#writes.push(write);
  }

  /** Writes what was read so far. */
  #write(isLast = false): void {
    if (this.#writes.length === 0) return;
    this.#database.transaction(() => {
      const writer = new EntryWriter(this.#database);
      for (const write of this.#writes) write(writer);
      writer.finish();
      if (isLast && this.#isChanged) putHash(this.#database);
    });
    this.#writes = [];
  }

  /** Takes in all that changed. `until`: a time of `performance.now()`; one file at least, so that a later reading gets further. */
  async follow(ws: Workspace, agent: string, until = Number.POSITIVE_INFINITY): Promise<void> {
    const { files, findings, unreadable } = scanRecords(ws);
    this.findings.push(...findings);
    const names = new Set(files.map(({ file }) => file));
    for (const file of this.#known.keys()) {
      if (names.has(file)) continue;
      if (unreadable.some((place) => file === place || file.startsWith(`${place}/`))) this.unreadable.add(file);
      else this.#change((writer) => writer.drop(file));
    }
    const changed = files.filter(({ file, stamp }) => {
      const known = this.#known.get(file);
      return known === undefined || !isUnchanged(known, stamp);
    });
    for (const [at, file] of changed.entries()) {
      // Ctrl-C is heard between two turns.
      if (at % FILES_AT_ONCE === 0) await nextTurn();
      if (at > 0 && performance.now() > until) throw this.#outOfTime();
      await this.#take(file, agent);
    }
    this.#write(true);
  }

  async #take({ file, path, stamp }: ScannedFile, agent: string): Promise<void> {
    const { at } = this;
    if (stamp.size > MAX_FILE_BYTES) {
      const record = { stamp, at, sha256: "", findings: [tooLarge(file, stamp.size)] };
      return this.#change((writer) => writer.put(file, record, []));
    }
    let read: ReturnType<typeof readPlainFile>;
    try {
      read = readPlainFile(path);
    } catch (error) {
      // It vanished since it was listed: the next reading finds it gone.
      if (codeOf(error) === "ENOENT") return;
      this.findings.push(unreadableFinding(file, error));
      this.unreadable.add(file);
      return;
    }
    const seen = { stamp: read.stamp, at };
    if (this.#known.get(file)?.sha256 === sha256(read.bytes)) {
      // Written now, the stat is trusted by later commands; a young one proves nothing yet.
      if (isUnchanged(seen, read.stamp)) this.#writes.push(() => putStamp(this.#database, file, seen));
      return;
    }
    const { readRecordFile } = await import("./records/record-parse.js");
    const parsed = readRecordFile(file, read.bytes, seen, agent);
    this.#change((writer) => writer.put(file, ...parsed));
  }

  /** The next reading reads only the files that are not in the cache. */
  #outOfTime(): TenetError {
    this.#write();
    return new TenetError("the records are read for the first time, and there was no time to read all of them", {
      failure: "busy",
      code: "no-time",
      hint: "Any other command reads them once and for all: tenet status",
    });
  }
}

/** Under other settings every file is to be read again, and every entry stands anew. */
function followSettings(database: CacheDatabase, readFor: ReadFor): void {
  const settings = JSON.stringify(readFor);
  if (database.fact(READ_FOR) === settings) return;
  database.transaction(() => {
    forgetStamps(database);
    unsettleAll(database);
    database.setFact(READ_FOR, settings);
  });
}

interface StoreContext {
  workspace: Workspace;
  profile: Profile;
  clock: Clock;
  /** A time of `performance.now()` until which there is time. */
  until?: number;
}

interface OpeningOptions {
  /** For a change: what it stages is written to the cache's own transaction, which the change ends. */
  changes?: boolean;
}

/** Reads the records of a workspace: unchanged files from the cache, others parsed and cached. */
export async function openStore(ctx: StoreContext, options: OpeningOptions = {}): Promise<Store> {
  return await beginningAgain(openedStore, ctx, options);
}

async function openedStore(ctx: StoreContext, { changes = false }: OpeningOptions): Promise<Store> {
  const { workspace: ws, until } = ctx;
  const readFor = readForOf(ctx.profile);
  const database = changes ? new CacheDatabase(ws) : CacheDatabase.of(ws);
  if (until !== undefined) database.waitMs = until - performance.now();
  if (changes) database.begin();
  followSettings(database, readFor);
  const reading = new Reading(database);
  await reading.follow(ws, readFor.agent, until);
  await takeCoreFiles(ctx, database);
  if (isUnsettled(database)) database.transaction(() => settle(database, readFor));
  const { at, findings, unreadable } = reading;
  return new Store({ readFor, database, at, findings, unreadable, now: ctx.clock.now() });
}

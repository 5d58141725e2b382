/**
 * Compares entries with the base and settles which state of each counts. Called by `base-records.ts` where something
 * changed. Asks git only where the base moved, or where a file came to differ whose records were not read yet.
 */

import type { Entry } from "../../entry/entry.js";
import { asCounted, type Counting, countingOf } from "../../entry/gates/unmerged.js";
import { CommittedWorkspace } from "../base/committed-workspace.js";
import type { BaseState, DecidedBase } from "../base/policy/base-state.js";
import {
  BASE,
  type BaseFile,
  baseFiles,
  baseRecord,
  blobsHere,
  dropBase,
  loadedBlobs,
  putBase,
  type RecordsByBlob,
  type Unsettled,
  unsettled,
} from "../cache/base-tables.js";
import type { CacheDatabase } from "../cache/database.js";
import type { EntryMeta } from "../cache/entry-meta.js";
import { entryMetaOf } from "../cache/entry-meta-of.js";
import { EntryWriter } from "../cache/entry-writer.js";
import { sha256 } from "../files/atomic-file.js";
import { BUILD } from "../files/disposable.js";
import { blobIds } from "../git/git-snapshot.js";
import { isUnread, type Unread } from "../git/objects.js";
import { endedHere } from "../ledger/ledger.js";
import type { ReadFor } from "../records/read-for.js";
import { readPlainFile } from "../records/scan.js";
import type { Workspace } from "../workspace.js";

export interface Beside {
  ws: Workspace;
  database: CacheDatabase;
  base: BaseState;
  readFor: ReadFor;
  /** Entries that the change at hand ends: the ledger has it a moment later. */
  ended?: ReadonlySet<string> | undefined;
  /** Nothing is taken from what the cache knew of the base. */
  afresh?: boolean | undefined;
}

/** Which base the cache is level with. */
export interface KnownBase {
  build: string;
  /** A commit; another word where the base could not be read when it was asked for first. */
  commit: string;
}

interface ReadBase {
  commit: string;
  files: readonly BaseFile[];
  /** Of blobs that were read now. */
  records: RecordsByBlob;
  /** Names of contents that were hashed now. */
  blobs: ReadonlyMap<string, string>;
}

/** Stands for the records as they were when a base that cannot be read was met: what comes later does not count. */
const SEEN = "seen";

/** `known`: what the cache is level with, as far as it may be used; `isKnown`: that is this base. */
export async function settleEntries(
  beside: Beside,
  knownBase: KnownBase | undefined,
  isKnown: boolean,
): Promise<BaseState> {
  const { base } = beside;
  const scope = knownBase === undefined ? "all" : isKnown ? "changed" : "other";
  if (base.state === "none" || base.state === "proposed") settle(beside, undefined, "none");
  else {
    const read = base.state === "readable" ? await readBase(beside, base, scope) : base;
    if (!("because" in read)) settle(beside, read, scope);
    else {
      settle(beside, lastKnown(beside, knownBase), knownBase === undefined ? "all" : "changed");
      return { state: "unreadable", because: read.because };
    }
  }
  return base;
}

/** The base as it was read last; where it never was, the records as they are now. */
function lastKnown({ database }: Beside, knownBase: KnownBase | undefined): ReadBase {
  const files =
    knownBase === undefined
      ? [...blobsHere(database)].map(([file, { sha256: oid }]) => ({ file, oid }))
      : baseFiles(database);
  return { commit: knownBase?.commit ?? SEEN, files, records: new Map(), blobs: new Map() };
}

/** Which entries are looked at: all, those that may count otherwise beside another base, those that came or changed. */
type Scope = "all" | "other" | "changed" | "none";

/** The files of the base and the records of those that differ here, as far as they are not known. */
async function readBase(beside: Beside, { commit, branch }: DecidedBase, scope: Scope): Promise<ReadBase | Unread> {
  const { ws, database } = beside;
  const base = lazily(async () => await CommittedWorkspace.at(ws.root, commit));
  const files = scope === "changed" ? baseFiles(database) : await filesOf(await base());
  if (isUnread(files)) return { ...files, because: `${branch}: ${files.because}` };
  const { blobs, differing } = compareFiles(beside, files);
  const loaded = scope === "all" ? new Set() : loadedBlobs(database);
  const records = new Map<string, Entry[]>();
  for (const row of differing) {
    if (loaded.has(row.oid) || records.has(row.oid)) continue;
    const at = await base();
    const parsed = isUnread(at) ? at : await at.records(row, beside.readFor.agent);
    if (isUnread(parsed)) return { ...parsed, because: `${branch}: ${parsed.because}` };
    records.set(
      row.oid,
      parsed.records.map(({ entry }) => entry),
    );
  }
  return { commit, files, records, blobs };
}

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | undefined;
  return () => (promise ??= make());
}

async function filesOf(base: CommittedWorkspace | Unread): Promise<BaseFile[] | Unread> {
  const listed = isUnread(base) ? base : await (base as CommittedWorkspace).recordFiles();
  return isUnread(listed) ? listed : listed.map(({ file, oid }) => ({ file, oid }));
}

/** Which files of the base are otherwise here, or not there. A content is hashed once. */
function compareFiles(
  { ws, database }: Beside,
  files: readonly BaseFile[],
): Pick<ReadBase, "blobs"> & { differing: BaseFile[] } {
  const cachedBlobs = blobsHere(database);
  const blobs = new Map<string, string>();
  const differing = files.filter(({ file, oid }) => {
    const cachedBlob = cachedBlobs.get(file);
    if (cachedBlob === undefined) return true;
    const oids = cachedBlob.oids ?? blobNames(ws.absolute(file), cachedBlob.sha256, oid.length);
    if (oids === undefined) return true;
    if (cachedBlob.oids === null) blobs.set(cachedBlob.sha256, oids);
    return !oids.includes(oid);
  });
  return { blobs, differing };
}

/** The ids that git would give to a file; undefined where it is another by now. */
function blobNames(path: string, knownOids: string, length: number): string | undefined {
  let bytes: Buffer;
  try {
    bytes = readPlainFile(path).bytes;
  } catch {
    return undefined;
  }
  return sha256(bytes) === knownOids ? blobIds(bytes, length).join(" ") : undefined;
}

/** Stores the state of the base, and settles which state of every concerned entry counts. */
function settle(beside: Beside, read: ReadBase | undefined, scope: Scope): void {
  const { database } = beside;
  database.transaction(() => {
    if (scope === "all" || read === undefined) dropBase(database);
    if (read !== undefined) putBase(database, read);
    const writer = new EntryWriter(database);
    for (const row of unsettled(database, scope)) restate(beside, writer, row, read !== undefined);
    if (read !== undefined) database.setFact(BASE, JSON.stringify({ build: BUILD, commit: read.commit }));
    database.run("DELETE FROM unsettled");
    writer.finish();
  });
}

function restate(beside: Beside, writer: EntryWriter, row: Unsettled, hasBase: boolean): void {
  const writtenEntry = JSON.parse(row.record) as Entry;
  const counting = hasBase && row.same === 0 ? countingBeside(beside, writtenEntry) : undefined;
  if ((counting === undefined ? null : JSON.stringify(counting)) === row.counting) return;
  const { file, line } = JSON.parse(row.meta) as EntryMeta;
  const entry = counting === undefined ? writtenEntry : asCounted(writtenEntry, counting);
  const meta = entryMetaOf(entry, file, line, beside.readFor.mode);
  writer.restate(row, counting === undefined ? meta : { ...meta, unmerged: [...counting.unmerged] }, counting);
}

/** The ledger is read where an entry was ended that an owner's word on the base keeps. */
function countingBeside({ ws, database, readFor, ended }: Beside, writtenEntry: Entry): Counting | undefined {
  const record = { ...readFor, written: writtenEntry, base: baseRecord(database, writtenEntry.id) };
  const counting = countingOf({ ...record, acted: false });
  if (counting === undefined || counting.ignored.length === 0) return counting;
  const acted = ended?.has(writtenEntry.id) === true || endedHere(ws).has(writtenEntry.id);
  return acted ? countingOf({ ...record, acted }) : counting;
}

/** The records of a workspace as they are on disk now. Loads neither yaml nor zod unless something must be parsed. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../clock.js";
import { cutsOf } from "../entry/near/near-cuts.js";
import { TenetError } from "../errors.js";
import { ownAgents, type Profile } from "../settings.js";
import { beginningAgain } from "./cache/begin-again.js";
import { takeCoreFiles } from "./cache/core-files.js";
import { CacheDatabase } from "./cache/database.js";
import { settle } from "./cache/settle.js";
import { sha256 } from "./files/atomic-file.js";
import { codeOf } from "./files/file-failure.js";
import { unreadableFinding } from "./files/file-findings.js";
import { isUnchanged, readPlainFile, type ScannedFile, type Seen, scanRecords } from "./records/scan.js";
import { type OpenedStore, type ReadFor, Store, takeFiles } from "./store.js";
import type { Workspace } from "./workspace.js";

export type { Row } from "./cache/row.js";
export { type Located, Store } from "./store.js";

/** Files in memory before they are written: all entries of 15,000 files would take gigabytes. */
const FILES_AT_ONCE = 20;
/** The settings that records were read for, and by which they stand: under others all of them are read again. */
const READ_FOR = "read for";

export const readForOf = (profile: Profile): ReadFor => ({
  agent: ownAgents(profile)[0] ?? "main",
  mode: profile.apply_mode,
  close: cutsOf(profile).close,
});

/** A file whose stat does not prove that it is unchanged, with its content. */
interface ReadFile {
  file: string;
  bytes: Buffer;
  seen: Seen;
}

/** Brings the cache level with the files. `until`: see `Context`; some files are read, so that a later opening gets further. */
async function followFiles(ws: Workspace, opened: OpenedStore, until = Number.POSITIVE_INFINITY): Promise<void> {
  const { database, unreadable } = opened;
  const rows = database.rows<[string, string | null, string]>("SELECT name, seen, sha256 FROM files");
  const known = new Map(rows.map(([name, seen, hash]) => [name, { seen: seen && (JSON.parse(seen) as Seen), hash }]));
  const scan = scanRecords(ws);
  opened.findings.push(...scan.findings);
  const names = new Set(scan.files.map(({ file }) => file));
  const missing = [...known.keys()].filter((file) => !names.has(file));
  for (const place of scan.unreadable)
    for (const file of missing) if (file === place || file.startsWith(`${place}/`)) unreadable.add(file);
  const gone = missing.filter((file) => !unreadable.has(file));
  if (gone.length > 0)
    await takeFiles(
      opened,
      gone.map((file) => ({ file, bytes: null })),
    );
  const doubtful = scan.files.filter(({ file, stamp }) => {
    const seen = known.get(file)?.seen;
    return !seen || !isUnchanged(seen, stamp);
  });
  for (let from = 0; from < doubtful.length; from += FILES_AT_ONCE) {
    // Ctrl-C is heard between two turns.
    await nextTurn();
    if (from > 0 && performance.now() > until) throw outOfTime();
    const read = doubtful.slice(from, from + FILES_AT_ONCE).flatMap((file) => readFile(file, opened));
    const changed = read.filter(({ file, bytes }) => sha256(bytes) !== known.get(file)?.hash);
    if (changed.length > 0) await takeFiles(opened, changed);
    noteProven(
      database,
      read.filter((one) => !changed.includes(one)),
    );
  }
}

function readFile({ file, path }: ScannedFile, { at, findings, unreadable }: OpenedStore): ReadFile[] {
  try {
    const { bytes, stamp } = readPlainFile(path);
    return [{ file, bytes, seen: { stamp, at } }];
  } catch (error) {
    // What vanished since it was listed is found gone by the next reading.
    if (codeOf(error) === "ENOENT") return [];
    findings.push(unreadableFinding(file, error));
    unreadable.add(file);
    return [];
  }
}

/** From now on the stat of these files proves what their content did; a young one proves nothing yet. */
function noteProven(database: CacheDatabase, files: readonly ReadFile[]): void {
  const proven = files.filter(({ seen }) => isUnchanged(seen, seen.stamp));
  if (proven.length === 0) return;
  database.keep(() => {
    const sql = "UPDATE files SET seen = ? WHERE name = ?";
    for (const { file, seen } of proven) database.run(sql, JSON.stringify(seen), file);
  });
}

const outOfTime = (): TenetError =>
  new TenetError("the records are read for the first time, and there was no time to read all of them", {
    failure: "busy",
    code: "no-time",
    hint: "Any other command reads them once and for all: tenet status",
  });

/** Under other settings every file is read again, and every entry stands anew. */
function followSettings(database: CacheDatabase, readFor: ReadFor): void {
  const settings = JSON.stringify(readFor);
  if (database.fact(READ_FOR) === settings) return;
  database.transaction(() => {
    database.run("UPDATE files SET seen = NULL, sha256 = ''");
    settle(database, readFor, database.column<string>("SELECT id FROM entries"));
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
  const database = CacheDatabase.of(ctx.workspace);
  const readFor = readForOf(ctx.profile);
  const now = ctx.clock.now();
  const opened: OpenedStore = { readFor, database, at: Date.now(), findings: [], unreadable: new Set(), now };
  if (changes) database.begin();
  try {
    followSettings(database, readFor);
    await followFiles(ctx.workspace, opened, ctx.until);
    await takeCoreFiles(ctx, database, readFor);
  } catch (error) {
    if (changes) database.end("ROLLBACK");
    throw error;
  }
  return new Store(opened);
}

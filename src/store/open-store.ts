/** The records of a workspace as they are on disk now. Loads neither yaml nor zod unless something must be parsed. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Context } from "../context.js";
import type { Finding } from "../entry/findings.js";
import { TenetError } from "../errors.js";
import { ownAgents, type Profile, USUAL_CLOSE } from "../settings.js";
import { beginningAgain } from "./cache/begin-again.js";
import { CacheDatabase } from "./cache/database.js";
import { settle, takeCoreFiles } from "./cache/settle.js";
import { sha256 } from "./files/atomic-file.js";
import { codeOf } from "./files/file-failure.js";
import { unreadableFinding } from "./files/file-findings.js";
import { isUnchanged, readPlainFile, type ScannedFile, type Seen, scanRecords } from "./records/scan.js";
import { isUnreadable, type OpenedStore, type ReadFor, Store, takeFiles } from "./store.js";
import type { Workspace } from "./workspace.js";

export type { Row } from "./cache/row.js";
export { type Located, Store } from "./store.js";

/** Files in memory before they are written: all entries of 15,000 files would take gigabytes. */
const FILES_AT_ONCE = 20;
const READ_FOR = "read for";

export const readForOf = (profile: Profile): ReadFor => ({
  agent: ownAgents(profile)[0] ?? "main",
  mode: profile.apply_mode,
  close: profile.near.close ?? USUAL_CLOSE,
});

/** Brings the cache level with the files. Out of time it has read some, so that a later opening gets further. */
async function followFiles(ws: Workspace, opened: OpenedStore, until = Number.POSITIVE_INFINITY): Promise<void> {
  const { database, findings } = opened;
  const rows = database.rows<[string, string | null, string]>("SELECT name, seen, sha256 FROM files");
  const known = new Map(rows.map(([name, seen, hash]) => [name, { seen: seen && (JSON.parse(seen) as Seen), hash }]));
  const at = Date.now();
  const files = scanRecords(ws, findings);
  const names = new Set(files.map(({ file }) => file));
  const isGone = (file: string) => !names.has(file) && !isUnreadable(findings, file);
  const gone = [...known.keys()].flatMap((file) => (isGone(file) ? { file, bytes: null } : []));
  if (gone.length > 0) await takeFiles(opened, gone);
  const doubtful = files.filter(({ file, stamp }) => {
    const seen = known.get(file)?.seen;
    return !seen || !isUnchanged(seen, stamp);
  });
  for (let from = 0; from < doubtful.length; from += FILES_AT_ONCE) {
    // Ctrl-C is heard between two turns.
    await nextTurn();
    if (from > 0 && performance.now() > until) throw outOfTime();
    const read = doubtful.slice(from, from + FILES_AT_ONCE).flatMap((file) => readFile(file, findings, at));
    const changed = read.filter(({ file, bytes }) => sha256(bytes) !== known.get(file)?.hash);
    if (changed.length > 0) await takeFiles(opened, changed);
    // From now on their stat proves what their content did; a young one proves nothing yet.
    const proven = read.filter((one) => !changed.includes(one) && isUnchanged(one.seen, one.seen.stamp));
    if (proven.length > 0)
      database.keep(() => {
        const sql = "UPDATE files SET seen = ? WHERE name = ?";
        for (const { file, seen } of proven) database.run(sql, JSON.stringify(seen), file);
      });
  }
}

/** `at`: the machine's time before the file was listed. */
function readFile({ file, path }: ScannedFile, findings: Finding[], at: number) {
  try {
    const { bytes, stamp } = readPlainFile(path);
    return [{ file, bytes, seen: { stamp, at } }];
  } catch (error) {
    // What vanished since it was listed is found gone by the next reading.
    if (codeOf(error) === "ENOENT") return [];
    findings.push(unreadableFinding(file, error));
    return [];
  }
}

function outOfTime(): TenetError {
  const message = "the records are read for the first time, and there was no time to read all of them";
  const hint = "Any other command reads them once and for all: tenet status";
  return new TenetError(message, { failure: "busy", code: "no-time", hint });
}

/** Under other settings than they were read for every file is read again, and every entry stands anew. */
function followSettings(database: CacheDatabase, readFor: ReadFor): void {
  const settings = JSON.stringify(readFor);
  if (database.fact(READ_FOR) === settings) return;
  database.transaction(() => {
    database.run("UPDATE files SET seen = NULL, sha256 = ''");
    settle(database, readFor, database.column<string>("SELECT id FROM entries"));
    database.setFact(READ_FOR, settings);
  });
}

type StoreContext = Pick<Context, "workspace" | "profile" | "clock" | "until">;

/**
 * Reads the records of a workspace: unchanged files from the cache, others parsed and cached. `changing`: what a change
 * stages is written to the cache's own transaction, which the change ends.
 */
export async function openStore(ctx: StoreContext, changing?: "changing"): Promise<Store> {
  return await beginningAgain(openedStore, ctx, changing);
}

async function openedStore(ctx: StoreContext, changing: "changing" | undefined): Promise<Store> {
  const database = CacheDatabase.of(ctx.workspace);
  const readFor = readForOf(ctx.profile);
  const opened: OpenedStore = { readFor, database, findings: [], now: ctx.clock.now() };
  if (changing) database.begin();
  try {
    followSettings(database, readFor);
    await followFiles(ctx.workspace, opened, ctx.until);
    await takeCoreFiles(ctx, database, readFor);
  } catch (error) {
    if (changing) database.end("ROLLBACK");
    throw error;
  }
  return new Store(opened);
}

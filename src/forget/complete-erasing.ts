/** The part of an erasing outside the tree: local and rebuildable files. Begun with the tree, finished here. */

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../context.js";
import { ERASED, REDACTED } from "../entry/gates/redaction.js";
import { TenetError } from "../errors.js";
import { forgetVectors } from "../search/vectors/forget-vectors.js";
import { removeCache } from "../store/cache/database.js";
import { replayFirst } from "../store/change/change.js";
import { sha256, writeFileAtomic } from "../store/files/atomic-file.js";
import { codeOf, fileFailure } from "../store/files/file-failure.js";
import { pendingJournal } from "../store/files/journal.js";
import { COMMAND_WAIT_MS, withLock } from "../store/files/lock.js";
import { removeOldTemps } from "../store/files/old-temps.js";
import { readBytes } from "../store/files/safe-path.js";
import { unfinishedMerge } from "../store/git/git-state.js";
import { refreshIndexPage } from "../store/index-page.js";
import { strikeLines } from "../store/ledger/ledger-strike.js";
import { dropAllSteps } from "../store/ledger/undo-log.js";
import { openStore } from "../store/open-store.js";
import { withoutRecord } from "../store/records/record-edit.js";
import type { Workspace } from "../store/workspace.js";
import { NameMatcher } from "./contact-names.js";
import { clearErasing, readErasing } from "./erasing.js";
import { heardWithout } from "./scrub-heard.js";
import { withReplacedLines } from "./scrub-records.js";
import { TextMatcher } from "./text-matcher.js";

/** What was taken out of local and derived files. */
export interface Completed {
  /** Files of the local state that held something, relative. */
  local: string[];
  /** Lines of the ledger that were struck. */
  struck: number;
}

const INDEX_WAIT_MS = 5_000;

/** {@link finishErasing} under the lock, after a change that was interrupted. */
export async function completeErasing(ctx: Context): Promise<Completed | undefined> {
  const { workspace: ws } = ctx;
  return await withLock(ws.lock, "erase", COMMAND_WAIT_MS, async () => {
    // The mark may still stand in the journal of the change that wrote it.
    if (pendingJournal(ws) !== undefined && (await unfinishedMerge(ws.root)) === undefined) await replayFirst(ctx);
    return await finishErasing(ctx);
  });
}

/**
 * Takes what an erasing still looks for out of sessions, leftovers, caches, index and ledger, and ends it.
 * Every step may be repeated, so that a crash or a failing disk only means that the next command goes on. Undefined
 * when nothing was left to do. Under the workspace's lock. Throws `busy` while the index is being written.
 */
export async function finishErasing(ctx: Context): Promise<Completed | undefined> {
  const { workspace: ws, profile } = ctx;
  const erasing = await readErasing(ws);
  if (erasing === undefined) return undefined;
  const matcher = new TextMatcher(erasing);
  const names = new NameMatcher(erasing.names ?? []);
  const mark = erasing.taking === "erase" ? ERASED : REDACTED;
  await removeOldTemps(ws);
  dropAllSteps(ws);
  const local = await scrubLocal(ws, { matcher, names, mark });
  try {
    removeCache(ws);
  } catch (cause) {
    throw fileFailure("remove", ws.cache, cause, "The next command completes the erasing.");
  }
  const store = await openStore(ctx);
  refreshIndexPage(ws, store, profile.outcome);
  await forgetVectors(ctx, store, INDEX_WAIT_MS);
  const struck = await strikeLines(ws, {
    event: ({ reason }) => reason !== undefined && (names.names(reason) || matcher.matches(reason)),
    garbage: (line) => matcher.matches(line),
  });
  await clearErasing(ws);
  return { local, struck };
}

/** The same for commands that have something else to do: what cannot be finished now is reported, and waits. */
export async function completeBeside(ctx: Context): Promise<void> {
  try {
    if ((await completeErasing(ctx)) !== undefined) ctx.warn("An erasing that was interrupted is complete now.");
  } catch (error) {
    if (!(error instanceof TenetError) || error.failure !== "busy") throw error;
    ctx.warn(`An erasing is not complete yet: ${error.message}`);
  }
}

/** Every file of the local state that may hold words. The ledger is erased elsewhere; locks hold no words. */
async function filesIn(ws: Workspace, folder: string): Promise<string[]> {
  if (folder === ws.ledger || folder === ws.lock) return [];
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    if (codeOf(cause) === "ENOENT") return [];
    throw fileFailure("list", folder, cause);
  });
  const texts: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== "lock") texts.push(...(await filesIn(ws, path)));
    else if (entry.isFile() && path !== ws.erasing) texts.push(path);
  }
  return texts;
}

/** Replaces every matching string in a JSON text, and drops fields whose key is an erased id. */
function scrubbedJson(json: string, matcher: TextMatcher, mark: string): string | undefined {
  const value: unknown = JSON.parse(json);
  const next = matcher.without(withoutIds(value, matcher.ids), mark);
  const text = JSON.stringify(next);
  return text === JSON.stringify(value) ? undefined : text;
}

/** Words of an entry that goes, kept under its id: `triggers: {COR-…: [...]}`. */
function withoutIds(value: unknown, ids: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutIds(item, ids));
  if (typeof value !== "object" || value === null) return value;
  const isIdKey = (key: string, item: unknown) => ids.has(key) && typeof item === "object";
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (isIdKey(key, item) ? [] : [[key, withoutIds(item, ids)]])),
  );
}

/** A file without what goes; undefined when it holds none of it. */
function scrubbed(path: string, bytes: Uint8Array, matcher: TextMatcher, mark: string): Uint8Array | undefined {
  const line = (row: string) => (matcher.matches(row) ? mark : undefined);
  const text = Buffer.from(bytes).toString("utf8");
  if (path.endsWith(".json")) {
    try {
      const next = scrubbedJson(text, matcher, mark);
      return next === undefined ? undefined : Buffer.from(`${next}\n`);
    } catch {
      return withReplacedLines(bytes, line);
    }
  }
  if (path.endsWith(".jsonl")) {
    return withReplacedLines(bytes, (row) => {
      try {
        return row.trim() === "" ? undefined : scrubbedJson(row, matcher, mark);
      } catch {
        return matcher.matches(row) ? JSON.stringify({ mark }) : undefined;
      }
    });
  }
  const namedIds = [...matcher.ids].filter((id) => text.includes(id));
  const without = namedIds.reduce((kept, id) => withoutRecord(kept, id, mark), text);
  const base = without === text ? bytes : Buffer.from(without);
  return withReplacedLines(base, line) ?? (without === text ? undefined : base);
}

/** What goes out of local files: whole texts, and names where they stand in others. */
interface Scrubbing {
  matcher: TextMatcher;
  names: NameMatcher;
  mark: string;
}

/** A file without names in its sentences; undefined when it holds none. */
function withoutNames(path: string, file: Uint8Array | string, names: NameMatcher, mark: string): Buffer | undefined {
  const bytes = Buffer.from(file as string);
  const text = bytes.toString("utf8");
  if (!names.names(text)) return undefined;
  const inJson = (json: string): string | undefined => {
    try {
      return JSON.stringify(names.withoutNames(JSON.parse(json), mark));
    } catch {
      return undefined;
    }
  };
  const whole = path.endsWith(".json") ? inJson(text) : undefined;
  if (whole !== undefined) return Buffer.from(`${whole}\n`);
  return withReplacedLines(bytes, (line) => {
    if (!names.names(line)) return undefined;
    return (path.endsWith(".jsonl") ? inJson(line) : undefined) ?? names.replaced(line, mark);
  });
}

/** Scrubs all of it; answers the files that held something, relative. Safe to repeat. */
async function scrubLocal(ws: Workspace, { matcher, names, mark }: Scrubbing): Promise<string[]> {
  const changed: string[] = [];
  for (const path of await filesIn(ws, ws.state)) {
    const bytes = await readBytes(ws, path);
    if (bytes === undefined) continue;
    const rest = path === ws.heard ? heardWithout(bytes, matcher) : scrubbed(path, bytes, matcher, mark);
    const next = withoutNames(path, rest ?? bytes, names, mark) ?? rest;
    if (next === undefined) continue;
    await writeFileAtomic(path, next, { expected: sha256(bytes), within: ws });
    changed.push(ws.relative(path));
  }
  return changed;
}

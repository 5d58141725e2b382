/**
 * Several files changed as one: all of them or none, whenever the process ends. From the commit of their new content in
 * `state.db` on the change happens, now or by the next writing command.
 */
import { access, constants } from "node:fs/promises";
import { dirname, join } from "node:path";
import { TenetError } from "../../errors.js";
import { defined } from "../../text/defined.js";
import { stampAt } from "../records/scan.js";
import { State } from "../state/state-db.js";
import type { Workspace } from "../workspace.js";
import { ChangedMeanwhile, hashOf, sha256, writeFileAtomic } from "./atomic-file.js";
import { type AtomicFs, ensureFolder, nodeFs, stateOf, syncFolder } from "./atomic-fs.js";
import { namesIn, removeDisposable } from "./disposable.js";
import { fileFailure } from "./file-failure.js";
import { fileInTree } from "./safe-path.js";

/** One file of a change: what the caller read, and what it is to become. */
export interface FileChange {
  /** Absolute. */
  path: string;
  /** sha256 of what the caller read; null: it was absent. */
  before: string | null;
  /** New content; null: delete. */
  after: Uint8Array | null;
  /** The content that the caller read, where it is at hand. */
  read?: Uint8Array;
}

/** A file that keeps a person's edit, made after the change was decided; `message` says where our version is kept. */
export interface Conflict {
  /** Absolute. */
  path: string;
  message: string;
}

/** A row of a decided change. */
interface Step extends Pick<FileChange, "before" | "after"> {
  /** Relative to the root, with `/`. */
  path: string;
  /** The verb, and a random part. */
  op: string;
}

interface CommitOptions {
  /** Facts that belong to the change: written by its commit, in the same transaction. */
  alongside?: ((state: State) => void) | undefined;
  fs?: AtomicFs;
}

/**
 * Makes a decided change durable, all of it or nothing; under the lock. One file is one atomic write, several go through
 * `state.db`. Throws {@link ChangedMeanwhile} when a file is no longer what the caller read (nothing was written), `failed`
 * when the disk refuses: the message says whether the change was decided. Answers the files that keep a person's edit.
 */
export async function commitFiles(
  ws: Workspace,
  op: string,
  changes: readonly FileChange[],
  { alongside, fs = nodeFs }: CommitOptions = {},
): Promise<Conflict[]> {
  await completeChange(ws, fs);
  const steps = changes
    .filter(({ before, after }) => before !== (after && sha256(after)))
    .map(({ path, before, after }): Step => ({ path: ws.relative(path), op, before, after }));
  const [only, ...more] = steps;
  if (alongside === undefined && more.length === 0) {
    if (only !== undefined) await put(ws, only, fs);
    return [];
  }
  for (const step of steps) await requireReady(ws, step, fs);
  const state = State.of(ws);
  state.transaction(() => {
    for (const { path, before, after } of steps)
      state.run("INSERT INTO pending VALUES (?, ?, ?, ?)", path, op, before, after);
    alongside?.(state);
  });
  return await install(ws, steps, fs);
}

/** Brings one file to its new content, if it is still as it was. */
const put = (ws: Workspace, { path, before, after }: Step, fs: AtomicFs): Promise<void> =>
  writeFileAtomic(ws.absolute(path), after, { expected: before, within: ws, fs });

/** Looks whether a file is as it was, and may be written. */
async function requireReady(ws: Workspace, step: Step, fs: AtomicFs): Promise<void> {
  const path = ws.absolute(step.path);
  try {
    const target = await fileInTree(ws, path, fs);
    if ((await hashOf(path, fs)) !== step.before) throw new ChangedMeanwhile(path);
    if (target === undefined) await ensureFolder(dirname(path), fs);
    if (fs === nodeFs) await access(dirname(path), constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw fileFailure("write", path, cause, "No file was changed.");
  }
}

/** Whether a decided change waits: commands that only read say so. */
export const isChangePending = (ws: Workspace): boolean => State.of(ws).all("SELECT 1 FROM pending LIMIT 1").length > 0;

/**
 * Completes the change that an earlier process could not finish; under the lock, before reading what a change is decided on.
 * Undefined when there was none. Safe to fail or be killed at any point: the next call goes on.
 */
export async function completeChange(ws: Workspace, fs: AtomicFs = nodeFs): Promise<Conflict[] | undefined> {
  const steps = State.of(ws).all<Step>("SELECT path, op, before, after FROM pending ORDER BY path");
  return steps.length === 0 ? undefined : await install(ws, steps, fs);
}

const DECIDED = "The change is decided and no file is torn: the next writing command completes it.";

/** From the commit on. Repeatable: files already in place are skipped, edited ones stay. */
async function install(ws: Workspace, steps: readonly Step[], fs: AtomicFs): Promise<Conflict[]> {
  try {
    const conflicts: Conflict[] = [];
    for (const step of steps) conflicts.push(...(await installStep(ws, step, fs)));
    State.of(ws).run("DELETE FROM pending");
    return conflicts;
  } catch (cause) {
    if (!(cause instanceof TenetError)) throw cause;
    const { message, failure, code, hint, details } = cause;
    throw new TenetError(`${message} ${DECIDED}`, { failure, code, ...defined({ hint }), details, cause });
  }
}

/** Why a file is left as it is: somebody else's is there. Where the disk refuses, the change waits. */
const IN_THE_WAY = ["changed-meanwhile", "link", "not-a-file", "outside"];

/** Brings one file to its new state. Where somebody else's stands it is left, ours is kept beside, and that is said. */
async function installStep(ws: Workspace, step: Step, fs: AtomicFs): Promise<Conflict[]> {
  const path = ws.absolute(step.path);
  try {
    const now = (await fileInTree(ws, path, fs)) === undefined ? null : await hashOf(path, fs);
    if (now !== (step.after && sha256(step.after))) await put(ws, step, fs);
    // The process that put it there may have died before its sync.
    else if ((await stateOf(dirname(path), fs)) !== undefined) await syncFolder(dirname(path), fs);
    return [];
  } catch (cause) {
    const { message, code } = fileFailure("write", path, cause) as TenetError;
    if (!IN_THE_WAY.includes(code)) throw fileFailure("write", path, cause);
    const because = cause instanceof ChangedMeanwhile ? "it was changed meanwhile." : message;
    const left = `${step.path} was left as it is: ${because}`;
    if (step.after === null || code === "outside") return [{ path, message: left }];
    const kept = join(ws.local, `${step.op}.conflict`, ...step.path.split("/"));
    await writeFileAtomic(kept, step.after, { within: ws, fs });
    return [{ path, message: `${left} What tenet wanted to write is kept in ${ws.relative(kept)}.` }];
  }
}

/** Younger ones may belong to a writer that takes no lock, such as the index page's. */
const OLD_MS = 60_000;

/** Removes what killed writers left in `.tenet/tmp`, by the machine's clock. */
export function sweepTemps(ws: Workspace, olderThanMs = OLD_MS): void {
  for (const path of namesIn(ws.tmp).map((name) => join(ws.tmp, name))) {
    // A clock that went backwards must not keep a leftover for years.
    if (Math.abs(Date.now() - (stampAt(path)?.mtimeMs ?? 0)) >= olderThanMs) removeDisposable(path);
  }
}

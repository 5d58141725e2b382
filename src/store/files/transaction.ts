/**
 * Files changed as one, whenever the process ends: from the commit of their new content in `state.db` on the change
 * happens, now or by the next writing command.
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

/** What the caller read, and what it is to become. */
export interface FileChange {
  /** Absolute. */
  path: string;
  /** sha256 of what was read; null: it was absent. */
  before: string | null;
  /** Null: it is removed. */
  after: Uint8Array | null;
  /** What was read, where it is at hand. */
  read?: Uint8Array;
}

/** A row of a decided change. */
interface Step extends Pick<FileChange, "before" | "after"> {
  /** Relative to the root, with `/`. */
  path: string;
  /** The verb, and a random part. */
  op: string;
}

/**
 * Makes a change durable, all of it or nothing; under the lock. `facts` are written in the transaction that decides it.
 * Throws {@link ChangedMeanwhile} when a file is no longer what the caller read, `failed` when the disk refuses: the message
 * says whether the change was decided. Answers what to say of files that keep a person's edit.
 */
export async function commitFiles(
  ws: Workspace,
  op: string,
  changes: readonly FileChange[],
  facts: readonly ((state: State) => void)[] = [],
  fs: AtomicFs = nodeFs,
): Promise<string[]> {
  await completeChange(ws, fs);
  const steps = changes
    .filter(({ before, after }) => before !== (after && sha256(after)))
    .map(({ path, before, after }): Step => ({ path: ws.relative(path), op, before, after }));
  if (steps.length + facts.length === 0) return [];
  for (const step of steps) await requireReady(ws, step, fs);
  const state = State.of(ws);
  state.transaction(() => {
    for (const { path, before, after } of steps)
      state.run("INSERT INTO pending VALUES (?, ?, ?, ?)", path, op, before, after);
    for (const write of facts) write(state);
  });
  return steps.length === 0 ? [] : await install(ws, steps, fs);
}

async function requireReady(ws: Workspace, step: Step, fs: AtomicFs): Promise<void> {
  const path = ws.absolute(step.path);
  try {
    await fileInTree(ws, path, fs);
    if ((await hashOf(path, fs)) !== step.before) throw new ChangedMeanwhile(path);
    await ensureFolder(dirname(path), fs);
    if (fs === nodeFs) await access(dirname(path), constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw fileFailure("write", path, cause, "No file was changed.");
  }
}

export const isChangePending = (ws: Workspace): boolean => State.of(ws).all("SELECT 1 FROM pending LIMIT 1").length > 0;

/** Completes the change that an earlier process could not finish, and answers as {@link commitFiles}; under the lock. */
export async function completeChange(ws: Workspace, fs: AtomicFs = nodeFs): Promise<string[]> {
  const steps = State.of(ws).all<Step>("SELECT path, op, before, after FROM pending ORDER BY path");
  return steps.length === 0 ? [] : await install(ws, steps, fs);
}

const DECIDED = "The change is decided and no file is torn: the next writing command completes it.";

/** Repeatable: files already in place are skipped, edited ones stay. */
async function install(ws: Workspace, steps: readonly Step[], fs: AtomicFs): Promise<string[]> {
  try {
    const conflicts: string[] = [];
    for (const step of steps) conflicts.push(...(await installStep(ws, step, fs)));
    // On a full disk they stay, and the next change finds the files in place.
    State.of(ws).hint(() => State.of(ws).run("DELETE FROM pending"));
    return conflicts;
  } catch (cause) {
    if (!(cause instanceof TenetError)) throw cause;
    const { message, failure, code, hint, details } = cause;
    throw new TenetError(`${message} ${DECIDED}`, { failure, code, ...defined({ hint }), details, cause });
  }
}

/** Why a file is left as it is: somebody else's is there. Where the disk refuses, the change waits. */
const IN_THE_WAY = ["changed-meanwhile", "link", "not-a-file", "outside"];

/** Where somebody else's file stands it is left, ours is kept beside, and that is said. */
async function installStep(ws: Workspace, { path: file, op, before, after }: Step, fs: AtomicFs): Promise<string[]> {
  const path = ws.absolute(file);
  try {
    await fileInTree(ws, path, fs);
    if ((await hashOf(path, fs)) !== (after && sha256(after)))
      await writeFileAtomic(path, after, { expected: before, within: ws, fs });
    // The process that put it there may have died before its sync.
    else if ((await stateOf(dirname(path), fs)) !== undefined) await syncFolder(dirname(path), fs);
    return [];
  } catch (cause) {
    const failure = fileFailure("write", path, cause) as TenetError;
    const { message, code } = failure;
    if (!IN_THE_WAY.includes(code)) throw failure;
    const left = `${file} was left as it is: ${code === "changed-meanwhile" ? "it was changed meanwhile." : message}`;
    if (after === null || code === "outside") return [left];
    const kept = join(ws.local, `${op}.conflict`, ...file.split("/"));
    await writeFileAtomic(kept, after, { within: ws, fs });
    return [`${left} What tenet wanted to write is kept in ${ws.relative(kept)}.`];
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

/**
 * Several files changed as one: all of them or none, whenever the process ends. New content is staged in `.tenet/tmp`; the
 * commit of the rows that say so in `state.db` is the point from which on the change happens, now or by the next writer.
 */
import { access, constants } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { TenetError } from "../../errors.js";
import { defined } from "../../text/defined.js";
import { State } from "../state/state-db.js";
import type { Workspace } from "../workspace.js";
import { ChangedMeanwhile, hashOf, sha256, writeFileAtomic, writeNewFile } from "./atomic-file.js";
import { type AtomicFs, bytesOf, ensureFolder, nodeFs, stateOf, syncFolder } from "./atomic-fs.js";
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

/** A file that keeps a person's edit, made after the change was decided. */
export interface Conflict {
  /** Absolute. */
  path: string;
  /** One plain sentence for people, with where our version is kept. */
  message: string;
}

/** A row of a decided change. */
interface Step {
  /** Relative to the root, with `/`. */
  path: string;
  /** The verb, and a random part: names of its files in `.tenet/tmp` begin with it. */
  op: string;
  /** Hash of the file when the change was decided; null: absent. */
  before: string | null;
  /** Hash it is to have; null: deleted. */
  after: string | null;
  /** Name of the staged content; null for a deletion. */
  staged: string | null;
}

type NewStep = Step & { content: Uint8Array | null };

export interface CommitOptions {
  /** Facts that belong to the change: written by its commit, in the same transaction. */
  alongside?: ((state: State) => void) | undefined;
  fs?: AtomicFs;
}

/**
 * Makes a decided change durable, all of it or nothing. Call it under the lock. One file is one atomic write, several go
 * through `state.db`. Throws {@link ChangedMeanwhile} when a file is no longer what the caller read (nothing was written),
 * `failed` when the disk refuses: before the commit nothing changed, after it the next writing command completes the
 * change, and the message says which. Answers the files that keep a person's edit.
 */
export async function commitFiles(
  ws: Workspace,
  op: string,
  changes: readonly FileChange[],
  { alongside, fs = nodeFs }: CommitOptions = {},
): Promise<Conflict[]> {
  await completeChange(ws, fs);
  const steps = changes.flatMap(({ path, before, after: content }, at): NewStep[] => {
    const after = content && sha256(content);
    if (after === before) return [];
    return [{ path: ws.relative(path), op, before, after, staged: content && `${op}.${at}`, content }];
  });
  const [only, ...more] = steps;
  if (alongside === undefined && more.length === 0) {
    if (only !== undefined) await put(ws, only, only.content, fs);
    return [];
  }
  try {
    await stage(ws, steps, fs);
    const state = State.of(ws);
    state.transaction(() => {
      for (const { path, before, after, staged } of steps)
        state.run("INSERT INTO pending VALUES (?, ?, ?, ?, ?)", path, op, before, after, staged);
      alongside?.(state);
    });
  } catch (cause) {
    await unstage(ws, steps, fs);
    throw fileFailure("record a change in", ws.stateDb, cause, "No file was changed.");
  }
  return await install(ws, steps, fs);
}

/** Never outside of its folder, whatever a row says. */
const stagedPath = (ws: Workspace, name: string): string => join(ws.tmp, basename(name));

/** Brings one file to its new content, if it is still as it was; null removes it. */
const put = (ws: Workspace, { path, before }: Step, content: Uint8Array | null, fs: AtomicFs): Promise<void> =>
  writeFileAtomic(ws.absolute(path), content, { expected: before, within: ws, fs });

/** Everything up to the commit: the tree stays as it was. */
async function stage(ws: Workspace, steps: readonly NewStep[], fs: AtomicFs): Promise<void> {
  let at = ws.tmp;
  try {
    await ensureFolder(ws.tmp, fs);
    for (const { path, staged, content } of steps) {
      at = ws.absolute(path);
      const target = await fileInTree(ws, at, fs);
      if (target === undefined && content !== null) await ensureFolder(dirname(at), fs);
      if (fs === nodeFs) await access(dirname(at), constants.W_OK | constants.X_OK);
      if (content === null || staged === null) continue;
      at = stagedPath(ws, staged);
      await writeNewFile(at, content, target, fs);
    }
    at = ws.tmp;
    await syncFolder(ws.tmp, fs);
    for (const { path, before } of steps) {
      at = ws.absolute(path);
      if ((await hashOf(at, fs)) !== before) throw new ChangedMeanwhile(at);
    }
  } catch (cause) {
    throw fileFailure("write", at, cause, "No file was changed.");
  }
}

/** Removes staged content that nobody needs. */
async function unstage(ws: Workspace, steps: readonly Step[], fs: AtomicFs): Promise<void> {
  for (const { staged } of steps) if (staged !== null) await fs.unlink(stagedPath(ws, staged)).catch(() => undefined);
}

/** Whether a decided change waits. One look-up: commands that only read say so, the next writing command completes it. */
export const isChangePending = (ws: Workspace): boolean => State.of(ws).all("SELECT 1 FROM pending LIMIT 1").length > 0;

/**
 * Completes the change that an earlier process could not finish. Call it under the lock, before reading what a change is
 * decided on. Undefined when there was none. Safe to fail or be killed at any point: the next call goes on.
 */
export async function completeChange(ws: Workspace, fs: AtomicFs = nodeFs): Promise<Conflict[] | undefined> {
  const steps = State.of(ws).all<Step>("SELECT path, op, before, after, staged FROM pending ORDER BY path");
  return steps.length === 0 ? undefined : await install(ws, steps, fs);
}

const DECIDED = "The change is decided and no file is torn: the next writing command completes it.";

/** From the commit on. Repeatable: files already in place are skipped, edited ones stay. */
async function install(ws: Workspace, steps: readonly Step[], fs: AtomicFs): Promise<Conflict[]> {
  const conflicts: Conflict[] = [];
  try {
    for (const step of steps) {
      const conflict = await installStep(ws, step, fs);
      if (conflict !== undefined) conflicts.push(conflict);
    }
    State.of(ws).run("DELETE FROM pending");
  } catch (cause) {
    if (!(cause instanceof TenetError)) throw fileFailure("write", ws.root, cause, DECIDED);
    const { message, failure, code, hint, details } = cause;
    throw new TenetError(`${message} ${DECIDED}`, { failure, code, ...defined({ hint }), details, cause });
  }
  await unstage(ws, steps, fs);
  return conflicts;
}

/** Why a file is left as it is: somebody else's is there. Where the disk refuses, the change waits. */
const IN_THE_WAY = ["changed-meanwhile", "link", "not-a-file", "outside"];

/** Brings one file to its new state; answers why it did not. Ours is kept beside where somebody else's stands. */
async function installStep(ws: Workspace, step: Step, fs: AtomicFs): Promise<Conflict | undefined> {
  const path = ws.absolute(step.path);
  const left = (because: string): Conflict => ({ path, message: `${step.path} was left as it is: ${because}` });
  const content = step.staged === null ? null : await bytesOf(stagedPath(ws, step.staged), fs);
  try {
    const now = (await fileInTree(ws, path, fs)) === undefined ? null : await hashOf(path, fs);
    if (now === step.after) {
      // The process that put it there may have died before its sync.
      if ((await stateOf(dirname(path), fs)) !== undefined) await syncFolder(dirname(path), fs);
    } else if (content === undefined || (content && sha256(content)) !== step.after)
      return left("the new content recorded for it is gone.");
    else await put(ws, step, content, fs);
    return undefined;
  } catch (cause) {
    if (!(cause instanceof TenetError && IN_THE_WAY.includes(cause.code))) throw cause;
    const because = cause instanceof ChangedMeanwhile ? "it was changed meanwhile." : cause.message;
    if (!content || cause.code === "outside") return left(because);
    const kept = join(ws.local, `${step.op}.conflict`, ...step.path.split("/"));
    await writeFileAtomic(kept, content, { within: ws, fs });
    return left(`${because} What tenet wanted to write is kept in ${ws.relative(kept)}.`);
  }
}

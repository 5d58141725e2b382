import { access, constants } from "node:fs/promises";
import { dirname } from "node:path";
import { TenetError } from "../errors.js";
import {
  ChangedMeanwhile,
  hardLinksMissing,
  hashOf,
  removeFileAtomic,
  renameOver,
  sha256,
  tempPathIn,
  writeFileAtomic,
  writeNewFile,
} from "./atomic-file.js";
import { type AtomicFs, bytesOf, ensureFolder, nodeFs, stateOf, syncFolder } from "./atomic-fs.js";
import { fileFailure } from "./file-failure.js";
import {
  conflictPath,
  dropJournal,
  type Journal,
  type JournalStep,
  journalPath,
  OP_ID,
  readJournal,
  setAside,
  stagedName,
  stagedPath,
  writeJournal,
} from "./journal.js";
import { fileInTree, folderInTree } from "./safe-path.js";
import type { Workspace } from "./workspace.js";

export { pendingJournal } from "./journal.js";

/** One file of a change: what the caller read, and what it is to become. */
export interface FileChange {
  /** Absolute. */
  path: string;
  /** sha256 of what the caller read; null: it was absent. */
  before: string | null;
  /** New content; null: delete. */
  after: Uint8Array | null;
}

/** A file whose own version stayed because a person changed it after the change was decided. */
export interface Conflict {
  /** Absolute. */
  path: string;
  /** Where our version was kept; undefined when we wanted to delete the file, or our content is gone. */
  saved?: string;
  /** One plain sentence for people. */
  says: string;
}

/** What became of a change: every file is new, apart from the conflicts. */
export interface Committed {
  conflicts: Conflict[];
}

/** What became of an interrupted change. */
export interface Replayed extends Committed {
  id: string;
  op: string;
  actor: string;
  /** Files that this replay brought to their new state. */
  installed: string[];
  /** Set when the journal itself could not be followed: where it was put aside. Nothing was written then. */
  damaged?: string;
}

/**
 * Makes a decided change durable, all of it or nothing. Call it under the lock. One file is one atomic write, several
 * go through the journal. Throws {@link ChangedMeanwhile} when a file is no longer what the caller read (nothing was
 * written), `failed` when the disk refuses: before the journal stands nothing changed, after it the next writing
 * command completes the change, and the message says which.
 */
export async function commitFiles(
  ws: Workspace,
  op: { id: string; op: string; actor: string },
  changes: readonly FileChange[],
  fs: AtomicFs = nodeFs,
): Promise<Committed> {
  if (!OP_ID.test(op.id)) throw new Error(`not an op id: ${JSON.stringify(op.id)}`);
  await replayJournal(ws, fs);
  const steps = changes.map((change, at) => stepOf(ws, op.id, change, at)).filter((step) => step.before !== step.after);
  const [only] = steps;
  if (only === undefined) return { conflicts: [] };
  if (steps.length === 1) {
    await writeOne(ws, only, fs);
    return { conflicts: [] };
  }
  const paths = new Set(steps.map((step) => step.path));
  if (paths.size !== steps.length) throw new Error("a change names one file twice");

  const journal: Journal = {
    id: op.id,
    op: op.op,
    actor: op.actor,
    steps: steps.map(({ content: _, ...step }) => step),
  };
  await record(ws, journal, steps, fs);
  const { conflicts } = await install(ws, journal, fs);
  return { conflicts };
}

/**
 * Completes the change that an earlier process could not finish. Call it under the lock, before reading what a change
 * is decided on. Undefined when there was none. Safe to fail or be killed at any point: the next call goes on.
 */
export async function replayJournal(ws: Workspace, fs: AtomicFs = nodeFs): Promise<Replayed | undefined> {
  try {
    if (!(await folderInTree(ws, ws.journal, fs))) return undefined;
    const journal = await readJournal(ws, fs);
    if (journal === undefined) return undefined;
    if (journal === "damaged") {
      return { id: "", op: "", actor: "", installed: [], conflicts: [], damaged: await setAside(ws, fs) };
    }
    const { id, op, actor } = journal;
    return { id, op, actor, ...(await install(ws, journal, fs)) };
  } catch (cause) {
    throw fileFailure("read the journal in", ws.journal, cause);
  }
}

interface Step extends JournalStep {
  content: Uint8Array | null;
}

function stepOf(ws: Workspace, id: string, { path, before, after }: FileChange, at: number): Step {
  return {
    path: ws.relative(path),
    before,
    after: after === null ? null : sha256(after),
    staged: after === null ? null : stagedName(id, at),
    content: after,
  };
}

async function writeOne(ws: Workspace, step: Step, fs: AtomicFs): Promise<void> {
  const path = ws.absolute(step.path);
  if (step.content !== null) {
    await writeFileAtomic(path, step.content, { expected: step.before, within: ws, fs });
  } else if (step.before !== null) {
    await removeFileAtomic(path, { expected: step.before, within: ws, fs });
  }
}

/** Everything up to the commit point. On failure the tree is as it was and nothing staged stays. */
async function record(ws: Workspace, journal: Journal, steps: readonly Step[], fs: AtomicFs): Promise<void> {
  const staged: string[] = [];
  let at = ws.journal;
  try {
    await folderInTree(ws, ws.journal, fs);
    await ensureFolder(ws.journal, fs);
    for (const step of steps) {
      at = ws.absolute(step.path);
      const target = await fileInTree(ws, at, fs);
      if (target === undefined && step.content !== null) await ensureFolder(dirname(at), fs);
      if (fs === nodeFs) await access(dirname(at), constants.W_OK | constants.X_OK);
      if (step.content === null || step.staged === null) continue;
      at = stagedPath(ws, step.staged);
      // Left by a process that died before its commit point: its change never happened.
      await fs.unlink(at).catch(() => undefined);
      staged.push(at);
      await writeNewFile(at, step.content, target, fs);
    }
    at = ws.journal;
    await syncFolder(ws.journal, fs);
    for (const step of steps) {
      at = ws.absolute(step.path);
      await fileInTree(ws, at, fs);
      if ((await hashOf(at, fs)) !== step.before) throw new ChangedMeanwhile(at);
    }
  } catch (cause) {
    for (const path of staged) await fs.unlink(path).catch(() => undefined);
    throw fileFailure("write", at, cause, "No file was changed.");
  }
  try {
    await writeJournal(ws, journal, fs);
  } catch (cause) {
    // The journal may stand although the disk did not confirm it; then what is staged for it must stay as well.
    const stands = (await stateOf(journalPath(ws), fs).catch(() => undefined)) !== undefined;
    if (!stands) for (const path of staged) await fs.unlink(path).catch(() => undefined);
    throw fileFailure("record a change in", ws.journal, cause, stands ? RECORDED : "No file was changed.");
  }
}

const RECORDED = "The change is recorded and no file is torn: the next writing command completes it.";

/** From the commit point on. Repeatable: what is in place is skipped, what a person changed is kept. */
async function install(
  ws: Workspace,
  journal: Journal,
  fs: AtomicFs,
): Promise<{ installed: string[]; conflicts: Conflict[] }> {
  const installed: string[] = [];
  const conflicts: Conflict[] = [];
  const folders = new Set<string>();
  let at = ws.journal;
  try {
    for (const step of journal.steps) {
      at = ws.absolute(step.path);
      const outcome = await installStep(ws, journal, step, fs);
      if (typeof outcome === "object") {
        conflicts.push(outcome);
        continue;
      }
      // Also when it was in place before: the process that put it there may have died before its sync.
      folders.add(dirname(at));
      if (outcome === "installed") installed.push(at);
    }
    for (const folder of folders) {
      at = folder;
      if ((await stateOf(folder, fs)) !== undefined) await syncFolder(folder, fs);
    }
    at = ws.journal;
    await dropJournal(ws, journal, fs);
  } catch (cause) {
    throw fileFailure("write", at, cause, RECORDED);
  }
  return { installed, conflicts };
}

async function installStep(
  ws: Workspace,
  journal: Journal,
  step: JournalStep,
  fs: AtomicFs,
): Promise<"installed" | "in place" | Conflict> {
  const path = ws.absolute(step.path);
  let target: Awaited<ReturnType<typeof fileInTree>>;
  try {
    target = await fileInTree(ws, path, fs);
  } catch (cause) {
    if (!(cause instanceof TenetError)) throw cause;
    // A journal that names places outside the tree is not ours: its paths are not even joined to ours.
    if (cause.code === "outside") return { path, says: cause.message };
    if (cause.failure === "refused") return await keepTheirs(ws, journal, step, cause.message, fs);
    throw cause;
  }
  const now = await hashOf(path, fs);
  if (now === step.after) return "in place";

  if (step.after === null || step.staged === null) {
    if (now !== step.before) return await keepTheirs(ws, journal, step, "it was changed meanwhile", fs);
    await fs.unlink(path);
    return "installed";
  }
  const staged = stagedPath(ws, step.staged);
  const ours = await stateOf(staged, fs);
  // Installed, then edited in place: our content is in that edit already.
  if (ours !== undefined && target !== undefined && ours.ino === target.ino && ours.ino !== 0) return "in place";
  if (now !== step.before) return await keepTheirs(ws, journal, step, "it was changed meanwhile", fs);
  if (ours === undefined || !ours.isFile() || (await hashOf(staged, fs)) !== step.after) {
    return { path, says: `${step.path} was left as it is: the new content recorded for it is gone.` };
  }
  if (now === null) await ensureFolder(dirname(path), fs);
  await placeStaged(ws, staged, path, step.before, fs);
  return "installed";
}

/**
 * The staged file keeps its name until the journal is dropped: it is linked, not moved, so that no crash between two
 * folders can lose it. Without hard links, or over a border of file systems, it is copied.
 */
async function placeStaged(
  ws: Workspace,
  staged: string,
  path: string,
  expected: string | null,
  fs: AtomicFs,
): Promise<void> {
  const temp = tempPathIn(dirname(path));
  try {
    await fs.link(staged, temp);
  } catch (cause) {
    if (!hardLinksMissing(cause)) throw cause;
    return await writeFileAtomic(path, await fs.readFile(staged), { expected, within: ws, fs });
  }
  try {
    await fileInTree(ws, path, fs);
    await renameOver(temp, path, fs);
  } catch (cause) {
    await fs.unlink(temp).catch(() => undefined);
    throw cause;
  }
}

async function keepTheirs(
  ws: Workspace,
  journal: Journal,
  step: JournalStep,
  because: string,
  fs: AtomicFs,
): Promise<Conflict> {
  const path = ws.absolute(step.path);
  const says = `${step.path} was left as it is: ${because}.`;
  const content = step.staged === null ? undefined : await bytesOf(stagedPath(ws, step.staged), fs);
  if (content === undefined) return { path, says };
  const saved = conflictPath(ws, journal.id, step.path);
  await writeFileAtomic(saved, content, { within: ws, fs });
  return { path, saved, says: `${says} What tenet wanted to write is kept in ${ws.relative(saved)}.` };
}

/** Completes a change that was interrupted, from its journal. */
import { dirname } from "node:path";
import { TenetError } from "../../errors.js";
import type { Workspace } from "../workspace.js";
import { hardLinksMissing, hashOf, renameOver, writeFileAtomic } from "./atomic-file.js";
import { type AtomicFs, bytesOf, ensureFolder, nodeFs, stateOf, syncFolder } from "./atomic-fs.js";
import { tempPathIn } from "./disposable.js";
import { fileFailure } from "./file-failure.js";
import {
  conflictPath,
  dropJournal,
  type Journal,
  type JournalStep,
  readJournal,
  setAside,
  stagedPath,
} from "./journal.js";
import { fileInTree, folderInTree } from "./safe-path.js";

/** A file that keeps a person's edit, made after the change was decided. */
export interface ReplayConflict {
  /** Absolute. */
  path: string;
  /** Where our version was kept; undefined when we wanted to delete the file, or our content is gone. */
  saved?: string;
  /** One plain sentence for people. */
  message: string;
}

/** The result of a change: every file is new, apart from the conflicts. */
export interface CommitResult {
  conflicts: ReplayConflict[];
}

/** The result of completing an interrupted change. */
export interface Replayed extends CommitResult {
  id: string;
  op: string;
  actor: string;
  /** Set when the journal itself could not be followed: where it was put aside. Nothing was written then. */
  damaged?: string;
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
      return { id: "", op: "", actor: "", conflicts: [], damaged: await setAside(ws, fs) };
    }
    const { id, op, actor } = journal;
    return { id, op, actor, ...(await install(ws, journal, fs)) };
  } catch (cause) {
    throw fileFailure("read the journal in", ws.journal, cause);
  }
}

/** The hint of a failure after the commit point: the change happens, only later. */
export const RECORDED = "The change is recorded and no file is torn: the next writing command completes it.";
const IN_PLACE = "Every file is new already: the next writing command only clears the journal.";

/** From the commit point on. Repeatable: files already in place are skipped, edited ones stay. */
export async function install(ws: Workspace, journal: Journal, fs: AtomicFs): Promise<CommitResult> {
  const conflicts: ReplayConflict[] = [];
  const folders = new Set<string>();
  let at = ws.journal;
  try {
    for (const step of journal.steps) {
      at = ws.absolute(step.path);
      const conflict = await installStep(ws, journal, step, fs);
      if (conflict !== undefined) conflicts.push(conflict);
      // Also when it was in place before: the process that put it there may have died before its sync.
      else folders.add(dirname(at));
    }
    for (const folder of folders) {
      at = folder;
      if ((await stateOf(folder, fs)) !== undefined) await syncFolder(folder, fs);
    }
  } catch (cause) {
    throw fileFailure("write", at, cause, RECORDED);
  }
  try {
    await dropJournal(ws, journal, fs);
  } catch (cause) {
    throw fileFailure("clear the journal in", ws.journal, cause, IN_PLACE);
  }
  return { conflicts };
}

/** Brings one file to its new state; answers why it did not. */
async function installStep(
  ws: Workspace,
  journal: Journal,
  step: JournalStep,
  fs: AtomicFs,
): Promise<ReplayConflict | undefined> {
  const path = ws.absolute(step.path);
  let target: Awaited<ReturnType<typeof fileInTree>>;
  try {
    target = await fileInTree(ws, path, fs);
  } catch (cause) {
    if (!(cause instanceof TenetError)) throw cause;
    // A journal that names places outside the tree is not ours: its paths are not even joined to ours.
    if (cause.code === "outside") return { path, message: cause.message };
    if (cause.failure === "refused") return await keepPersonsVersion(ws, journal, step, cause.message, fs);
    throw cause;
  }
  const now = await hashOf(path, fs);
  if (now === step.after) return undefined;

  if (step.after === null || step.staged === null) {
    if (now !== step.before) return await keepPersonsVersion(ws, journal, step, "it was changed meanwhile", fs);
    await fs.unlink(path);
    return undefined;
  }
  const staged = stagedPath(ws, step.staged);
  const ours = await stateOf(staged, fs);
  // Installed, then edited in place: our content is in that edit already.
  if (ours !== undefined && target !== undefined && ours.ino === target.ino && ours.ino !== 0) return undefined;
  if (now !== step.before) return await keepPersonsVersion(ws, journal, step, "it was changed meanwhile", fs);
  if (ours === undefined || !ours.isFile() || (await hashOf(staged, fs)) !== step.after) {
    return { path, message: `${step.path} was left as it is: the new content recorded for it is gone.` };
  }
  if (now === null) await ensureFolder(dirname(path), fs);
  await placeStaged(ws, staged, path, step.before, fs);
  return undefined;
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

async function keepPersonsVersion(
  ws: Workspace,
  journal: Journal,
  step: JournalStep,
  because: string,
  fs: AtomicFs,
): Promise<ReplayConflict> {
  const path = ws.absolute(step.path);
  const message = `${step.path} was left as it is: ${because}.`;
  const content = step.staged === null ? undefined : await bytesOf(stagedPath(ws, step.staged), fs);
  if (content === undefined) return { path, message };
  const saved = conflictPath(ws, journal.id, step.path);
  await writeFileAtomic(saved, content, { within: ws, fs });
  return { path, saved, message: `${message} What tenet wanted to write is kept in ${ws.relative(saved)}.` };
}

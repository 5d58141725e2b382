/** Several files changed as one: all of them or none, whenever the process ends. */
import { access, constants } from "node:fs/promises";
import { dirname } from "node:path";
import type { Workspace } from "../workspace.js";
import { ChangedMeanwhile, hashOf, removeFileAtomic, sha256, writeFileAtomic, writeNewFile } from "./atomic-file.js";
import { type AtomicFs, ensureFolder, nodeFs, stateOf, syncFolder } from "./atomic-fs.js";
import { fileFailure } from "./file-failure.js";
import { type Journal, type JournalStep, journalPath, OP_ID, stagedName, stagedPath, writeJournal } from "./journal.js";
import { type CommitResult, install, RECORDED, replayJournal } from "./replay.js";
import { fileInTree, folderInTree } from "./safe-path.js";

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
): Promise<CommitResult> {
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
  return await install(ws, journal, fs);
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
    // The journal may stand although the disk did not confirm it; then its staged files must stay as well.
    const stands = (await stateOf(journalPath(ws), fs).catch(() => undefined)) !== undefined;
    if (!stands) for (const path of staged) await fs.unlink(path).catch(() => undefined);
    throw fileFailure("record a change in", ws.journal, cause, stands ? RECORDED : "No file was changed.");
  }
}

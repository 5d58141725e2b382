/** The journal of a change over several files: its durable rename is the point of commit. */
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { Workspace } from "../workspace.js";
import { renameOver, writeNewFile } from "./atomic-file.js";
import { type AtomicFs, bytesOf, ensureFolder, nodeFs, stateOf, syncFolder } from "./atomic-fs.js";
import { tempPathIn } from "./disposable.js";

/** One file of a recorded change. */
export interface JournalStep {
  /** Relative to the root, with `/`. */
  path: string;
  /** Hash the file had when the change was decided; null: absent. */
  before: string | null;
  /** Hash it is to have; null: deleted. */
  after: string | null;
  /** Name of the staged content in the journal folder; null for a deletion. */
  staged: string | null;
}

/** A decided change over several files. Once it stands in the journal folder, it happens: now or at the next replay. */
export interface Journal {
  id: string;
  op: string;
  actor: string;
  steps: JournalStep[];
}

/** One fixed name: at most one change is ever under way. */
export const journalPath = (ws: Workspace) => join(ws.journal, "pending.json");

/** Op ids become file names, so they are as strict as entry ids. */
export const OP_ID = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/;
const STAGED_NAME = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}\.\d+\.staged$/;
const HASH = /^[0-9a-f]{64}$/;

export const stagedName = (id: string, step: number): string => `${id}.${step}.staged`;
export const stagedPath = (ws: Workspace, name: string): string => join(ws.journal, name);

/** Where our version of a file goes when a person changed the file first: `<op>.conflict/<path>` in the journal folder. */
export const conflictPath = (ws: Workspace, id: string, path: string): string =>
  join(ws.journal, `${id}.conflict`, ...path.split("/"));

/**
 * The journal of an interrupted write, undefined when there is none. One look-up without reading: commands that only
 * read say that it is pending, the next writing command completes it.
 */
export function pendingJournal(ws: Workspace): string | undefined {
  const path = journalPath(ws);
  return existsSync(path) ? path : undefined;
}

/** Records the change durably. The rename inside is its commit point: before it nothing happened, after it everything will. */
export async function writeJournal(ws: Workspace, journal: Journal, fs: AtomicFs): Promise<void> {
  await ensureFolder(ws.journal, fs);
  const temp = tempPathIn(ws.journal);
  await writeNewFile(temp, Buffer.from(`${JSON.stringify(journal, null, 1)}\n`), undefined, fs);
  try {
    await renameOver(temp, journalPath(ws), fs);
  } catch (cause) {
    await fs.unlink(temp).catch(() => undefined);
    throw cause;
  }
  await syncFolder(ws.journal, fs);
}

/** Removes a completed change: first the journal, durably, then its staged files. */
export async function dropJournal(ws: Workspace, journal: Journal, fs: AtomicFs): Promise<void> {
  await fs.unlink(journalPath(ws));
  await syncFolder(ws.journal, fs);
  for (const { staged } of journal.steps) {
    if (staged !== null) await fs.unlink(stagedPath(ws, staged)).catch(() => undefined);
  }
}

/** The pending journal; undefined when there is none, `damaged` when it is not one of ours or was altered. */
export async function readJournal(ws: Workspace, fs: AtomicFs): Promise<Journal | "damaged" | undefined> {
  const path = journalPath(ws);
  const state = await stateOf(path, fs);
  if (state === undefined) return undefined;
  if (!state.isFile()) return "damaged";
  const bytes = await bytesOf(path, fs);
  if (bytes === undefined) return undefined;
  try {
    const parsed: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return isJournal(parsed) ? parsed : "damaged";
  } catch {
    return "damaged";
  }
}

/** Moves a journal that cannot be followed out of the way, kept for a person to look at. Answers its new path. */
export async function setAside(ws: Workspace, fs: AtomicFs = nodeFs): Promise<string> {
  const damagedFile = join(ws.journal, `damaged-${randomBytes(4).toString("hex")}.json`);
  await fs.rename(journalPath(ws), damagedFile);
  await syncFolder(ws.journal, fs);
  return damagedFile;
}

/** Leftovers of earlier changes for a person: our version of files that were changed first, and journals put aside. */
export interface JournalLeftovers {
  /** Kept versions and folders, absolute. */
  conflicts: string[];
  damaged: string[];
}

export function journalLeftovers(ws: Workspace): JournalLeftovers {
  const names = existsSync(ws.journal) ? readdirSync(ws.journal).sort() : [];
  const paths = (pattern: RegExp) => names.filter((name) => pattern.test(name)).map((name) => join(ws.journal, name));
  return { conflicts: paths(/\.conflict$/), damaged: paths(/^damaged-[0-9a-f]+\.json$/) };
}

function isJournal(value: unknown): value is Journal {
  if (typeof value !== "object" || value === null) return false;
  const { id, op, actor, steps } = value as Record<string, unknown>;
  return (
    typeof id === "string" &&
    OP_ID.test(id) &&
    typeof op === "string" &&
    typeof actor === "string" &&
    Array.isArray(steps) &&
    steps.every(isStep)
  );
}

function isStep(value: unknown): value is JournalStep {
  if (typeof value !== "object" || value === null) return false;
  const { path, before, after, staged } = value as Record<string, unknown>;
  const hashOrNull = (hash: unknown) => hash === null || (typeof hash === "string" && HASH.test(hash));
  return (
    typeof path === "string" &&
    path !== "" &&
    hashOrNull(before) &&
    hashOrNull(after) &&
    (after === null
      ? staged === null
      : typeof staged === "string" && STAGED_NAME.test(staged) && basename(staged) === staged)
  );
}

/**
 * What each session's last changes did to single records, so that `tenet undo` can take them back: local, bounded, and
 * dropped whole by an erasing. A hint, not truth: where it is lost there is nothing to take back.
 */
import { mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { sha256, writeFileAtomic } from "../files/atomic-file.js";
import { isLink } from "../records/scan.js";
import type { Workspace } from "../workspace.js";

/** One record as a change found it and left it, from its heading to the end of its fence. */
export interface RecordStep {
  id: string;
  /** Relative to the workspace. */
  file: string;
  /** Null: the change brought it. */
  before: string | null;
  after: string;
}

/** Text that a change put at the end of a daily log. */
export interface LogStep {
  file: string;
  added: string;
}

export interface UndoStep {
  op: string;
  at: string;
  agent: string;
  session: string;
  /** A person sat at a terminal: only a person takes this back. */
  typed: boolean;
  records: RecordStep[];
  logs: LogStep[];
  /** Files it wrote besides; what it did there is not taken back. */
  others: string[];
}

/** More records than this are an import or a clean-up, and are not taken back one by one. */
export const MOST_UNDONE = 50;
const MOST_STEPS = 10;

const fileOf = (ws: Workspace, session: string): string => join(ws.undo, `${sha256(session).slice(0, 24)}.json`);

function stepsIn(path: string): UndoStep[] {
  try {
    const steps: unknown = JSON.parse(readFileSync(path, "utf8"));
    return Array.isArray(steps) ? (steps as UndoStep[]) : [];
  } catch {
    return [];
  }
}

/** The last change of a session that is remembered, and when that was written (ms). */
export function lastStep(ws: Workspace, session: string): { step: UndoStep; writtenMs: number } | undefined {
  const path = fileOf(ws, session);
  const step = stepsIn(path).at(-1);
  return step === undefined || step.session !== session ? undefined : { step, writtenMs: statSync(path).mtimeMs };
}

async function writeSteps(ws: Workspace, session: string, steps: readonly UndoStep[]): Promise<void> {
  const path = fileOf(ws, session);
  mkdirSync(dirname(path), { recursive: true });
  if (isLink(path)) return;
  await writeFileAtomic(path, `${JSON.stringify(steps)}\n`, { within: ws });
}

/** Words with a secret in them are not kept a second time: such a change is named by its files, and not taken back. */
async function withoutSecrets(step: UndoStep): Promise<UndoStep> {
  const { records, logs, others } = step;
  const words = [...records.flatMap(({ before, after }) => [before ?? "", after]), ...logs.map(({ added }) => added)];
  const { findSecrets } = await import("../../screening/secrets.js");
  if ((await findSecrets(words.join("\n"))).length === 0) return step;
  return { ...step, records: [], logs: [], others: [...others, ...[...records, ...logs].map(({ file }) => file)] };
}

/** Remembers a change. Under the workspace's lock; the change is durable by now, so that a failure here loses only this. */
export async function rememberStep(ws: Workspace, step: UndoStep): Promise<void> {
  try {
    const steps = [...stepsIn(fileOf(ws, step.session)), await withoutSecrets(step)];
    await writeSteps(ws, step.session, steps.slice(-MOST_STEPS));
  } catch {
    // A read-only or full disk: the next undo takes back an earlier command, or reports that there is none.
  }
}

/** Forgets the last change of a session: it was taken back. */
export async function dropStep(ws: Workspace, session: string): Promise<void> {
  await writeSteps(ws, session, stepsIn(fileOf(ws, session)).slice(0, -1));
}

/** Forgets everything: words that are erased stand in none of it. */
export function dropAllSteps(ws: Workspace): void {
  rmSync(ws.undo, { recursive: true, force: true });
}

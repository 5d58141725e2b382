/**
 * What each session's last changes did to single records, so that `tenet undo` can take them back: local, bounded, and
 * dropped whole by an erasing. A hint, not truth: where it is lost there is nothing to take back.
 */
import type { Workspace } from "../workspace.js";
import { type Fact, State } from "./state-db.js";

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

const KIND = "undo";

/** The last change of a session that is remembered; the keys of its steps are the machine's time in milliseconds. */
export function lastStep(ws: Workspace, session: string): Fact<UndoStep> | undefined {
  const steps = State.of(ws).facts<UndoStep>(KIND, { session });
  return steps.sort((a, b) => Number(a.key) - Number(b.key)).at(-1);
}

/** Words with a secret in them are not kept a second time: such a change is named by its files, and not taken back. */
async function withoutSecrets(step: UndoStep): Promise<UndoStep> {
  const { records, logs, others } = step;
  const { findSecrets } = await import("../../screening/secrets.js");
  if ((await findSecrets(JSON.stringify([records, logs]))).length === 0) return step;
  return { ...step, records: [], logs: [], others: [...others, ...[...records, ...logs].map(({ file }) => file)] };
}

/** Remembers a change. Under the workspace's lock; the change is durable by now, so that a failure here loses only this. */
export async function rememberStep(ws: Workspace, step: UndoStep): Promise<void> {
  const { session, at } = step;
  const value = await withoutSecrets(step);
  const state = State.of(ws);
  state.hint(() => {
    const key = String(Math.max(Date.now(), Number(lastStep(ws, session)?.key ?? 0) + 1));
    state.put(KIND, { session, key, at, value });
  });
}

/** Forgets the last change of a session: it was taken back. */
export const dropStep = (ws: Workspace, session: string): void =>
  State.of(ws).drop(KIND, lastStep(ws, session)?.key, session);

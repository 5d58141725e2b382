/**
 * The last changes of each session to files of records and daily logs, so that `tenet undo` can take them back: local,
 * bounded, and dropped whole by an erasing. A hint, not truth: where it is lost there is nothing to take back.
 */
import { diffArrays } from "diff";
import type { Context } from "../../context.js";
import { stamp } from "../../text/durations.js";
import type { FileChange } from "../files/transaction.js";
import { LOG_PATH } from "../records/record-place.js";
import { isRecordFile } from "../records/scan.js";
import type { Workspace } from "../workspace.js";
import { State } from "./state-db.js";

/** Records or bullets that a change wrote, one behind the other, as it found and left them. */
export interface FileStep {
  /** Relative to the workspace. */
  file: string;
  /** Null: the change made the file, with `head` above what it brought. */
  before: string | null;
  head?: string;
  after: string;
}

/** An entry that a change wrote. */
export interface EntryStep {
  id: string;
  file: string;
  /** The change brought it. */
  isNew: boolean;
}

export interface UndoStep {
  op: string;
  at: string;
  /** A person sat at a terminal: only a person takes this back. */
  typed: boolean;
  entries: readonly EntryStep[];
  /** None where the change is not taken back here; `others` names what it wrote then. */
  files: readonly FileStep[];
  others: readonly string[];
}

/** In characters: more is an import or a clean-up. */
const MOST_UNDONE = 200_000;
const MOST_PARTS = 500;

const KIND = "undo";
const LOG = new RegExp(`^${LOG_PATH}`);
export const isLog = (file: string): boolean => LOG.test(file);

/** What remembers a change in the transaction of its commit. Words with a secret in them are not kept a second time. */
export async function stepWriter(
  { workspace: ws, actor: { session, atTerminal: typed }, clock }: Pick<Context, "workspace" | "actor" | "clock">,
  { op, entries, changes }: Pick<UndoStep, "op" | "entries"> & { changes: readonly FileChange[] },
): Promise<(state: State) => void> {
  const names = changes.map(({ path }) => ws.relative(path));
  const files = changes.flatMap(({ path, read, after }): FileStep[] => {
    const [file, text] = [ws.relative(path), Buffer.from(after ?? []).toString()];
    const [head = ""] = HEAD.exec(text) ?? [];
    if (read === undefined) return [{ file, before: null, head, after: text.slice(head.length) }];
    return differing(file, Buffer.from(read).toString(), text).map((run) => ({ file, ...run }));
  });
  const texts = JSON.stringify(files);
  const { findSecrets } = await import("../../screening/secrets.js");
  const isTakenBack =
    names.every((file) => isRecordFile(file) || isLog(file)) &&
    changes.every(({ after }) => after !== null) &&
    texts.length <= MOST_UNDONE &&
    (await findSecrets(texts)).length === 0;
  const kept = isTakenBack ? { files, others: [] } : { files: [], others: names };
  const at = stamp(clock.now());
  return (state) => {
    const key = String(Math.max(Date.now(), Number(lastStep(ws, session)?.key ?? 0) + 1));
    state.put(KIND, { session, key, at, value: { op, at, typed, entries, ...kept } });
  };
}

/** A text cut at its records, a log at its bullets, each with the blank lines above it. */
const partsOf = (file: string, text: string): string[] =>
  text.split(isLog(file) ? /(?<=[^\r\n]\r?\n)(?=(?:\r?\n)*[-*] )/ : /(?<=[^\r\n]\r?\n)(?=(?:\r?\n)*## )/);

/** What stands above them. */
const HEAD = /^(?:(?!## |[-*] ).*\n)*/;

function differing(file: string, before: string, after: string): { before: string; after: string }[] {
  const changes = diffArrays(partsOf(file, before), partsOf(file, after), { maxEditLength: MOST_PARTS });
  if (changes === undefined) return [{ before, after }];
  const runs = [{ before: "", after: "" }];
  for (const { added, removed, value } of changes) {
    const run = runs.at(-1);
    if (run !== undefined && (added || removed)) run[added ? "after" : "before"] += value.join("");
    else runs.push({ before: "", after: "" });
  }
  return runs.filter((run) => run.before !== run.after);
}

/** A file without a change, whatever came beside that since; null: none is left. Undefined where it was itself changed since. */
export function takenBack(now: string, { file, before, head = "", after }: FileStep): string | null | undefined {
  const at = after === "" ? -1 : `\n${now}`.lastIndexOf(`\n${after}`);
  const [above, behind] = [now.slice(0, at), now.slice(at + after.length)];
  // What is indented behind a bullet belongs to it.
  if (at === -1 || (isLog(file) && /^[ \t]+\S/.test(behind))) return undefined;
  if (before !== null) return above + before + behind;
  const rest = above + behind.replace(/^\r?\n/, "");
  return rest.trim() === head.trim() ? null : rest;
}

/** The last change of a session that is remembered; the keys of its steps are the machine's time in milliseconds. */
export function lastStep(ws: Workspace, session: string): { key: string; step: UndoStep } | undefined {
  const sql = "SELECT key, value FROM facts WHERE kind = ? AND session = ? ORDER BY key DESC LIMIT 1";
  const [row] = State.of(ws).all<{ key: string; value: string }>(sql, KIND, session);
  return row && { key: row.key, step: JSON.parse(row.value) };
}

/** Forgets a change of a session: it is taken back. */
export const dropStep = (state: State, session: string, key: string): void => state.drop(KIND, key, session);

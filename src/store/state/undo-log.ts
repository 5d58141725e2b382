/**
 * What each session's last changes did to files of records and daily logs, so that `tenet undo` can take them back: local,
 * bounded, and dropped whole by an erasing. A hint, not truth: where it is lost there is nothing to take back.
 */
import type { Context } from "../../context.js";
import { stamp } from "../../text/durations.js";
import type { FileChange } from "../files/transaction.js";
import { LOG_PATH } from "../records/record-place.js";
import { isRecordFile } from "../records/scan.js";
import type { Workspace } from "../workspace.js";
import { type Fact, State } from "./state-db.js";

/** A record, or lines of a log, as a change found and left them. */
export interface FileStep {
  /** Relative to the workspace. */
  file: string;
  /** Empty: the change brought it; null: it made the file. */
  before: string | null;
  after: string;
}

/** An entry that a change wrote; `isNew`: it brought it. */
export interface EntryStep {
  id: string;
  file: string;
  isNew: boolean;
}

export interface UndoStep {
  op: string;
  at: string;
  /** A person sat at a terminal: only a person takes this back. */
  typed: boolean;
  entries: readonly EntryStep[];
  files: readonly FileStep[];
  /** Files whose change is not taken back. */
  others: readonly string[];
}

/** More than this is an import or a clean-up, and is not taken back; in characters. */
const MOST_UNDONE = 200_000;

const KIND = "undo";
const LOG = new RegExp(`^${LOG_PATH}`);
export const isLog = (file: string): boolean => LOG.test(file);

/** What a change did to its files. */
export function filesOf(ws: Workspace, changes: readonly FileChange[]): Pick<UndoStep, "files" | "others"> {
  const steps = changes.flatMap(({ path, read, after }): (string | FileStep)[] => {
    const file = ws.relative(path);
    if (after === null || !(isRecordFile(file) || isLog(file))) return [file];
    const text = Buffer.from(after).toString();
    if (read === undefined) return [{ file, before: null, after: text }];
    return (isLog(file) ? lineSteps : recordSteps)(file, Buffer.from(read).toString(), text);
  });
  return {
    files: steps.filter((one) => typeof one !== "string"),
    others: steps.filter((one) => typeof one === "string"),
  };
}

/** The lines from the first difference to the last. */
function lineSteps(file: string, was: string, text: string): FileStep[] {
  const [a, b] = [was, text].map((one) => one.split(/(?<=\n)/)) as [string[], string[]];
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  let behind = 0;
  while (behind < Math.min(a.length, b.length) - from && a.at(-1 - behind) === b.at(-1 - behind)) behind++;
  const between = (lines: string[]) => lines.slice(from, lines.length - behind).join("");
  return [{ file, before: between(a), after: between(b) }];
}

/** A step for each record that a change wrote. */
function recordSteps(file: string, was: string, text: string): FileStep[] {
  const nameOf = (part: string) => /^\s*## +(\S+)/.exec(part)?.[1];
  const parts = new Map(partsOf(was).map((part) => [nameOf(part), part]));
  return partsOf(text).flatMap((part) => {
    const before = parts.get(nameOf(part)) ?? "";
    return part === before ? [] : [{ file, before, after: part }];
  });
}

/** What stands above the first record, then each with the blank lines above it. */
function partsOf(text: string): string[] {
  const parts = [""];
  let blank = "";
  for (const line of text.split(/(?<=\n)/)) {
    if (line.trim() === "") {
      blank += line;
      continue;
    }
    if (line.startsWith("## ")) parts.push("");
    parts.push(`${parts.pop()}${blank}${line}`);
    blank = "";
  }
  return [...parts.slice(0, -1), `${parts.at(-1)}${blank}`];
}

/** Lines above the first record or bullet. */
const HEAD = /^(?:(?!## |[-*] ).*\n)*/;

/** A file with a change taken out of it, whatever came beside that since; null: none is left. Undefined where it was changed. */
export function takenBack(text: string, { before, after }: FileStep): string | null | undefined {
  const isNew = before === null;
  const own = isNew ? after.replace(HEAD, "") : after;
  const at = own === "" ? -1 : text.lastIndexOf(own);
  if (at === -1) return undefined;
  const behind = text.slice(at + own.length);
  const rest = text.slice(0, at) + (isNew ? behind.replace(/^\r?\n/, "") : before + behind);
  return isNew && rest.replace(HEAD, "").trim() === "" ? null : rest;
}

/** The last change of a session that is remembered; the keys of its steps are the machine's time in milliseconds. */
export function lastStep(ws: Workspace, session: string): Fact<UndoStep> | undefined {
  const steps = State.of(ws).facts<UndoStep>(KIND, { session });
  return steps.sort((a, b) => Number(a.key) - Number(b.key)).at(-1);
}

/** Remembers a change. Under the workspace's lock; the change is durable by now, so that a failure here loses only this. */
export async function rememberStep(
  { workspace: ws, actor: { session, atTerminal: typed }, clock }: Pick<Context, "workspace" | "actor" | "clock">,
  step: Omit<UndoStep, "at" | "typed">,
): Promise<void> {
  const { files, others } = step;
  const texts = JSON.stringify(files);
  const { findSecrets } = await import("../../screening/secrets.js");
  // Words with a secret in them are not kept a second time.
  const isKept = texts.length <= MOST_UNDONE && (await findSecrets(texts)).length === 0;
  const taken = isKept ? step : { ...step, files: [], others: [...others, ...files.map(({ file }) => file)] };
  const at = stamp(clock.now());
  const state = State.of(ws);
  state.hint(() => {
    const key = String(Math.max(Date.now(), Number(lastStep(ws, session)?.key ?? 0) + 1));
    state.put(KIND, { session, key, at, value: { ...taken, at, typed } });
  });
}

/** Forgets a change of a session: it is taken back. */
export const dropStep = (state: State, session: string, key: string): void => state.drop(KIND, key, session);

/** Runs: what is written in one waits as drafts without ids until it finishes. Called by captures, logs and `tenet run`. */
import type { EntryType, Tier } from "../../entry/entry.js";
import { TenetError } from "../../errors.js";
import { next } from "../../steps.js";
import { defined } from "../../text/defined.js";
import type { Workspace } from "../workspace.js";
import { State } from "./state-db.js";

/** Who wrote, and when. */
interface Written {
  at: string;
  agent: string;
  session: string;
}

/** An entry as it was stated: checked and screened. */
export interface WaitingCapture extends Written {
  kind: "capture";
  type: EntryType;
  fields: { [field: string]: unknown };
  timestamp: string;
  tier: Tier;
  /** Names of heard sentences that it records. */
  heard?: readonly string[];
}

/** A line for the daily log, of its own where it is about a contact. */
interface WaitingLog extends Written {
  kind: "log";
  text: string;
  contact?: string;
}

export type WaitingWrite = WaitingCapture | WaitingLog;

export interface RunRecord {
  id: string;
  state: "open" | "finished" | "failed" | "dropped";
  opened: string;
  closed?: string;
  /** In the order in which they were made; empty once the run is closed. */
  writes: readonly WaitingWrite[];
  /** How many writes were stored, or dropped. */
  count?: number;
  reason?: string;
  /** False: what it taught is not kept either. */
  reflexions?: false;
}

/** Names of runs are given by hosts: letters, digits, `-`, `_`, `.`, 64 at most, in any case the same run. */
const RUN_ID = /^[A-Za-z0-9](?:[A-Za-z0-9_-]|\.(?=[A-Za-z0-9_-])){0,63}$/;
const RUN = "run";

/** A heartbeat drops a run that was not finished for this many days. */
export const STALE_RUN_DAYS = 7;

/** Throws a usage error for a name that is no run's. */
export function checkRunId(id: string): string {
  if (RUN_ID.test(id)) return id;
  throw new TenetError(`not the name of a run: ${JSON.stringify(id.slice(0, 80))}`, {
    failure: "usage",
    code: "run-id",
    hint: "Use letters, digits, - _ and single dots, 64 at most.",
  });
}

/** A run as it was last written; undefined when there was never one of this name. */
export const readRun = (ws: Workspace, id: string): RunRecord | undefined =>
  State.of(ws).value<RunRecord>(RUN, checkRunId(id).toLowerCase());

/** Keeps a run durably. */
export const writeRun = (state: State, run: RunRecord): void =>
  state.put(RUN, { key: run.id.toLowerCase(), at: run.opened, value: run });

/** Every run, closed ones included, by time. */
const allRuns = (ws: Workspace): RunRecord[] => State.of(ws).values<RunRecord>(RUN);

export const openRuns = (ws: Workspace): RunRecord[] => allRuns(ws).filter(({ state }) => state === "open");

/** The run without its writes: what remains of it, so that finishing twice is once. */
export function closedRun(
  { writes, ...rest }: RunRecord,
  { state, at, reason }: { state: "finished" | "failed" | "dropped"; at: string; reason?: string | undefined },
): RunRecord {
  return { ...rest, state, closed: at, writes: [], count: writes.length, ...defined({ reason }) };
}

/** The run of this name, in any state. Throws `usage` where there was never one. */
export function knownRun(ws: Workspace, id: string): RunRecord {
  const run = readRun(ws, id);
  if (run === undefined) throw notOpen(`There is no run ${id} here`, id);
  return run;
}

/** The open run of this name. Unknown and closed ones are usage errors. */
export function openRun(ws: Workspace, id: string): RunRecord {
  const run = knownRun(ws, id);
  if (run.state !== "open") throw notOpen(`Run ${id} is ${run.state} since ${run.closed}`, "<another name>");
  return run;
}

const notOpen = (message: string, id: string): TenetError =>
  new TenetError(`${message}; nothing was kept.`, {
    failure: "usage",
    code: "unknown-run",
    hint: next("Open a run first:", "run start", { id }),
  });

/** Adds writes to an open run, durably. Throws `usage` for one that is not open. */
export function addToRun(ws: Workspace, id: string, writes: readonly WaitingWrite[]): void {
  const state = State.of(ws);
  state.transaction(() => {
    const run = openRun(ws, id);
    writeRun(state, { ...run, writes: [...run.writes, ...writes] });
  });
}

/** Runs: what is written in one waits as drafts without ids until it finishes. */
import type { EntryType, Tier } from "../../entry/entry.js";
import { TenetError } from "../../errors.js";
import { next } from "../../steps.js";
import { defined } from "../../text/defined.js";
import type { Workspace } from "../workspace.js";
import { State } from "./state-db.js";

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

/** Names of runs are given by hosts; in any case of letters it is the same run. */
const RUN_ID = /^[A-Za-z0-9](?:[A-Za-z0-9_-]|\.(?=[A-Za-z0-9_-])){0,63}$/;
const RUN = "run";

/** A heartbeat drops a run that was not finished for this many days. */
export const STALE_RUN_DAYS = 7;

/** Throws `usage` for what is no name of a run. */
export function readRun(ws: Workspace, id: string): RunRecord | undefined {
  if (RUN_ID.test(id)) return State.of(ws).value<RunRecord>(RUN, id.toLowerCase());
  throw new TenetError(`not the name of a run: ${JSON.stringify(id.slice(0, 80))}`, {
    failure: "usage",
    code: "run-id",
    hint: "Use letters, digits, - _ and single dots, 64 at most.",
  });
}

export const writeRun = (state: State, run: RunRecord): void =>
  state.put(RUN, { key: run.id.toLowerCase(), at: run.opened, value: run });

/** By time. */
export const openRuns = (ws: Workspace): RunRecord[] =>
  State.of(ws)
    .values<RunRecord>(RUN)
    .filter(({ state }) => state === "open");

/** The run without its writes: what remains of it, so that finishing twice is once. */
export const closedRun = (
  { writes, ...rest }: RunRecord,
  { state, at, reason }: { state: "finished" | "failed" | "dropped"; at: string; reason?: string | undefined },
): RunRecord => ({ ...rest, state, closed: at, writes: [], count: writes.length, ...defined({ reason }) });

/** Throws `usage` where there was never a run of this name. */
export function knownRun(ws: Workspace, id: string): RunRecord {
  const run = readRun(ws, id);
  if (run === undefined) throw notOpen(`There is no run ${id} here`, id);
  return run;
}

/** Throws `usage` where no run of this name is open. */
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

/** Adds writes durably. Throws as {@link openRun}. */
export function addToRun(ws: Workspace, id: string, writes: readonly WaitingWrite[]): void {
  const state = State.of(ws);
  state.transaction(() => {
    const run = openRun(ws, id);
    writeRun(state, { ...run, writes: [...run.writes, ...writes] });
  });
}

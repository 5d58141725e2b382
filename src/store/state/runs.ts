/**
 * Writes that wait: those of an open run, and captures made while git has a merge unfinished. Reserved ids stand in them,
 * so that no other entry draws one.
 */
import { type EntryType, type Tier, tailOf } from "../../entry/entry.js";
import { ID_FORM } from "../../entry/id-form.js";
import { TenetError } from "../../errors.js";
import { defined } from "../../text/defined.js";
import type { Workspace } from "../workspace.js";
import { State } from "./state-db.js";

/** Who made a buffered write, and when: kept until it is committed. */
interface Made {
  at: string;
  agent: string;
  session: string;
}

export interface BufferedCapture extends Made {
  kind: "capture";
  /** Reserved; absent for what will only be a line in the daily log. */
  id?: string;
  type: EntryType;
  /** Checked and screened. */
  fields: { [field: string]: unknown };
  timestamp: string;
  tier: Tier;
}

/** A change of a known entry, to be made by the operation that asked for it. */
export interface BufferedAnswer extends Made {
  kind: "answer" | "use";
  /** The entry, or an id reserved in the same run. */
  ref: string;
  input: { [field: string]: unknown };
}

export interface BufferedLog extends Made {
  kind: "log";
  text: string;
  /** The contact it is about. */
  contact?: string;
}

export type BufferedWrite = BufferedCapture | BufferedAnswer | BufferedLog;

export interface RunRecord {
  id: string;
  /** `finishing`: its writes are being committed; whatever interrupts that, they still will be. */
  state: "open" | "finishing" | "finished" | "failed" | "dropped";
  opened: string;
  closed?: string;
  agent: string;
  session: string;
  /** In the order in which they were made; empty once the run is closed. */
  writes: BufferedWrite[];
  /** How many writes were committed, or dropped. */
  count?: number;
  reason?: string;
  /** False: what it taught is not kept either. */
  reflexions?: false;
}

/** Names of runs are given by hosts: letters, digits, `-`, `_`, `.`, 64 at most, in any case the same run. */
const RUN_ID = /^[A-Za-z0-9](?:[A-Za-z0-9_-]|\.(?=[A-Za-z0-9_-])){0,63}$/;
const RUN = "run";
/** The name of the one buffer of captures that wait for git. */
export const FOR_GIT = "";

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

/** Captures that wait until git is done; undefined when none do. */
export const readMergeBuffer = (ws: Workspace): RunRecord | undefined => State.of(ws).value<RunRecord>(RUN, FOR_GIT);

/** Keeps a run durably; of what waits for git nothing, once it is empty. Under the workspace's lock. */
export function writeRun(state: State, run: RunRecord): void {
  if (run.id === FOR_GIT && run.writes.length === 0) state.drop(RUN, FOR_GIT);
  else state.put(RUN, { key: run.id.toLowerCase(), at: run.opened, value: run });
}

/** An empty buffer. */
export function newRun(id: string, at: string, by: { agent: string; session: string }): RunRecord {
  return { id, state: "open", opened: at, agent: by.agent, session: by.session, writes: [] };
}

/** The run without its writes: what remains of it, so that finishing twice is once. */
export function closedRun(
  run: RunRecord,
  state: "finished" | "failed" | "dropped",
  at: string,
  reason?: string,
): RunRecord {
  const { writes, ...rest } = run;
  return { ...rest, state, closed: at, writes: [], count: writes.length, ...defined({ reason }) };
}

/** Every run, closed ones and what waits for git included, by time. */
export const allRuns = (ws: Workspace): RunRecord[] => State.of(ws).values<RunRecord>(RUN);

/** Runs that are open or being committed, by time. */
export const unfinishedRuns = (ws: Workspace): RunRecord[] =>
  allRuns(ws).filter(({ id, state }) => id !== FOR_GIT && (state === "open" || state === "finishing"));

/** The open run of this name. Unknown and closed ones are usage errors. */
export function openRun(ws: Workspace, id: string): RunRecord {
  const run = readRun(ws, id);
  if (run?.state === "open") return run;
  const runText =
    run === undefined
      ? `There is no run ${id} here`
      : `Run ${id} is ${run.state}${run.closed === undefined ? "" : ` since ${run.closed}`}`;
  throw new TenetError(`${runText}; nothing was kept.`, {
    failure: "usage",
    code: "unknown-run",
    hint: `Open a run first: tenet run start ${run === undefined ? id : "<another name>"}`,
    details: { run: id, state: run?.state ?? null },
  });
}

const OWN_ID = new RegExp(String.raw`\b${ID_FORM}\b`, "g");

/** Tails of all ids that buffered writes have reserved. */
export function tailsInRuns(ws: Workspace): Set<string> {
  return new Set([...JSON.stringify(allRuns(ws)).matchAll(OWN_ID)].map(([id]) => tailOf(id)));
}

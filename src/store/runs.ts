/**
 * Writes that wait: those of an open run, and captures made while git has a merge unfinished. One file each, durable,
 * outside git. Reserved ids stand in them, so that no other entry draws one.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { type EntryType, type Tier, tailOf } from "../entry/entry.js";
import { ID_FORM } from "../entry/id-form.js";
import { TenetError } from "../errors.js";
import { defined } from "../text/defined.js";
import { writeFileAtomic } from "./files/atomic-file.js";
import { readBytes } from "./files/safe-path.js";
import type { Workspace } from "./workspace.js";

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
const RUN_FILE = /^run-.+\.json$/;
const MERGE_ID = "unfinished-merge";

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

/** Where an open run is kept. */
export function runFile(ws: Workspace, id: string): string {
  return join(ws.runs, `run-${checkRunId(id).toLowerCase()}.json`);
}

/** The file with the remains of a closed run. */
export function closedRunFile(ws: Workspace, id: string): string {
  return join(ws.closedRuns, `run-${checkRunId(id).toLowerCase()}.json`);
}

/** Where captures wait for git. */
export function mergeBufferFile(ws: Workspace): string {
  return join(ws.runs, `${MERGE_ID}.json`);
}

async function read(ws: Workspace, path: string): Promise<RunRecord | undefined> {
  const bytes = await readBytes(ws, path);
  if (bytes === undefined) return undefined;
  try {
    const run = JSON.parse(Buffer.from(bytes).toString("utf8")) as RunRecord;
    if (typeof run.id === "string" && Array.isArray(run.writes)) return run;
  } catch {
    // Reported below: the file is written whole, so this is damage from outside.
  }
  throw new TenetError(`${ws.relative(path)} cannot be read as a run`, {
    failure: "failed",
    code: "run-damaged",
    hint: "Look at the file: it holds writes that were not committed yet. Mend it, or move it away.",
  });
}

/** A run as it was last written; undefined when there was never one of this name. */
export async function readRun(ws: Workspace, id: string): Promise<RunRecord | undefined> {
  // Closed counts: the open file beside it is what a crash left of closing.
  const closed = closedRunFile(ws, id);
  return await read(ws, existsSync(closed) ? closed : runFile(ws, id));
}

/** Captures that wait until git is done; undefined when none do. Cheap when there are none. */
export async function readMergeBuffer(ws: Workspace): Promise<RunRecord | undefined> {
  return existsSync(mergeBufferFile(ws)) ? await read(ws, mergeBufferFile(ws)) : undefined;
}

/** The text of a run's file. */
export function runText(run: RunRecord): string {
  return `${JSON.stringify(run, null, 1)}\n`;
}

/** Keeps a run durably. Under the workspace's lock. */
export async function writeRun(ws: Workspace, path: string, run: RunRecord): Promise<void> {
  await writeFileAtomic(path, runText(run), { within: ws });
}

/** An empty buffer. */
export function newRun(id: string, at: string, by: { agent: string; session: string }): RunRecord {
  return { id, state: "open", opened: at, agent: by.agent, session: by.session, writes: [] };
}

export function newMergeBuffer(at: string, by: { agent: string; session: string }): RunRecord {
  return newRun(MERGE_ID, at, by);
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

/** Closes a run in two steps: its remains are written before the open file goes. Under the workspace's lock. */
export async function closeRun(ws: Workspace, closed: RunRecord): Promise<void> {
  await writeRun(ws, closedRunFile(ws, closed.id), closed);
  await rm(runFile(ws, closed.id), { force: true });
}

/** Files of writes that wait, by name. */
function waitingFiles(ws: Workspace): string[] {
  const names = existsSync(ws.runs) ? readdirSync(ws.runs).filter((name) => name.endsWith(".json")) : [];
  return names.sort().map((name) => join(ws.runs, name));
}

/** Runs that are open or being committed, by name. Damaged files are left out: they say so when they are asked for. */
export async function unfinishedRuns(ws: Workspace): Promise<RunRecord[]> {
  const runs: RunRecord[] = [];
  for (const path of waitingFiles(ws).filter((one) => RUN_FILE.test(basename(one)))) {
    const run = await read(ws, path).catch(() => undefined);
    if (run !== undefined && !existsSync(closedRunFile(ws, run.id))) runs.push(run);
  }
  return runs;
}

/** Files of runs that cannot be read as one, relative: they may hold writes that were not committed. */
export async function damagedRuns(ws: Workspace): Promise<string[]> {
  const damaged: string[] = [];
  for (const path of waitingFiles(ws)) {
    await read(ws, path).catch(() => damaged.push(ws.relative(path)));
  }
  return damaged;
}

/** The open run of this name. Unknown and closed ones are usage errors. */
export async function openRun(ws: Workspace, id: string): Promise<RunRecord> {
  const run = await readRun(ws, id);
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

/** Tails of all ids in the files of a folder: what buffered runs have reserved. */
export function tailsInRuns(folder: string): Set<string> {
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const ids = files.flatMap((path) => [...readFileSync(path, "utf8").matchAll(OWN_ID)]);
  return new Set(ids.map(([id]) => tailOf(id)));
}

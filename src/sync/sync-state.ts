/** What this clone remembers of its hub. Local: the hub's rows and the tree say what was shared and taken. */
import * as z from "zod";
import { removeFileAtomic, sha256, writeFileAtomic } from "../store/files/atomic-file.js";
import { readBytes } from "../store/files/safe-path.js";
import { appendLine } from "../store/ledger/append-log.js";
import type { Workspace } from "../store/workspace.js";
import type { ArrivalFact } from "./policy/convergence.js";
import {
  arrivalFactSchema,
  type Cursor,
  type Cursors,
  cursorSchema,
  type JoinedHub,
  joinedHubSchema,
  type RefusedRow,
  refusedRowSchema,
} from "./sync-state-schemas.js";

export type { Cursor, Cursors, JoinedHub, RefusedRow } from "./sync-state-schemas.js";

/** So many of them are remembered. */
const MOST_REFUSED = 200;

/** What a file holds, if it is what was written into it: it may be cut off, or of somebody's hand. */
async function readJson<T>(ws: Workspace, path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const bytes = await readBytes(ws, path);
  if (bytes === undefined) return undefined;
  try {
    return schema.safeParse(JSON.parse(Buffer.from(bytes).toString("utf8"))).data;
  } catch {
    return undefined;
  }
}

const asText = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** Undefined where no hub was joined. */
export const readJoinedHub = (ws: Workspace): Promise<JoinedHub | undefined> =>
  readJson(ws, ws.syncHub, joinedHubSchema);

export async function writeJoinedHub(ws: Workspace, hub: JoinedHub): Promise<void> {
  await writeFileAtomic(ws.syncHub, asText(hub), { within: ws });
}

/** Of an agent none where it is missing or damaged: its rows are read again then, and what was taken is recognised. */
export async function readCursors(ws: Workspace): Promise<Cursors> {
  const known = (await readJson(ws, ws.syncCursors, z.record(z.string(), z.unknown()))) ?? {};
  return new Map(
    Object.entries(known).flatMap(([agent, value]): [string, Cursor][] => {
      const read = cursorSchema.safeParse(value);
      return read.success ? [[agent, read.data]] : [];
    }),
  );
}

/** As the file holds it: staged with what was taken, so that both are there or neither. */
export const cursorsText = (cursors: Cursors): string => asText(Object.fromEntries(cursors));

export const readRefused = async (ws: Workspace): Promise<RefusedRow[]> =>
  (await readJson(ws, ws.syncRefused, z.array(refusedRowSchema))) ?? [];

/** Adds rows that were refused; each is there once, the newest last. */
export async function noteRefused(ws: Workspace, rows: readonly RefusedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const key = ({ agent, number }: RefusedRow) => `${agent} ${number}`;
  const known = new Map((await readRefused(ws)).map((row) => [key(row), row]));
  for (const row of rows) known.set(key(row), row);
  await writeFileAtomic(ws.syncRefused, asText([...known.values()].slice(-MOST_REFUSED)), { within: ws });
}

/** Who came to which claim, by `agent/entry`: of the rows that were read and of the own ones. */
export type Arrivals = ReadonlyMap<string, ArrivalFact>;

/** What rows say of it: of an entry undefined where nothing counts any more. */
export type ArrivalChanges = ReadonlyMap<string, ArrivalFact | undefined>;

const arrivalLine = z.array(z.union([arrivalFactSchema, z.object({ gone: z.string() })]));

/** Lines that are no such list, as of a writer that was cut off, are left out: a sync that wrote none is read again. */
export async function readArrivals(ws: Workspace): Promise<Arrivals> {
  const arrivals = new Map<string, ArrivalFact>();
  for (const line of await arrivalLines(ws)) {
    for (const fact of parsedLine(line)) {
      if ("gone" in fact) arrivals.delete(fact.gone);
      else arrivals.set(`${fact.agent}/${fact.entry}`, fact);
    }
  }
  return arrivals;
}

async function arrivalLines(ws: Workspace): Promise<string[]> {
  const bytes = await readBytes(ws, ws.syncArrivals);
  return bytes === undefined ? [] : Buffer.from(bytes).toString("utf8").split("\n");
}

function parsedLine(line: string): z.infer<typeof arrivalLine> {
  try {
    return arrivalLine.safeParse(JSON.parse(line)).data ?? [];
  } catch {
    return [];
  }
}

/** Adds a line, durably, before what was read is noted. One sync of a clone runs at a time. */
export async function noteArrivals(ws: Workspace, changes: ArrivalChanges): Promise<void> {
  if (changes.size === 0) return;
  const facts = Array.from(changes, ([key, fact]) => fact ?? { gone: key });
  await appendLine(ws.syncArrivals, JSON.stringify(facts));
}

/** More lines than these are made one; what no longer counts leaves no hash behind. */
const MOST_LINES = 100;

export async function packArrivals(ws: Workspace): Promise<void> {
  const lines = await arrivalLines(ws);
  if (lines.length <= MOST_LINES && !lines.some((line) => line.includes('{"gone":'))) return;
  const facts = [...(await readArrivals(ws)).values()];
  await writeFileAtomic(ws.syncArrivals, asText(facts), { within: ws });
}

/** Forgets the hub. The identity stays, so that whoever joins again is the same agent. */
export async function forgetHub(ws: Workspace): Promise<void> {
  for (const path of [ws.syncCursors, ws.syncRefused, ws.syncArrivals, ws.syncHub]) {
    const bytes = await readBytes(ws, path);
    if (bytes !== undefined) await removeFileAtomic(path, { expected: sha256(bytes), within: ws });
  }
}

/** What this clone remembers of its hub. Local: the hub's rows and the tree say what was shared and taken. */
import type { Stakes } from "../entry/entry.js";
import { State } from "../store/state/state-db.js";
import type { Workspace } from "../store/workspace.js";
import type { ArrivalFact } from "./policy/convergence.js";

/** What a person let out at a terminal: wider sharing asks again, and so does another hub. */
interface Confirmed {
  /** Where to, as they were told it. */
  hub: string;
  /** How many rows they were shown, and the hash of those. */
  rows?: number;
  shown?: string;
  share: { min_stakes: Stakes; ids: string[] };
  /** Further names that were taken out. */
  names?: string[];
  by: string;
  at: string;
}

/** The hub that was joined. The address of a server is never kept: it may hold a password. */
export interface JoinedHub {
  id: string;
  engine: "embedded" | "server";
  /** Of an embedded hub. */
  folder?: string;
  /** The pseudonym. */
  agent: string;
  joined: string;
  confirmed?: Confirmed;
  last?: { at: string; pushed: number; taken: number };
}

/** How far the rows of one agent were read. */
export interface Cursor {
  /** The number of the last row that was read. */
  number: number;
  /** The key that signs them, in base64: the first that was seen. */
  key: string;
}
export type Cursors = ReadonlyMap<string, Cursor>;

/** A row that was not taken, and why. */
export interface RefusedRow {
  agent: string;
  number: number;
  because: string;
  at: string;
}

const HUB = "hub";
const CURSOR = "cursor";
const REFUSED = "refused row";
const ARRIVAL = "arrival";

/** Undefined where no hub was joined. */
export const readJoinedHub = (ws: Workspace): JoinedHub | undefined => State.of(ws).value<JoinedHub>(HUB);

export function writeJoinedHub(ws: Workspace, hub: JoinedHub): void {
  State.of(ws).put(HUB, { at: hub.joined, value: hub });
}

/** Of an agent none where nothing of it was read. */
export const readCursors = (ws: Workspace): Cursors =>
  new Map(
    State.of(ws)
      .facts<Cursor>(CURSOR)
      .map(({ key, value }) => [key, value]),
  );

/** With what was taken, so that both are there or neither. */
export function writeCursors(state: State, cursors: Cursors): void {
  state.put(CURSOR, ...[...cursors].map(([key, value]) => ({ key, at: "", value })));
}

export const readRefused = (ws: Workspace): RefusedRow[] => State.of(ws).values<RefusedRow>(REFUSED);

/** Adds rows that were refused; each is there once. */
export function noteRefused(ws: Workspace, rows: readonly RefusedRow[]): void {
  State.of(ws).put(REFUSED, ...rows.map((row) => ({ key: `${row.agent} ${row.number}`, at: row.at, value: row })));
}

/** Who came to which claim, by `agent/entry`: of the rows that were read and of the own ones. */
export type Arrivals = ReadonlyMap<string, ArrivalFact>;

/** What rows say of it: of an entry undefined where nothing counts any more. */
export type ArrivalChanges = ReadonlyMap<string, ArrivalFact | undefined>;

export const readArrivals = (ws: Workspace): Arrivals =>
  new Map(
    State.of(ws)
      .facts<ArrivalFact>(ARRIVAL)
      .map(({ key, value }) => [key, value]),
  );

/** Notes them before what was read is noted. */
export function noteArrivals(ws: Workspace, changes: ArrivalChanges): void {
  const state = State.of(ws);
  if (changes.size === 0) return;
  state.transaction(() => {
    for (const [key, fact] of changes) {
      if (fact === undefined) state.drop(ARRIVAL, key);
      else state.put(ARRIVAL, { key, at: fact.at, value: fact });
    }
  });
}

/** Forgets the hub. The identity stays, so that whoever joins again is the same agent. */
export function forgetHub(ws: Workspace): void {
  const state = State.of(ws);
  state.transaction(() => {
    for (const kind of [HUB, CURSOR, REFUSED, ARRIVAL]) state.run("DELETE FROM facts WHERE kind = ?", kind);
  });
}

/** Who read and wrote what, when: for audits. Called by every command that reads or writes entries. */
import type { Context } from "../../context.js";
import { defined } from "../../text/defined.js";
import { stamp } from "../../text/durations.js";
import type { Workspace } from "../workspace.js";
import { State } from "./state-db.js";

export interface LedgerEvent {
  at: string;
  kind: "read" | "write";
  /** The verb: `recall`, `heartbeat`, `learn`, ... */
  op: string;
  agent: string;
  session: string;
  run?: string;
  /** Entries concerned. */
  ids: readonly string[];
  reason?: string;
}

/** Adds events. False when they cannot be written: a read must not fail because the disk is full or read-only. */
export function recordEvents(ws: Workspace, events: readonly LedgerEvent[]): boolean {
  const state = State.of(ws);
  return state.hint(() => {
    for (const event of events)
      state.run("INSERT INTO ledger (at, value) VALUES (?, ?)", event.at, JSON.stringify(event));
  });
}

/** Notes that these entries were read, with the session and run. False when it could not be written. */
export function recordRead(
  { workspace, clock, actor: { agent, session, run } }: Pick<Context, "workspace" | "clock" | "actor">,
  op: string,
  ids: readonly string[],
  at = stamp(clock.now()),
): boolean {
  return recordEvents(workspace, [{ at, kind: "read", op, agent, session, ...defined({ run }), ids }]);
}

/** Every event of this machine, or those of a kind, the oldest first. */
export function readLedger(ws: Workspace, kind?: LedgerEvent["kind"]): LedgerEvent[] {
  const where = kind === undefined ? "" : `WHERE value ->> 'kind' = '${kind}'`;
  const rows = State.of(ws).all<{ value: string }>(`SELECT value FROM ledger ${where} ORDER BY at, number`);
  return rows.map(({ value }) => JSON.parse(value));
}

/** How often `recall` found an entry on this machine, and when it last did. A recall is no use. */
export function recallsOf(ws: Workspace, id: string): { recalled?: number; last_used?: string } {
  const sql = `SELECT count(*) AS recalled, max(at) AS last FROM ledger
    WHERE value ->> 'op' = 'recall' AND instr(value -> 'ids', ?) > 0`;
  const [row] = State.of(ws).all<{ recalled: number; last: string | null }>(sql, JSON.stringify(id));
  return row === undefined || row.last === null ? {} : { recalled: row.recalled, last_used: row.last };
}

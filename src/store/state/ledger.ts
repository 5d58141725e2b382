/** Who read and wrote what, when: for audits. */
import type { Context } from "../../context.js";
import { defined } from "../../text/defined.js";
import { stamp } from "../../text/durations.js";
import type { Workspace } from "../workspace.js";
import { State } from "./state-db.js";

export interface LedgerEvent {
  at: string;
  kind: "read" | "write";
  op: string;
  agent: string;
  session: string;
  run?: string;
  ids: readonly string[];
  reason?: string;
}

type Caller = Pick<Context, "workspace" | "clock" | "actor">;
type NewEvent = Pick<LedgerEvent, "kind" | "op" | "ids"> & { at?: string; reason?: string | undefined };

/** Notes what the caller did. False where it cannot be written: no command fails because the disk is full or read-only. */
export function recordEvent({ workspace, clock, actor }: Caller, event: NewEvent): boolean {
  const { agent, session, run } = actor;
  const at = stamp(clock.now());
  const value = JSON.stringify({ at, agent, session, run, ...event });
  const state = State.of(workspace);
  return state.hint(() => state.run("INSERT INTO ledger (at, value) VALUES (?, ?)", event.at ?? at, value));
}

export const recordRead = (caller: Caller, op: string, ids: readonly string[], at?: string): boolean =>
  recordEvent(caller, { kind: "read", op, ids, ...defined({ at }) });

/** Every event of this machine, or those of a kind, the oldest first. */
export function readLedger(ws: Workspace, kind?: LedgerEvent["kind"]): LedgerEvent[] {
  const where = kind === undefined ? "" : `WHERE value ->> 'kind' = '${kind}'`;
  const rows = State.of(ws).all<{ value: string }>(`SELECT value FROM ledger ${where} ORDER BY at, number`);
  return rows.map(({ value }) => JSON.parse(value));
}

/** How often `recall` found an entry, and when it last did. A recall is no use. */
export function recallsOf(ws: Workspace, id: string): { recalled?: number; last_used?: string } {
  const sql = `SELECT count(*) AS recalled, max(at) AS last_used FROM ledger
    WHERE value ->> 'op' = 'recall' AND instr(value -> 'ids', ?) > 0 HAVING count(*) > 0`;
  return State.of(ws).all<{ recalled: number; last_used: string }>(sql, JSON.stringify(id))[0] ?? {};
}

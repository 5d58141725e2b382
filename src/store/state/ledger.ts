/** Who read and wrote what, when: for audits. Called by every command that reads or writes entries. */
import type { Context } from "../../context.js";
import { defined } from "../../text/defined.js";
import { stamp } from "../../text/durations.js";
import { ANY_ID_FORM } from "../../text/id-shape.js";
import type { FileChange } from "../files/transaction.js";
import type { Workspace } from "../workspace.js";
import { State } from "./state-db.js";

export interface LedgerEvent {
  at: string;
  /** `decision`: a version of the rules changed its state. */
  kind: "read" | "write" | "decision";
  /** The verb: `recall`, `heartbeat`, `learn`, ... */
  op: string;
  agent: string;
  session: string;
  run?: string;
  /** Entries concerned. */
  ids: readonly string[];
  reason?: string;
  /** Of a decision: the version, its new state, and who stands behind it (`auto`: the apply mode). */
  version?: string;
  decision?: string;
  by?: string;
  /** Of a printed context: its hash. */
  receipt?: { readonly hash: string };
}

const COLUMNS = "at, kind, op, agent, session, run, ids, reason, version, decision, by, receipt";

/** Adds events. False when they cannot be written: a read must not fail because the disk is full or read-only. */
export function recordEvents(ws: Workspace, events: readonly LedgerEvent[]): boolean {
  const state = State.of(ws);
  return state.hint(() => {
    for (const { at, kind, op, agent, session, ids, ...more } of events) {
      const { run = null, reason = null, version = null, decision = null, by = null, receipt } = more;
      state.run(
        `INSERT INTO ledger (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[at, kind, op, agent, session, run, JSON.stringify(ids), reason, version, decision, by],
        receipt?.hash ?? null,
      );
    }
  });
}

/** Notes that these entries were read, with the session and run. False when it could not be written. */
export function recordRead(
  { workspace, clock, actor: { agent, session, run } }: Pick<Context, "workspace" | "clock" | "actor">,
  op: string,
  ids: readonly string[],
  more: Partial<Pick<LedgerEvent, "at" | "receipt">> = {},
): boolean {
  const at = stamp(clock.now());
  return recordEvents(workspace, [{ at, kind: "read", op, agent, session, ...defined({ run }), ids, ...more }]);
}

type Row = Record<Exclude<keyof LedgerEvent, "ids">, string | null> & { ids: string };

/** Every event of this machine, or those of a kind, the oldest first. */
export function readLedger(ws: Workspace, kind?: LedgerEvent["kind"]): LedgerEvent[] {
  const where = kind === undefined ? "" : `WHERE kind = '${kind}'`;
  return State.of(ws)
    .all<Row>(`SELECT ${COLUMNS} FROM ledger ${where} ORDER BY at, number`)
    .map(({ ids, receipt, ...row }) => {
      const stated = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
      const hash = receipt === null ? {} : { receipt: { hash: receipt } };
      return { ...stated, ...hash, ids: JSON.parse(ids) as string[] } as unknown as LedgerEvent;
    });
}

/** How often `recall` found an entry on this machine, and when it last did; nothing where it never did. A recall is no use. */
export function recallsOf(ws: Workspace, id: string): { recalled?: number; last_used?: string } {
  const sql = "SELECT count(*) AS recalled, max(at) AS last FROM ledger WHERE op = 'recall' AND instr(ids, ?) > 0";
  const [row] = State.of(ws).all<{ recalled: number; last: string | null }>(sql, JSON.stringify(id));
  return row === undefined || row.last === null ? {} : { recalled: row.recalled, last_used: row.last };
}

type Decision = Required<Pick<LedgerEvent, "version" | "decision" | "ids">> & Pick<LedgerEvent, "by">;

/** The few lines of a version's front matter that say who decided what. Cheap: neither yaml nor zod is loaded for it. */
function stateOf(bytes: Uint8Array | null | undefined): Decision | undefined {
  const text = Buffer.from(bytes ?? [])
    .toString("utf8")
    .replaceAll("\r\n", "\n");
  const head = /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(text)?.[1];
  if (head === undefined) return undefined;
  const field = (name: string) => new RegExp(`^${name}: *"?([^"\\n]+?)"? *$`, "m").exec(head)?.[1];
  const [version, decision] = [field("id"), field("status")];
  if (version === undefined || decision === undefined) return undefined;
  const decidedLines = /^decided:\n((?: +.*\n?)+)/m.exec(head)?.[1] ?? "";
  const by = /^ +by: *"?([^"\n]+?)"? *$/m.exec(decidedLines)?.[1];
  const folded = /^folded:\n((?: +- .*\n?)+)/m.exec(head)?.[1] ?? "";
  const ids = [...folded.matchAll(new RegExp(ANY_ID_FORM, "g"))].map(([id]) => id);
  return { version, decision, ids, ...defined({ by }) };
}

/** Versions that are new, or in another state than before, in the order of their files. */
export function decisionsIn(changes: readonly Pick<FileChange, "path" | "after" | "read">[]): Decision[] {
  return [...changes]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ after, read }) => {
      const now = stateOf(after);
      return now === undefined || stateOf(read)?.decision === now.decision ? [] : [now];
    });
}

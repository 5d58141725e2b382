/** `tenet audit`: who read, wrote, redacted and decided what, newest first. */

import type { Context } from "../context.js";
import { WHOLE_ID } from "../entry/id-form.js";
import { sinceStated } from "../recall/filter.js";
import { byCreation, effectiveAt } from "../rules/policy/version.js";
import { type Chain, readChain } from "../rules/versions/chain.js";
import { openStore, type Store } from "../store/open-store.js";
import { type LedgerEvent, readLedger } from "../store/state/ledger.js";
import { defined } from "../text/defined.js";
import type { Audit, AuditRow } from "./health-schemas.js";

export interface AuditInput {
  /** Only what concerns this entry. */
  ref?: string | undefined;
  since?: string | undefined;
  /** Only this verb (`recall`, `learn`, `erase`, ...) or kind. */
  op?: string | undefined;
  limit?: number;
}

const DEFAULT_LIMIT = 50;
const TAKINGS: ReadonlySet<string> = new Set(["forget", "redact", "erase"]);

/** Reads the ledger of this machine, and what tree and versions say of redactions and decisions. Writes nothing. */
export async function audit(ctx: Context, input: AuditInput = {}): Promise<Audit> {
  const { workspace: ws, clock } = ctx;
  const tree = await openStore(ctx);
  const since = sinceStated(input.since, clock.now());
  const id = input.ref === undefined ? undefined : idOf(tree, input.ref);
  const rows = [
    ...withReasons(readLedger(ws).map(rowOf), await redactionsIn(tree)),
    ...decisionsIn(await readChain(ws)),
  ].filter(
    (row) =>
      (id === undefined || row.ids.includes(id)) &&
      (since === undefined || new Date(row.at) >= since) &&
      (input.op === undefined || row.op === input.op || row.kind === input.op),
  );
  const sorted = rows.reverse().sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  const { limit = DEFAULT_LIMIT } = input;
  return {
    rows: sorted.slice(0, limit),
    total: sorted.length,
  };
}

/** An entry that is no longer in the tree may still stand in the ledger. */
function idOf(tree: Store, ref: string): string {
  const whole = ref.trim().toUpperCase();
  if (WHOLE_ID.test(whole) && tree.head(whole) === undefined) return whole;
  return tree.resolve(ref).id;
}

function rowOf({ at, kind, op, ids, agent, session, ...rest }: LedgerEvent): AuditRow {
  const { run, reason } = rest;
  const isTaking = kind === "write" && (TAKINGS.has(op) || op === "restore");
  return {
    at,
    kind: isTaking ? "redaction" : kind,
    op,
    ids: Array.isArray(ids) ? ids : [],
    agent,
    session,
    ...defined({ run, reason }),
  };
}

/** Takings that are recorded in the tree: forgotten, redacted and erased entries. */
async function redactionsIn(tree: Store): Promise<AuditRow[]> {
  const heads = tree.where({ status: "forgotten" });
  const rows: AuditRow[] = [];
  for (const { entry } of await tree.load(heads.map(({ id }) => id))) {
    const { forgotten, redacted, erased, id } = entry;
    for (const [op, mark] of Object.entries({ forget: forgotten, redact: redacted, erase: erased })) {
      if (mark === undefined || (op !== "erase" && entry.erased !== undefined)) continue;
      // What is redacted is forgotten with it.
      if (op === "forget" && mark.at === redacted?.at) continue;
      const { at, by, reason } = mark;
      rows.push({ at, kind: "redaction", op, ids: [id], by, reason, from_tree: true });
    }
  }
  return rows;
}

/** What the versions say of decisions: the state each was brought to, by whom, and why. */
function decisionsIn(chain: Chain): AuditRow[] {
  return [...chain.versions].sort(byCreation).map((version): AuditRow => {
    const { id, status, decided, folded, operations, proposed_by } = version;
    const ids = [...new Set([...folded, ...operations.flatMap((op) => op.ids)])];
    const by = defined({ by: decided?.by, reason: decided?.reason ?? version.change_summary });
    return {
      at: effectiveAt(version),
      kind: "decision",
      op: proposed_by,
      ids,
      version: id,
      decision: status,
      ...by,
      from_tree: true,
    };
  });
}

/** Joins redactions of ledger and tree: the command comes from the ledger, the decider and the reason from the tree. */
function withReasons(ledger: readonly AuditRow[], tree: readonly AuditRow[]): AuditRow[] {
  const rows = [...ledger];
  for (const treeRow of tree) {
    const isSame = ({ kind, op, at, ids }: AuditRow) =>
      kind === "redaction" && op === treeRow.op && at === treeRow.at && treeRow.ids.every((id) => ids.includes(id));
    const at = rows.findIndex(isSame);
    const { by = rows[at]?.by, reason = rows[at]?.reason } = treeRow;
    if (at === -1) rows.push(treeRow);
    else rows[at] = { ...(rows[at] as AuditRow), ...defined({ by, reason }) };
  }
  return rows;
}

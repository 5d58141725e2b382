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
  return { rows: sorted.slice(0, input.limit), total: sorted.length };
}

/** An entry that is no longer in the tree may still stand in the ledger. */
function idOf(tree: Store, ref: string): string {
  const whole = ref.trim().toUpperCase();
  if (WHOLE_ID.test(whole) && tree.head(whole) === undefined) return whole;
  return tree.resolve(ref).id;
}

function rowOf({ at, kind, op, ids, ...who }: LedgerEvent): AuditRow {
  const isTaking = kind === "write" && TAKINGS.has(op);
  return { at, kind: isTaking ? "redaction" : kind, op, ids: [...ids], ...who };
}

/** Takings that are recorded in the tree: forgotten, redacted and erased entries. */
async function redactionsIn(tree: Store): Promise<AuditRow[]> {
  const heads = tree.where({ status: "forgotten" });
  const entries = await tree.load(heads.map(({ id }) => id));
  return entries.flatMap(({ entry }) => {
    const { forgotten, redacted, erased, id } = entry;
    return Object.entries({ forget: forgotten, redact: redacted, erase: erased }).flatMap(([op, mark]): AuditRow[] => {
      // What is redacted is forgotten with it.
      const isSaid = (op !== "erase" && entry.erased !== undefined) || (op === "forget" && mark?.at === redacted?.at);
      return mark === undefined || isSaid
        ? []
        : [{ at: mark.at, kind: "redaction", op, ids: [id], ...defined({ by: mark.by, reason: mark.reason }) }];
    });
  });
}

/** What the versions say of decisions: the state each was brought to, by whom, and why. */
function decisionsIn(chain: Chain): AuditRow[] {
  return [...chain.versions].sort(byCreation).map((version): AuditRow => {
    const { id, status, decided, operations, proposed_by } = version;
    const ids = [...new Set(operations.flatMap((op) => op.ids))];
    const by = defined({ by: decided?.by, reason: decided?.reason ?? version.change_summary });
    return { at: effectiveAt(version), kind: "decision", op: proposed_by, ids, version: id, decision: status, ...by };
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

/** Writes what following the tree came to: into the record of rows alone, or into record and table. */
import type { Plan } from "./follow.js";
import type { FileRows, IndexRows } from "./index-rows.js";
import type { VectorCache } from "./vector-cache.js";
import type { VectorRow, VectorTable } from "./vector-table.js";

/** A plan with the vectors that were made for it. */
export interface Planned {
  plan: Plan;
  put: readonly VectorRow[];
  /** Rows whose text changed and whose new vector is not there yet. */
  outdated: readonly string[];
  /** Hash of the tree that is complete with it; empty when something is pending. */
  tree: string;
}

const heldIn = (rows: IndexRows): Map<string, string> => new Map(rows.files.rows());

/** Notes a plan without the table: the vectors are kept, and the rows said to be behind. */
export function queueRow(rows: IndexRows, { plan, put, outdated, tree }: Planned, cache: VectorCache): void {
  if (!cache.save()) throw new Error("the vectors cannot be kept");
  const held = heldIn(rows);
  for (const id of [...plan.gone, ...outdated]) if (held.has(id)) rows.behind.set(id, "");
  for (const { id, hash } of put) {
    rows.behind.set(id, hash);
    held.set(id, hash);
  }
  recordPlan(rows, plan, held, tree);
}

/** What is behind, with its vectors: rows for the table, and ids that are to leave it. Lost vectors leave it as well. */
export function queuedRows(rows: IndexRows, cache: VectorCache): { put: VectorRow[]; gone: string[] } {
  const late = { put: [] as VectorRow[], gone: [] as string[] };
  for (const [id, hash] of rows.behind) {
    const vector = hash === "" ? undefined : cache.get(hash);
    if (vector === undefined) late.gone.push(id);
    else late.put.push({ id, hash, vector });
  }
  return late;
}

/** Writes what is behind, and a plan. */
export async function commit(
  rows: IndexRows,
  table: VectorTable,
  { plan, put, outdated, tree }: Planned,
  cache: VectorCache,
): Promise<void> {
  cache.save();
  const late = queuedRows(rows, cache);
  const newest = new Map([...late.put, ...put].map((row) => [row.id, row]));
  const held = heldIn(rows);
  const lost = new Set(late.gone.filter((id) => rows.behind.get(id) !== "" && !newest.has(id)));
  if (lost.size > 0) forget(rows, lost);
  const gone = [...plan.gone, ...outdated].filter((id) => held.has(id));
  await table.remove([...late.gone, ...gone]);
  for (const id of gone) newest.delete(id);
  await table.put([...newest.values()]);
  rows.behind.clear();
  for (const id of lost) held.delete(id);
  for (const { id, hash } of put) held.set(id, hash);
  recordPlan(rows, plan, held, tree);
}

/** Rows without a vector: their files are looked at again. */
function forget(rows: IndexRows, ids: ReadonlySet<string>): void {
  for (const name of rows.files.names()) {
    const file = rows.files.get(name) as FileRows;
    for (const id of ids) if (file.rows.delete(id)) file.hash = "";
  }
}

/** Writes down what was planned. Files that someone else brought level meanwhile are left as they are. */
function recordPlan(rows: IndexRows, plan: Plan, held: ReadonlyMap<string, string>, tree: string): void {
  for (const [file, { before, after }] of plan.files) {
    const now = rows.files.hashOf(file);
    if (now !== undefined && now !== before && now !== "") continue;
    // The index may have been built anew since it was read: only what is in it is written down as held.
    const kept = new Map([...after.rows].filter(([id, hash]) => held.get(id) === hash));
    if (plan.vanished.has(file)) rows.files.delete(file);
    else rows.files.set(file, { hash: kept.size < after.rows.size ? "" : after.hash, rows: kept });
  }
  // Rows found after a cut-short write, or a file brought to another state by someone else: the next look decides.
  const isLevel = [...rows.files.names()].every((file) => rows.files.hashOf(file) !== "" && !plan.vanished.has(file));
  const isOurs = [...plan.files].every(
    ([file, { after }]) => rows.files.hashOf(file) === after.hash || plan.vanished.has(file),
  );
  rows.tree = isLevel && isOurs ? tree : "";
}

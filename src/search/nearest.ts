/** The entries nearest to a vector: in the table, or among the vectors that are kept in a file. */
import { cosine } from "./model/embedder.js";
import type { Followed } from "./vectors/follow.js";
import type { IndexRows } from "./vectors/index-rows.js";
import type { VectorCache } from "./vectors/vector-cache.js";
import type { VectorTable } from "./vectors/vector-table.js";

/** Which entries: the `limit` nearest that are accepted, and of those in `first` all that are. */
export interface Wanted {
  accept(id: string): boolean;
  limit: number;
  first: ReadonlySet<string>;
}

/** Cosines by id, from LanceDB. `table` is undefined where none was made yet. */
export async function cosinesIn(
  table: VectorTable | undefined,
  target: Float32Array,
  followed: Followed,
  wanted: Wanted,
): Promise<Map<string, number>> {
  const accept = (id: string) => wanted.accept(id) && !followed.stale.has(id);
  const near = new Map<string, number>();
  if (table !== undefined) {
    for (const { id, cosine: similarity } of await nearestAccepted(table, target, wanted.limit, accept)) {
      near.set(id, similarity);
    }
    const rest = [...wanted.first].filter((id) => accept(id) && !near.has(id));
    for (const [id, similarity] of await table.cosines(target, rest)) near.set(id, similarity);
  }
  return withUnwritten(near, target, followed, wanted);
}

/** The nearest rows that are accepted, asking for more while refused ones take their places. */
async function nearestAccepted(
  table: VectorTable,
  target: Float32Array,
  limit: number,
  accept: (id: string) => boolean,
) {
  for (let asked = limit * 2; ; asked *= 8) {
    const near = await table.nearest(target, asked);
    const accepted = near.filter(({ id }) => accept(id)).slice(0, limit);
    if (accepted.length === limit || near.length < asked) return accepted;
  }
}

interface Row {
  id: string;
  hash: string;
  cosine: number;
}

/**
 * The same from the vectors that are kept, without LanceDB. Undefined when one of a row is not there or found damaged, as
 * after the cache was removed: then the table has to be asked.
 */
export function cosinesKept(
  rows: IndexRows,
  cache: VectorCache,
  target: Float32Array,
  followed: Followed,
  wanted: Wanted,
): Map<string, number> | undefined {
  const kept = cache.cosinesTo(target);
  const all: Row[] = [];
  for (const [id, hash] of rows.files.rows()) {
    if (followed.stale.has(id)) continue;
    const similarity = kept.cosine(hash);
    if (similarity === undefined) return undefined;
    all.push({ id, hash, cosine: similarity });
  }
  const chosen = new Map<string, Row>();
  for (let count = wanted.limit * 2; ; count *= 8) {
    for (const row of highest(all, count)) {
      if (chosen.size < wanted.limit && !chosen.has(row.id) && wanted.accept(row.id)) chosen.set(row.id, row);
    }
    if (chosen.size === wanted.limit || count >= all.length) break;
  }
  for (const row of all) if (wanted.first.has(row.id) && wanted.accept(row.id)) chosen.set(row.id, row);
  if (![...chosen.values()].every(({ hash }) => kept.isWhole(hash))) return undefined;
  const near = new Map(Array.from(chosen.values(), (row) => [row.id, row.cosine]));
  return withUnwritten(near, target, followed, wanted);
}

/** The `count` rows with the highest cosines, highest first; the few more that share the last one's are among them. */
function highest(rows: readonly Row[], count: number): Row[] {
  const sorted = Float64Array.from(rows, (row) => row.cosine).sort();
  const least = sorted[Math.max(0, sorted.length - count)] ?? Number.NEGATIVE_INFINITY;
  return rows.filter((row) => row.cosine >= least).sort((a, b) => b.cosine - a.cosine);
}

/** What could not be written is compared from memory. */
function withUnwritten(
  near: Map<string, number>,
  target: Float32Array,
  { unwrittenRows }: Followed,
  wanted: Wanted,
): Map<string, number> {
  for (const { id, vector } of unwrittenRows) if (wanted.accept(id)) near.set(id, cosine(target, vector));
  return near;
}

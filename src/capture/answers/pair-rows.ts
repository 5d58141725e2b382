/**
 * Reads and writes the rows of `near`, which hold pairs of near claims. Called by answers about pairs, and after edits
 * of core files.
 */
import { claimOf, type Entry, type Near } from "../../entry/entry.js";
import { isLive } from "../../entry/gates/visible.js";
import type { Cuts } from "../../entry/near/near-cuts.js";
import { nearTo } from "../../entry/near/pairs.js";
import type { Change, Place } from "../../store/change/change.js";
import { claimHash } from "../../text/claims/canonical.js";

/** The row of a pair, or a new one: an answer about two entries counts as having found them near. */
export function rowOf(newer: Entry, older: Entry, when: AnsweredWhen): Near {
  return rowWith(newer, { ref: older.id, hash: claimHash(claimOf(older)) }, when);
}

interface AnsweredWhen {
  at: string;
  cuts: Cuts;
}

/** The row of a pair whose other side may be a line that people wrote. */
export function rowWith(entry: Entry, { ref, hash }: { ref: string; hash: string }, { at, cuts }: AnsweredWhen): Near {
  const existingRow = nearTo(entry, ref);
  if (existingRow !== undefined) return existingRow;
  return { with: ref, hashes: [claimHash(claimOf(entry)), hash], score: cuts.close, by: "claim", state: "open", at };
}

/** Writes the row of a pair, or removes it from both sides. */
export async function putRow(change: Change, newer: Entry, older: Entry, row: Near | undefined): Promise<Place> {
  const without = (near: readonly Near[] | undefined, id: string) => (near ?? []).filter((one) => one.with !== id);
  const olderRows = (await change.entry(older.id)).near;
  if (olderRows?.some((one) => one.with === newer.id)) {
    await change.update(older.id, { near: orNothing(without(olderRows, newer.id)) });
  }
  if (row !== undefined) return await putOwnRow(change, newer.id, row);
  return await change.update(newer.id, { near: orNothing(without((await change.entry(newer.id)).near, older.id)) });
}

/** Writes a row to the entry's `near`, in place of an earlier one. */
export async function putOwnRow(change: Change, id: string, row: Near): Promise<Place> {
  const { near = [] } = await change.entry(id);
  const at = near.findIndex((one) => one.with === row.with);
  return await change.update(id, { near: at === -1 ? [...near, row] : near.with(at, row) });
}

const orNothing = <T>(list: readonly T[]): readonly T[] | undefined => (list.length === 0 ? undefined : list);

/** Links the two entries, unless they are linked. */
export async function link(change: Change, newer: Entry, older: Entry): Promise<void> {
  const [newerEntry, olderEntry] = [await change.entry(newer.id), await change.entry(older.id)];
  if (newerEntry.linked?.includes(older.id) || olderEntry.linked?.includes(newer.id)) return;
  await change.update(newer.id, { linked: [...(newerEntry.linked ?? []), older.id] });
}

/** Moves the open pairs of a record that leaves use to the record that replaces it. */
export async function passOn(change: Change, from: Entry, to: Entry): Promise<void> {
  const rows = (from.near ?? []).filter((row) => row.state !== "unrelated" && row.with !== to.id);
  for (const row of rows) await moveRow(change, to, row);
  for (const head of change.tree.naming([from.id], "near")) {
    if (head.id === to.id || !isLive(head)) continue;
    const other = await change.entry(head.id);
    const row = nearTo(other, from.id);
    if (row === undefined || row.state === "unrelated") continue;
    await change.update(other.id, { near: (other.near ?? []).filter((one) => one !== row) });
    await moveRow(change, other, { ...row, with: to.id });
  }
  await putRow(change, from, to, undefined);
}

async function moveRow(change: Change, to: Entry, { hashes: _, ...row }: Near): Promise<void> {
  const { near = [] } = await change.entry(to.id);
  if (near.some((one) => one.with === row.with)) return;
  const other = change.head(String(row.with));
  if (other !== undefined && nearTo(other, to.id) !== undefined) return;
  await change.update(to.id, { near: [...near, row] });
}

/** Removes the link that came with the pair. */
export async function unlink(change: Change, newer: Entry, older: Entry): Promise<void> {
  const { linked = [] } = await change.entry(newer.id);
  if (!linked.includes(older.id)) return;
  await change.update(newer.id, { linked: orNothing(linked.filter((id) => id !== older.id)) });
}

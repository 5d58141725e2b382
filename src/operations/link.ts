import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { changeTree } from "../tree/change.js";
import type { Head } from "../tree/tree.js";

export interface Linked {
  /** The newer entry: the link is stored there and shown on both. */
  id: string;
  to: string;
  file: string;
  line: number;
  /** False when it was as asked for already. */
  changed: boolean;
  removed: boolean;
}

/** Links two entries, or takes a link away. The link is stored on the newer one. */
export async function link(ctx: Context, input: { a: string; b: string; remove?: boolean }): Promise<Linked> {
  const removed = input.remove === true;
  return await changeTree(ctx, { op: "link", reason: `link: ${input.a} and ${input.b}` }, async (change) => {
    const [newer, older] = byAge(change.tree.resolve(input.a), change.tree.resolve(input.b));
    if (newer.id === older.id) {
      throw new TenetError(`${newer.id} cannot be linked to itself`, { failure: "usage", hint: "Name two entries." });
    }
    const entry = await change.entry(newer.id);
    const held = entry.linked ?? [];
    const changed = held.includes(older.id) === removed;
    const linked = removed ? held.filter((id) => id !== older.id) : [...held, older.id];
    const place = changed
      ? await change.update(newer.id, { linked: linked.length === 0 ? undefined : linked })
      : { file: newer.file, line: newer.line };
    return { id: newer.id, to: older.id, ...place, changed, removed };
  });
}

/** The newer of two entries first. */
export function byAge(a: Head, b: Head): [newer: Head, older: Head] {
  if (a.timestamp === b.timestamp) return a.id > b.id ? [a, b] : [b, a];
  return a.timestamp > b.timestamp ? [a, b] : [b, a];
}

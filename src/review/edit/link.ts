/** Links of an entry to others. Called by `edit.ts`. A link stands on the newer of the two and is shown on both. */
import { wrongUsage } from "../../errors.js";
import type { Change } from "../../store/change/change.js";
import type { Row } from "../../store/open-store.js";

interface Links {
  link: readonly string[];
  unlink: readonly string[];
}

/** Links an entry with some and unlinks it from others. Returns whether anything is different now. */
export async function relink(change: Change, id: string, links: Links): Promise<boolean> {
  let isChanged = false;
  for (const ref of links.link) {
    const other = otherSide(change, id, ref);
    if (await isLinked(change, id, other)) continue;
    const [newer, older] = newerFirst(change.tree.resolve(id), change.tree.resolve(other));
    await change.update(newer.id, { linked: [...(await linksOf(change, newer.id)), older.id] });
    isChanged = true;
  }
  for (const ref of links.unlink) {
    const other = otherSide(change, id, ref);
    if (!(await isLinked(change, id, other))) continue;
    await unlink(change, id, other);
    await unlink(change, other, id);
    isChanged = true;
  }
  return isChanged;
}

function otherSide(change: Change, id: string, ref: string): string {
  const other = change.tree.resolve(ref).id;
  if (other === id) throw wrongUsage(`${id} cannot be linked to itself`, "Name two entries.", "wrong-relation");
  return other;
}

const linksOf = async (change: Change, id: string): Promise<string[]> => (await change.entry(id)).linked ?? [];

const isLinked = async (change: Change, a: string, b: string): Promise<boolean> =>
  (await linksOf(change, a)).includes(b) || (await linksOf(change, b)).includes(a);

/** An index run or a hand edit may have stored the link on the older entry. */
async function unlink(change: Change, from: string, to: string): Promise<void> {
  const links = await linksOf(change, from);
  const others = links.filter((id) => id !== to);
  if (others.length < links.length) {
    await change.update(from, { linked: others.length === 0 ? undefined : others });
  }
}

/** The newer of two entries first. */
export function newerFirst(a: Row, b: Row): [newer: Row, older: Row] {
  if (a.timestamp === b.timestamp) return a.id > b.id ? [a, b] : [b, a];
  return a.timestamp > b.timestamp ? [a, b] : [b, a];
}

/** `tenet link`: links two entries, or removes the link. Called by the command. */
import type { Context } from "../context.js";
import { wrongUsage } from "../errors.js";
import { type Change, changeTree, type Place } from "../store/change/change.js";
import { changeVerb, prepareWrite } from "../store/change/prepare-write.js";
import { homeOf } from "../store/home.js";
import type { EntryMeta } from "../store/open-store.js";
import { fromHome } from "../store/user-tree.js";
import type { Linked } from "./edit-schemas.js";

const LINK = changeVerb("link");

/** Links two entries, or takes a link away. The link is stored on the newer one. */
export async function link(ctx: Context, input: { a: string; b: string; remove?: boolean }): Promise<Linked> {
  await prepareWrite(ctx, LINK);
  const home = await homeOf(ctx, [input.a, input.b]);
  const removed = input.remove === true;
  const result = await changeTree(home, { ...LINK, reason: `link: ${input.a} and ${input.b}` }, async (change) => {
    const [newer, older] = newerFirst(change.tree.resolve(input.a), change.tree.resolve(input.b));
    if (newer.id === older.id) {
      throw wrongUsage(`${newer.id} cannot be linked to itself`, "Name two entries.");
    }
    const [newerLinks, olderLinks] = [await linkedIds(change, newer.id), await linkedIds(change, older.id)];
    const answer = { id: newer.id, to: older.id, file: newer.file, line: newer.line, removed };
    const isLinked = newerLinks.includes(older.id) || olderLinks.includes(newer.id);
    if (isLinked !== removed) return { ...answer, changed: false };
    if (!removed) return { ...answer, ...(await setLinks(change, newer.id, [...newerLinks, older.id])), changed: true };
    // An index run or a hand edit may have stored the link on the older entry.
    if (olderLinks.includes(newer.id)) await setLinks(change, older.id, without(olderLinks, newer.id));
    const place = newerLinks.includes(older.id) ? await setLinks(change, newer.id, without(newerLinks, older.id)) : {};
    return { ...answer, ...place, changed: true };
  });
  return fromHome(ctx, home, result);
}

async function linkedIds(change: Change, id: string): Promise<string[]> {
  return (await change.entry(id)).linked ?? [];
}

async function setLinks(change: Change, id: string, linked: string[]): Promise<Place> {
  return await change.update(id, { linked: linked.length === 0 ? undefined : linked });
}

function without(ids: readonly string[], id: string): string[] {
  return ids.filter((held) => held !== id);
}

/** The newer of two entries first. */
export function newerFirst(a: EntryMeta, b: EntryMeta): [newer: EntryMeta, older: EntryMeta] {
  if (a.timestamp === b.timestamp) return a.id > b.id ? [a, b] : [b, a];
  return a.timestamp > b.timestamp ? [a, b] : [b, a];
}

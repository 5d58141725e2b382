/** Entries by their names with what they say: for shells that complete, and for a person who picks. */
import type { Context } from "../context.js";
import { refOf, type Status } from "../entry/entry.js";
import { isLive, isSensitive } from "../entry/gates/visible.js";
import { TenetError } from "../errors.js";
import type { EntryMeta } from "../store/open-store.js";
import { openShown } from "../store/viewer.js";
import { oneLine, shorten } from "../text/shorten.js";

/** A name that can be typed for an entry, and what tells it from the others. */
export interface EntryName {
  name: string;
  id: string;
  text: string;
}

/** Entries for a person to pick from, the newest first: live ones, or those of one status. */
export async function entriesToPick(ctx: Context, status?: Status): Promise<EntryName[]> {
  const tree = await openShown(ctx);
  const heads = tree.heads.filter((head) => (status === undefined ? isLive(head) : head.status === status)).reverse();
  return heads.filter((head) => !isSensitive(head)).map((head) => named(head, ""));
}

/** The entries that a name could mean, where they are several; none where it is clear, or no name at all. */
export async function candidatesFor(ctx: Context, ref: string): Promise<EntryName[]> {
  const tree = await openShown(ctx);
  try {
    tree.resolve(ref);
    return [];
  } catch (thrown) {
    if (!(thrown instanceof TenetError) || thrown.code !== "ambiguous") return [];
  }
  const wanted = ref.toUpperCase();
  const exact = tree.referredTo(wanted, "name");
  const heads = exact.length > 0 ? exact : tree.referredTo(wanted, "beginning");
  return heads.filter((head) => !isSensitive(head)).map((head) => named(head, ""));
}

/** So many a shell can show. */
const MOST_NAMES = 200;
const LONGEST_TEXT = 66;

/**
 * Entries whose id or tail begins so, live ones first, then the newest; of no beginning the newest live ones. Names are
 * written as the beginning is: in small letters unless it has capitals. What may not be shown is not there.
 */
export async function entryNames(ctx: Context, beginning: string): Promise<EntryName[]> {
  const tree = await openShown(ctx, { untouched: true });
  const wanted = beginning.toUpperCase();
  const found = wanted === "" ? tree.newest(MOST_NAMES, "live") : tree.referredTo(wanted, "beginning").reverse();
  const heads = [...found.filter(isLive), ...found.filter((head) => !isLive(head))];
  return heads
    .filter((head) => !isSensitive(head))
    .slice(0, MOST_NAMES)
    .map((head) => named(head, beginning));
}

function named({ id, text }: EntryMeta, beginning: string): EntryName {
  const ref = refOf(id);
  const name = ref.toUpperCase().startsWith(beginning.toUpperCase()) ? ref : id;
  const written = /[A-Z]/.test(beginning) ? name.toUpperCase() : name.toLowerCase();
  return { name: written, id, text: shorten(oneLine(text), LONGEST_TEXT, 0.5) };
}

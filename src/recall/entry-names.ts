/** Names and texts of entries: for shell completion, and for a person who picks. */
import type { Context } from "../context.js";
import { refOf, type Status } from "../entry/entry.js";
import { isLive, isSensitive } from "../entry/gates/visible.js";
import { TenetError } from "../errors.js";
import type { EntryMeta } from "../store/open-store.js";
import { openShown } from "../store/viewer.js";
import { oneLine, shorten } from "../text/shorten.js";

/** A name that can be typed for an entry, with its text. */
export interface EntryName {
  name: string;
  id: string;
  text: string;
}

/** Entries for a person to pick from, the newest first: live ones, or those of one status. */
export async function entriesToPick(ctx: Context, status?: Status): Promise<EntryName[]> {
  const tree = await openShown(ctx);
  const heads = tree.heads.filter((head) => (status === undefined ? isLive(head) : head.status === status)).reverse();
  return heads.filter((head) => !isSensitive(head)).map((head) => nameOf(head, ""));
}

/** The entries that an ambiguous name could mean; empty where it is clear or matches nothing. */
export async function candidatesFor(ctx: Context, ref: string): Promise<EntryName[]> {
  const tree = await openShown(ctx);
  try {
    tree.resolve(ref);
    return [];
  } catch (thrown) {
    if (!(thrown instanceof TenetError) || thrown.code !== "ambiguous") return [];
  }
  const upperRef = ref.toUpperCase();
  const exact = tree.referredTo(upperRef, "name");
  const heads = exact.length > 0 ? exact : tree.referredTo(upperRef, "beginning");
  return heads.filter((head) => !isSensitive(head)).map((head) => nameOf(head, ""));
}

/** The largest number of names that a shell can show. */
const MOST_NAMES = 200;
const LONGEST_TEXT = 66;

/**
 * Entries whose id or tail begins with `beginning`, live ones first, then the newest; for an empty beginning the newest
 * live ones. Names have the case of the beginning. Sensitive entries are left out.
 */
export async function entryNames(ctx: Context, beginning: string): Promise<EntryName[]> {
  const tree = await openShown(ctx, { untouched: true });
  const upperBeginning = beginning.toUpperCase();
  const matchingHeads =
    upperBeginning === "" ? tree.newest(MOST_NAMES, "live") : tree.referredTo(upperBeginning, "beginning").reverse();
  const heads = [...matchingHeads.filter(isLive), ...matchingHeads.filter((head) => !isLive(head))];
  return heads
    .filter((head) => !isSensitive(head))
    .slice(0, MOST_NAMES)
    .map((head) => nameOf(head, beginning));
}

function nameOf({ id, text }: EntryMeta, beginning: string): EntryName {
  const ref = refOf(id);
  const name = ref.toUpperCase().startsWith(beginning.toUpperCase()) ? ref : id;
  const typedName = /[A-Z]/.test(beginning) ? name.toUpperCase() : name.toLowerCase();
  return { name: typedName, id, text: shorten(oneLine(text), LONGEST_TEXT, 0.5) };
}

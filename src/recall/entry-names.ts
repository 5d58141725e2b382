/** Names and texts of entries, for shell completion. */
import type { Context } from "../context.js";
import { refOf } from "../entry/entry.js";
import { isLive, isSensitive } from "../entry/gates/visible.js";
import type { Row } from "../store/open-store.js";
import { openShown } from "../store/viewer.js";
import { oneLine, shorten } from "../text/shorten.js";

/** A name that can be typed for an entry, with its text. */
interface EntryName {
  name: string;
  text: string;
}

/** The largest number of names that a shell can show. */
const MOST_NAMES = 200;
/** Most entries that are read for live ones among them. */
const MOST_LOOKED_AT = 2_000;
const LONGEST_TEXT = 66;

/**
 * Entries whose id or tail begins with `beginning`, live ones first, then the newest; for an empty beginning the newest
 * live ones. Names have the case of the beginning. Sensitive entries are left out.
 */
export async function entryNames(ctx: Context, beginning: string): Promise<EntryName[]> {
  const tree = await openShown(ctx);
  const upperBeginning = beginning.toUpperCase();
  const matchingHeads =
    upperBeginning === ""
      ? tree.newest(MOST_NAMES, "live")
      : [...tree.where({ id: tree.idsBeginning(upperBeginning).slice(-MOST_LOOKED_AT) })].reverse();
  const heads = [...matchingHeads.filter(isLive), ...matchingHeads.filter((head) => !isLive(head))];
  return heads
    .filter((head) => !isSensitive(head))
    .slice(0, MOST_NAMES)
    .map((head) => nameOf(head, beginning));
}

function nameOf({ id, text }: Row, beginning: string): EntryName {
  const ref = refOf(id);
  const name = ref.toUpperCase().startsWith(beginning.toUpperCase()) ? ref : id;
  const typedName = /[A-Z]/.test(beginning) ? name.toUpperCase() : name.toLowerCase();
  return { name: typedName, text: shorten(oneLine(text), LONGEST_TEXT, 0.5) };
}

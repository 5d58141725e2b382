/** What ties entries to one another without a row: equal words, and one key. Asked by standing and by the cache. Pure. */
import type { Entry } from "../entry.js";
import { contactOf } from "../gates/contact-scope.js";
import { audienceOf, type Scoped } from "../gates/visible.js";
import { isComparedType } from "../record-types.js";

/** Whom and which files it is for: entries with another one are never the same. */
export const placeOf = (entry: Scoped & { paths?: readonly string[] | undefined }): string =>
  JSON.stringify([entry.scope ?? "project", audienceOf(entry) ?? "", [...(entry.paths ?? [])].sort()]);

const keyIn = (entry: Entry): string | undefined => (entry.type === "memory" ? entry.key : undefined);

/**
 * Entries with one such key say the same in equal words: of one type, scope and paths. Undefined for what is never the
 * same: other types, and a contact's facts that have a key, of which one follows another. `claim`: the hash of its claim.
 */
export function wordsKey(entry: Entry, claim: string): string | undefined {
  if (!isComparedType(entry.type) || entry.erased !== undefined) return undefined;
  const key = keyIn(entry);
  if (key !== undefined && contactOf(entry) !== undefined) return undefined;
  return [entry.type, claim, key ?? "", placeOf(entry)].join("|");
}

/** Memories with one such key replace one another; undefined without a key, and for facts about a contact. */
export function slotKey(entry: Entry): string | undefined {
  const key = keyIn(entry);
  return key === undefined || contactOf(entry) !== undefined ? undefined : [key, placeOf(entry)].join("|");
}

/** Facts about one contact with one such key follow one another. */
export function factKey(entry: Entry): string | undefined {
  const key = keyIn(entry);
  return key === undefined || contactOf(entry) === undefined ? undefined : [key, placeOf(entry)].join("|");
}

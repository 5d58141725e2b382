/** What ties entries to one another: equal words, one key, and the name of a pair. Asked by standing and by the cache. Pure. */
import type { Entry, Near } from "../entry.js";
import { contactOf } from "../gates/contact-scope.js";
import { audienceOf, type Scoped } from "../gates/visible.js";
import { isComparedType } from "../record-types.js";

/** Whom and which files it is for: entries with another one are never the same. */
export const placeOf = (entry: Scoped & { paths?: readonly string[] | undefined }): string =>
  JSON.stringify([entry.scope ?? "project", audienceOf(entry) ?? "", [...(entry.paths ?? [])].sort()]);

/** Memories with one such key replace one another; facts about a contact follow one another. Undefined without a key. */
export const slotKey = (entry: Entry): string | undefined =>
  entry.type !== "memory" || entry.key === undefined ? undefined : [entry.key, placeOf(entry)].join("|");

/**
 * Entries with one such key say the same in equal words: of one type, scope and paths. Undefined for what is never the
 * same: other types, and a contact's facts that have a key, of which one follows another. `claim`: the hash of its claim.
 */
export function wordsKey(entry: Entry, claim: string): string | undefined {
  if (!isComparedType(entry.type) || entry.erased !== undefined) return undefined;
  const key = entry.type === "memory" ? entry.key : undefined;
  if (key !== undefined && contactOf(entry) !== undefined) return undefined;
  return [entry.type, claim, key ?? "", placeOf(entry)].join("|");
}

/** Whether it was found by words, or without a score: there is no measure, and it counts as close. */
export const isClose = ({ found, score }: Pick<Near, "found" | "score">, cut: number): boolean =>
  found === "words" || score === undefined || score >= cut;

/** No id has it. */
const BETWEEN = "+";
/** One name for a pair, whichever of the two is named first. */
export const pairKey = (a: string, b: string): string => [a, b].sort().join(BETWEEN);
export const isPairKey = (key: string): boolean => key.includes(BETWEEN);

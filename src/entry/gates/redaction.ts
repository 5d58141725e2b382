/** The words of an entry: what stays of a record when they are taken out, and which texts they are. Pure. */
import { defined } from "../../text/defined.js";
import type { Entry } from "../entry.js";

/** What stands where words were redacted; merging keeps it against every edit. */
export const REDACTED = "[redacted]";
/** What stands where words were erased. */
export const ERASED = "[erased]";

/** Who took the words out, when and why. */
export interface TakenOut {
  at: string;
  by: string;
  reason?: string | undefined;
}

/** Fields that say who, when, where from, how it is linked and what became of it: all that stays of a redacted record. */
export const NO_WORDS: ReadonlySet<string> = new Set([
  ...["stakes", "references", "verdict", "category", "basis", "confidence", "kind"],
  ...["id", "type", "timestamp", "agent", "source", "tier", "origin", "session", "run", "scope", "paths", "user", "by"],
  ...["score", "stick", "linked", "derived_from", "aliases", "forgotten", "redacted", "erased"],
  ...["valid_from", "valid_to", "sensitivity", "target", "author", "commit", "version"],
  ...["status", "superseded_by", "promoted_to", "outcome", "outcome_date"],
]);

/** The fields that hold facts in parts, and the parts that are no words: rows, uses, a history, where it came from. */
const FACTS: ReadonlySet<string> = new Set([
  ...["near", "said", "uses", "evolution", "review", "imported", "hub", "closed", "pinned", "check"],
]);
const PARTS_THAT_STAY: ReadonlySet<string> = new Set([
  ...["at", "by", "tier", "agent", "source", "origin", "session", "of", "with", "score", "found", "answer", "result"],
  ...["state", "how", "verdict", "from", "status", "filled", "people", "in", "linked"],
]);
/** The words could be guessed by a hash of them; by these two an import or a hub's entry is known again. */
const KNOWN_BY_HASH: ReadonlySet<string> = new Set(["imported", "hub"]);

const staysIn = (field: string, part: string): boolean =>
  FACTS.has(field) && (PARTS_THAT_STAY.has(part) || (part === "hash" && KNOWN_BY_HASH.has(field)));

/** A value with a mark for each text, in lists one for all. */
function struckOut(value: unknown, field: string): unknown {
  if (typeof value === "string") return value === "" ? value : REDACTED;
  if (Array.isArray(value)) {
    const items = value.map((item) => struckOut(item, field));
    return items.filter((item, at) => typeof item !== "string" || items.indexOf(item) === at);
  }
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value).filter(([part]) => part !== "hash" || staysIn(field, part));
  return Object.fromEntries(parts.map(([part, item]) => [part, staysIn(field, part) ? item : struckOut(item, field)]));
}

/** The entry with every word of its author redacted: record, links and the reason stay. */
export function redactedEntry(entry: Entry, takenOut: TakenOut): Entry {
  const fields = Object.entries(entry).map(([field, value]) => [
    field,
    NO_WORDS.has(field) ? value : struckOut(value, field),
  ]);
  return { ...Object.fromEntries(fields), redacted: defined(takenOut) } as Entry;
}

export const isTombstone = (entry: Pick<Entry, "erased">): boolean => entry.erased !== undefined;

function textsIn(value: unknown, field: string): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, field));
  if (typeof value !== "object" || value === null) return [];
  const words = Object.entries(value).filter(([part]) => part !== "hash" && !staysIn(field, part));
  return words.flatMap(([, item]) => textsIn(item, field));
}

/** Every text of an entry's author. */
export function wordsOf(entry: Entry): string[] {
  const texts = Object.entries(entry).flatMap(([field, value]) => (NO_WORDS.has(field) ? [] : textsIn(value, field)));
  return [...new Set(texts)].filter((text) => text !== "" && text !== REDACTED && text !== ERASED);
}

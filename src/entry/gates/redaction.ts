/** The words of an entry: how they are taken out of its record, and how they are recognised elsewhere. */

import { defined } from "../../text/defined.js";
import { type Entry, repeatNamedIn } from "../entry.js";
import { readHubOrigin } from "../hub-origin.js";
import { ENTRY_TYPES, rowOf } from "../record-types.js";
import { contactOf } from "./contact-scope.js";

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

/** Fields that say who, when, where from, how it is linked and what became of it: a redaction leaves them. */
export const NO_WORDS: ReadonlySet<string> = new Set([
  ...ENTRY_TYPES.flatMap((type) => rowOf(type).kept ?? []),
  ...["id", "type", "timestamp", "recorded", "host", "agent", "source", "tier", "origin", "session", "run", "scope"],
  ...["paths"],
  ...["score", "linked", "supersedes", "superseded_by", "recurrence_of"],
  ...["exception_to", "derived_from"],
  ...["seen", "seen_by", "outcome", "outcome_date"],
  ...["promoted_to", "promoted_in", "flags", "folded", "aliases", "novelty", "status"],
  ...["forgotten", "redacted", "erased", "user", "by"],
  ...["valid_from", "valid_to", "stated_to", "sensitivity", "confirmed"],
  ...["distance", "ratio", "target", "author", "commit", "version"],
]);

/** Parts of nested fields that are no words of an author. */
const PARTS: Readonly<Record<string, ReadonlySet<string>>> = {
  evolution: new Set(["at", "agent", "source", "origin", "session", "restated", "claim", "of"]),
  near: new Set(["with", "score", "by", "state", "at", "proposed"]),
  uses: new Set(["at", "session", "agent", "result", "host"]),
  stick: new Set(["verdict", "at", "agent", "session", "by", "came_up", "was"]),
  review: new Set(["state", "by", "at"]),
  imported: new Set(["at", "from", "hash", "status", "filled"]),
  hub: new Set(["at", "hash", "verdict", "score"]),
  closed: new Set(["at", "by", "how"]),
  pinned: new Set(["at", "by"]),
  // Globs name places, and are everybody's.
  check: new Set(["in"]),
};
/** Copies of other fields, and hashes by which the words could be guessed. */
const DROPPED: ReadonlySet<string> = new Set(["brought", "hash", "hashes"]);

function struckOut(value: unknown): unknown {
  if (typeof value === "string") return value === "" ? value : REDACTED;
  if (Array.isArray(value)) return [...new Set(value.map(struckOut).map((one) => JSON.stringify(one)))].map(parsed);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, struckOut(item)]));
  }
  return value;
}

const parsed = (json: string): unknown => JSON.parse(json);

function partsOf(field: string, value: unknown): unknown {
  const plain = PARTS[field] as ReadonlySet<string>;
  if (Array.isArray(value)) return value.map((item) => partsOf(field, item));
  if (typeof value !== "object" || value === null) return struckOut(value);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
      if (key === "was") return [[key, partsOf(field, item)]];
      if (plain.has(key) || (field === "stick" && key === "evidence" && repeatNamedIn(String(item)) !== undefined))
        return [[key, item]];
      return DROPPED.has(key) ? [] : [[key, struckOut(item)]];
    }),
  );
}

/** The entry with every word of its author redacted: record, links and the reason stay. It is forgotten with it. */
export function redactedEntry(entry: Entry, takenOut: TakenOut): Entry {
  const words = Object.entries(entry).map(([field, value]): [string, unknown] => {
    if (NO_WORDS.has(field)) return [field, value];
    return [field, field in PARTS ? partsOf(field, value) : struckOut(value)];
  });
  return { ...Object.fromEntries(words), status: "forgotten", redacted: defined(takenOut) } as Entry;
}

const ALIAS = /^[A-Z]{2,8}-\d{6,8}-[0-9A-Za-z]{1,8}$/;

/** The tombstone: the id, what the schema asks for, and what keeps an import from bringing it back. */
export function erasedEntry(entry: Entry, takenOut: TakenOut): Entry {
  const { id, type, timestamp, agent, tier, imported, folded, origin } = entry;
  const aliases = entry.aliases?.filter((alias) => ALIAS.test(alias)) ?? [];
  return {
    type,
    id,
    timestamp,
    agent,
    tier,
    ...whatIsLeft(entry),
    erased: defined(takenOut),
    ...(imported === undefined ? {} : { imported: { at: imported.at, from: ERASED, hash: imported.hash } }),
    ...(folded === undefined ? {} : { folded }),
    // A copy of what stands at a hub is known by it, and not taken again.
    ...(readHubOrigin(origin) === undefined ? {} : { origin }),
    ...(aliases.length === 0 ? {} : { aliases }),
    status: "forgotten",
  } as Entry;
}

/** What the schema of its type cannot do without. */
function whatIsLeft(entry: Entry): Record<string, unknown> {
  const { claim, marked = [claim], kept = [] } = rowOf(entry.type);
  const fields: Record<string, unknown> = entry;
  return {
    ...Object.fromEntries(marked.map((field) => [field, ERASED])),
    ...Object.fromEntries(kept.map((field) => [field, fields[field]])),
    // The file of a contact's memories is named after them all the same.
    ...(entry.type === "memory" && contactOf(entry) !== undefined ? { scope: entry.scope } : {}),
  };
}

export function isTombstone(entry: Pick<Entry, "erased">): boolean {
  return entry.erased !== undefined;
}

/** Every text of an entry's author, and `rule`: the line it would be as one. */
export function wordsOf(entry: Entry, rule: string | undefined): string[] {
  const texts: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === "string") texts.push(value);
    else if (Array.isArray(value)) value.forEach(collect);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(collect);
  };
  for (const [field, value] of Object.entries(entry)) {
    if (NO_WORDS.has(field)) continue;
    if (!(field in PARTS)) {
      collect(value);
      continue;
    }
    for (const item of Array.isArray(value) ? value : [value]) {
      for (const [key, part] of Object.entries((item ?? {}) as object)) {
        if (key === "was") collect((part as { evidence?: unknown }).evidence);
        else if (!PARTS[field]?.has(key) && !DROPPED.has(key)) collect(part);
      }
    }
  }
  const words = [...texts, ...(rule === undefined ? [] : [rule])];
  return [...new Set(words)].filter((text) => text !== "" && text !== REDACTED && text !== ERASED);
}

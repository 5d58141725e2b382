/** Whose the fields of records are, and the words of an entry: what stays when they are taken out. Pure. */
import { defined } from "../../text/defined.js";
import type { Entry } from "../entry.js";

/** What stands where words were redacted, or erased; merging keeps it against every edit. */
export const REDACTED = "[redacted]";
export const ERASED = "[erased]";

export type TakenOut = NonNullable<Entry["erased"]>;

/** Fields of tenet's: who, when, by what it is known, and what became of it. */
const RECORDED = [
  ...["id", "timestamp", "agent", "tier", "user", "target", "author", "version"],
  ...["forgotten", "redacted", "erased", "status", "promoted_to"],
];
/** Fields of tenet's that have parts. */
const FACTS = ["review", "near", "said", "uses", "closed", "pinned", "imported", "hub"];
/** Fields of tenet's that an approval covers. */
const DECIDED = ["stick", "by"];
/** Of what an author states they are left out. */
export const WRITTEN_BY_TENET: readonly string[] = [...FACTS, ...RECORDED, ...DECIDED];

/** Levels, names and places by its author, which are no sentences. */
const LEVELS = [
  ...["stakes", "references", "verdict", "category", "basis", "kind", "score", "scope", "paths", "source", "origin"],
  ...["valid_from", "valid_to", "sensitivity"],
];
/** What stays of a record whose words are taken out. */
export const NO_WORDS: ReadonlySet<string> = new Set([
  ...[...RECORDED, ...DECIDED, ...LEVELS, "superseded_by", "outcome", "outcome_date"],
  ...["type", "session", "run", "linked", "derived_from", "aliases", "confidence"],
]);
/** What an approval covers, of rows as well. A link must not cancel it: tenet writes them, too. */
export const APPROVED: ReadonlySet<string> = new Set([
  ...[...DECIDED, ...LEVELS, "at_risk", "rule", "triggers", "check", "context", "alternatives", "domain", "tags"],
  ...["prior_belief", "corrected_to", "behavioral_change", "insight", "evidence", "applications", "content", "key"],
  ...["decision", "result", "lesson", "question", "because", "situation", "action", "rationale"],
  ...["reflexion", "entities", "original", "final", "why"],
]);

const IN_PARTS: ReadonlySet<string> = new Set([...FACTS, "evolution", "check"]);
const PARTS_THAT_STAY: ReadonlySet<string> = new Set([
  ...["at", "by", "tier", "agent", "source", "origin", "session", "with", "score", "found", "answer", "result"],
  ...["state", "how", "verdict", "from", "status", "filled", "people", "in"],
]);

/** Words could be guessed by a hash of them; by two, what was taken over is known again. */
const staysIn = (field: string, part: string): boolean =>
  part === "hash" ? field === "imported" || field === "hub" : IN_PARTS.has(field) && PARTS_THAT_STAY.has(part);

/** Without hashes of texts. */
function mapTexts(value: unknown, field: string, to: (text: string) => string): unknown {
  if (typeof value === "string") return value === "" ? value : to(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => mapTexts(item, field, to));
    return items.filter((item, at) => typeof item !== "string" || items.indexOf(item) === at);
  }
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value).filter(([part]) => part !== "hash" || staysIn(field, part));
  return Object.fromEntries(
    parts.map(([part, item]) => [part, staysIn(field, part) ? item : mapTexts(item, field, to)]),
  );
}

/** Lists hold one of equal texts. */
const mapWords = (entry: Entry, to: (text: string) => string): Entry =>
  Object.fromEntries(
    Object.entries(entry).map(([field, value]) => [field, NO_WORDS.has(field) ? value : mapTexts(value, field, to)]),
  ) as Entry;

/** The entry with every word of its author redacted: record, links and the reason stay. */
export const redactedEntry = (entry: Entry, takenOut: TakenOut): Entry => ({
  ...mapWords(entry, () => REDACTED),
  redacted: defined(takenOut),
});

export function wordsOf(entry: Entry): string[] {
  const texts = new Set<string>();
  mapWords(entry, (text) => {
    texts.add(text);
    return text;
  });
  return [...texts].filter((text) => text !== REDACTED && text !== ERASED);
}

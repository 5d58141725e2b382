/**
 * Finds whose text a new text repeats: one that a person turned down, or one from outside. Called by `repeat.ts` and
 * `persist-record.ts`. Pure.
 */
import { claimOf, type Edit, type Entry, type Tier, templateOf, wordingsOf } from "../../entry/entry.js";
import { isPeoples } from "../../entry/gates/trust.js";
import { isInUse, isSensitive } from "../../entry/gates/visible.js";
import { sameFiles } from "../../entry/holds/holds-in.js";
import { isComparedType, rowOf } from "../../entry/record-types.js";
import { canonicalClaim } from "../../text/canonical.js";

export interface RepeatInput {
  draft: Entry;
  /** By {@link linesOf}. */
  claims: readonly string[];
  /** Entries with one of the claims in equal words, whatever their review or status. */
  sameClaim: readonly Entry[];
}

/** Every text of an entry that may become a line of its own, its claim first. */
export function linesOf(entry: Entry): string[] {
  const { rule } = entry as { rule?: string };
  const next = entry.type === "correction" ? entry.behavioral_change : undefined;
  return [claimOf(entry), rule, next].filter((claim) => claim !== undefined && claim.trim() !== "") as string[];
}

/** Review states in which the same words stay turned down. */
const TURNED_DOWN: ReadonlySet<string | undefined> = new Set(["rejected", "sensitive"]);

/** Whether a person decided against this entry. Repeats that may not lift that are counted on it. */
export function isTurnedDown({ type, status, review }: Pick<Entry, "type" | "status" | "review">): boolean {
  return type !== "outcome" && status !== "superseded" && status !== "forgotten" && TURNED_DOWN.has(review?.state);
}

/**
 * The entry with the same words that a person rejected or called sensitive. Not for an owner's draft; and what was
 * rejected begins anew where any person says it again.
 */
export function findTurnedDown({ draft, claims, sameClaim }: RepeatInput): Entry | undefined {
  if (draft.tier === "owner" || draft.type === "outcome") return undefined;
  const byPerson = isPeoples(draft.tier) && draft.imported === undefined;
  const canonical = canonicalClaim(claims[0] as string);
  const byClaim = isComparedType(draft.type) || draft.type === "question";
  return sameClaim.find((entry) => {
    if (!isTurnedDown(entry) || (byPerson && !isSensitive(entry)) || !saysVerbatim(entry, new Set([canonical])))
      return false;
    return byClaim || entry.type !== draft.type || isSameRecord(entry, draft);
  });
}

/** The details of a record: a text in its canonical form, a list sorted. */
function detailsOf(entry: Entry): unknown[] {
  const fields: Readonly<Record<string, unknown>> = entry;
  return (rowOf(entry.type).details ?? []).map((field) => {
    const value = fields[field] ?? [];
    return typeof value === "string" ? canonicalClaim(value) : [...new Set(value as string[])].sort();
  });
}

/**
 * Whether both are the same record of a type that is not compared: all fields in equal words, for the same readers and
 * files. One action may have many reasons, so the claim alone does not decide.
 */
export function isSameRecord(knownEntry: Entry, draft: Entry): boolean {
  if (knownEntry.type !== draft.type || (knownEntry.scope ?? "project") !== (draft.scope ?? "project")) return false;
  if (!sameFiles(knownEntry, draft)) return false;
  // An edit may be about a single comma.
  if (knownEntry.type === "edit") return EDITED.every((field) => knownEntry[field] === (draft as Edit)[field]);
  const saysSame = (of: (entry: Entry) => string) => canonicalClaim(of(knownEntry)) === canonicalClaim(of(draft));
  return (
    saysSame(claimOf) &&
    saysSame(templateOf) &&
    JSON.stringify(detailsOf(knownEntry)) === JSON.stringify(detailsOf(draft))
  );
}

const EDITED = ["context", "original", "final"] as const;

export function saysVerbatim(entry: Entry, canonical: ReadonlySet<string>): boolean {
  return wordingsOf(entry).some((wording) => canonical.has(canonicalClaim(wording)));
}

/** Whether a text of this tier may count as a repeat of one from outside. A person's never does. */
export function mayRepeat(tier: Tier): boolean {
  return tier === "self" || tier === "peer";
}

/**
 * Entries from outside with the same words: the draft is trusted no more than they are. Empty where a more trusted
 * entry has these words too. Of entries that derive from each other only the first.
 */
export function externalSources({ draft: { tier }, claims, sameClaim }: RepeatInput): Entry[] {
  if (!mayRepeat(tier)) return [];
  const canonical = new Set(claims.map(canonicalClaim));
  const holders = sameClaim.filter((entry) => saysVerbatim(entry, canonical) && !isTurnedDown(entry));
  const isExternal = (entry: Entry) => entry.tier === "external";
  if (holders.some((entry) => !isExternal(entry) && isInUse(entry))) return [];
  const externalById = new Map(holders.filter(isExternal).map((entry) => [entry.id, entry]));
  return [...externalById.values()].filter((entry) => entry.derived_from?.some((id) => externalById.has(id)) !== true);
}

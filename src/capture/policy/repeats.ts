/** What a new text owes to somebody else: what a person turned down, or what came from outside first. Pure. */
import { claimOf, type Edit, type Entry, type Tier, templateOf, wordingsOf } from "../../entry/entry.js";
import { isInUse } from "../../entry/gates/visible.js";
import { sameFiles } from "../../entry/holds/holds-in.js";
import { isComparedType, rowOf } from "../../entry/record-types.js";
import { canonicalClaim } from "../../text/canonical.js";

export interface RepeatInput {
  draft: Entry;
  /** By {@link linesOf}. */
  claims: readonly string[];
  /** Entries that hold one of the claims in the same words, whatever their review or status. */
  sameClaim: readonly Entry[];
}

/** Everything an entry says that may become a line of its own, its claim first. */
export function linesOf(entry: Entry): string[] {
  const { rule } = entry as { rule?: string };
  const next = entry.type === "correction" ? entry.behavioral_change : undefined;
  return [claimOf(entry), rule, next].filter((claim) => claim !== undefined && claim.trim() !== "") as string[];
}

/** A decision of a person about words, that these words do not undo. */
const TURNED_DOWN: ReadonlySet<string | undefined> = new Set(["rejected", "sensitive"]);

/** Did a person decide against this entry? Whoever but an owner says it again is counted there. */
export function isTurnedDown({ type, status, review }: Pick<Entry, "type" | "status" | "review">): boolean {
  return type !== "outcome" && status !== "superseded" && status !== "forgotten" && TURNED_DOWN.has(review?.state);
}

/** The entry that a person rejected or called sensitive, and that says the very same; an owner's words stand alone. */
export function turnedDownBefore({ draft, claims, sameClaim }: RepeatInput): Entry | undefined {
  if (draft.tier === "owner" || draft.type === "outcome") return undefined;
  const said = canonicalClaim(claims[0] as string);
  const byClaim = isComparedType(draft.type) || draft.type === "question";
  return sameClaim.find((entry) => {
    if (!isTurnedDown(entry) || !saysVerbatim(entry, new Set([said]))) return false;
    return byClaim || entry.type !== draft.type || isSameRecord(entry, draft);
  });
}

/** What a record says beside its claim and what finds it: a text by its canonical form, a list by its names. */
function detailsOf(entry: Entry): unknown[] {
  const fields: Readonly<Record<string, unknown>> = entry;
  return (rowOf(entry.type).details ?? []).map((field) => {
    const value = fields[field] ?? [];
    return typeof value === "string" ? canonicalClaim(value) : [...new Set(value as string[])].sort();
  });
}

/**
 * The same record of a type that is compared with nothing: all that it says in the same words, for the same readers and files. One
 * sentence is done, or sent, for many reasons.
 */
export function isSameRecord(known: Entry, draft: Entry): boolean {
  if (known.type !== draft.type || (known.scope ?? "project") !== (draft.scope ?? "project")) return false;
  if (!sameFiles(known, draft)) return false;
  // A comma more is what an edit may be about.
  if (known.type === "edit") return EDITED.every((field) => known[field] === (draft as Edit)[field]);
  const same = (of: (entry: Entry) => string) => canonicalClaim(of(known)) === canonicalClaim(of(draft));
  return same(claimOf) && same(templateOf) && JSON.stringify(detailsOf(known)) === JSON.stringify(detailsOf(draft));
}

const EDITED = ["context", "original", "final"] as const;

export function saysVerbatim(entry: Entry, canonical: ReadonlySet<string>): boolean {
  return wordingsOf(entry).some((wording) => canonical.has(canonicalClaim(wording)));
}

/** May words of this tier be a repeat of what came from outside? A person's stand on their own. */
export function mayRepeat(tier: Tier): boolean {
  return tier === "self" || tier === "peer";
}

/**
 * Entries from outside that say the very same: an agent that repeats them makes them no truer. None where somebody who is
 * trusted more says so too. Of those that derive from each other the first.
 */
export function repeatedFrom({ draft: { tier }, claims, sameClaim }: RepeatInput): Entry[] {
  if (!mayRepeat(tier)) return [];
  const canonical = new Set(claims.map(canonicalClaim));
  const holders = sameClaim.filter((entry) => saysVerbatim(entry, canonical) && !isTurnedDown(entry));
  const isExternal = (entry: Entry) => entry.tier === "external";
  if (holders.some((entry) => !isExternal(entry) && isInUse(entry))) return [];
  const found = new Map(holders.filter(isExternal).map((entry) => [entry.id, entry]));
  return [...found.values()].filter((entry) => entry.derived_from?.some((id) => found.has(id)) !== true);
}

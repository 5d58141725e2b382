/**
 * Finds whose text a new text repeats: one that a person turned down. Called by `repeat.ts` and
 * `persist-record.ts`. Pure.
 */
import { claimOf, type Edit, type Entry, templateOf, wordingsOf } from "../../entry/entry.js";
import { isPeoples } from "../../entry/gates/trust.js";
import { isSensitive } from "../../entry/gates/visible.js";
import { sameFiles } from "../../entry/holds/holds-in.js";
import { isComparedType, rowOf } from "../../entry/record-types.js";
import { canonicalClaim } from "../../text/claims/canonical.js";

export interface RepeatInput {
  draft: Entry;
  /** Entries with its claim in equal words, whatever their review or status. */
  sameClaim: readonly Entry[];
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
export function findTurnedDown({ draft, sameClaim }: RepeatInput): Entry | undefined {
  if (draft.tier === "owner" || draft.type === "outcome") return undefined;
  const byPerson = isPeoples(draft.tier) && draft.imported === undefined;
  const canonical = canonicalClaim(claimOf(draft));
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

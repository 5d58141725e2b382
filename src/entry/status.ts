/** Reviews of entries: who waits for a person from birth, and what an approval covers. */
import { createHash } from "node:crypto";
import type { Profile } from "../settings.js";
import { type Entry, type EntryType, evolutionOf, type Patch, patched, type Tier } from "./entry.js";
import { APPROVED } from "./gates/redaction.js";

/** SHA-256 over the author's fields and the texts of the evolution: an approval binds to it and lapses with it. */
export function contentHash(entry: Entry): string {
  const words = Object.entries(entry).filter(([field, value]) => APPROVED.has(field) && (value ?? "") !== "");
  words.sort(([a], [b]) => (a < b ? -1 : 1));
  const grown = evolutionOf(entry).map(({ text, evidence = "" }) => [text, evidence]);
  return createHash("sha256")
    .update(JSON.stringify([entry.type, words, grown]))
    .digest("hex");
}

export const isWordless = ({ redacted, erased }: Entry): boolean => (redacted ?? erased) !== undefined;

/**
 * The review that counts: of these very words, and of what lost its words. A refusal that names none, by hand, counts; an
 * approval does not.
 */
export function countingReview(entry: Entry): Entry["review"] {
  const { review } = entry;
  const isBound = review?.by !== undefined && review.hash !== undefined;
  const isApproval = review?.state === "approved_for_reuse";
  const counts = isWordless(entry) || (isBound ? review.hash === contentHash(entry) : !isApproval);
  return counts ? review : undefined;
}

/** The review of an entry that tenet itself changes. */
export function renewedReview(entry: Entry, patch: Patch): Patch {
  const { review } = entry;
  if (review?.hash === undefined || countingReview(entry) === undefined) return {};
  return { review: { ...review, hash: contentHash(patched(entry, patch)) } };
}

/** Why an entry waits for a person from birth; undefined: nobody has to look at it. */
export function bornReview(
  mode: Profile["apply_mode"],
  tier: Tier,
  type: EntryType,
): { state: "needs_review"; reason: string } | undefined {
  const waits = (reason: string) => ({ state: "needs_review", reason }) as const;
  if (tier === "external") return waits("It comes from outside, so a person looks at it before it is used.");
  if (tier === "peer" && mode !== "auto")
    return waits("It comes from another agent, so a person looks at it before it is used.");
  if (mode === "curated" && tier !== "owner")
    return waits("In curated mode a person looks at everything but an owner's own words.");
  if (type === "reflexion") return waits("A reflexion is an agent's own judgement, so a person looks at it first.");
  return undefined;
}

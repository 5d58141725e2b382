/**
 * Whether a person stands behind the check of an entry, so that its runs count: an owner said the claim, or a listed
 * person approved the entry. Hits of other approved entries are printed but not recorded.
 */
import type { Context } from "../context.js";
import type { Entry } from "../entry/entry.js";
import { isPersonsWord } from "../entry/gates/attribution.js";
import { countingReview } from "../entry/status.js";

/** An owner said it, or a person approved it in these words. */
const isBacked = (entry: Entry): boolean =>
  entry.tier === "owner" || countingReview(entry)?.state === "approved_for_reuse";

/** Whether the record names a listed person as speaker or approver. */
export function isPersonBehind({ profile }: Pick<Context, "profile">, entry: Entry): boolean {
  const by = entry.tier === "owner" ? entry.source : entry.review?.by;
  return isBacked(entry) && isPersonsWord(profile.people, by);
}

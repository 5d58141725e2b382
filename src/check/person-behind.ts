/**
 * Whether a person stands behind the check of an entry, so that its runs count: an owner said the claim, or a listed
 * person approved the entry. Hits of other approved entries are printed but not recorded.
 */
import type { Context } from "../context.js";
import type { Entry } from "../entry/entry.js";
import { isPersonsWord } from "../entry/gates/attribution.js";
import { approvalVoid, contentHash } from "../entry/status.js";
import { decidesByMerge } from "../store/base/policy/base-state.js";
import type { Store } from "../store/open-store.js";

/** What a person would have let in, as one text: another check, or an approval of other words, is another one. */
function backingOf(entry: Entry): string | undefined {
  if (entry.tier === "owner") return contentHash(entry);
  const { review } = entry;
  if (review?.state !== "approved_for_reuse" || approvalVoid(entry) !== undefined) return undefined;
  return JSON.stringify([review.by, review.at, review.hash]);
}

/** Whether the record names a listed person as speaker or approver. */
function namesPerson({ profile }: Pick<Context, "profile">, entry: Entry): boolean {
  const by = entry.tier === "owner" ? entry.source : entry.review?.by;
  return backingOf(entry) !== undefined && isPersonsWord(profile.people, by);
}

/** Judged by the record, and with a base also by its record there: unmerged approvals do not count. */
export function isPersonBehind(
  ctx: Pick<Context, "profile" | "base">,
  tree: Pick<Store, "inBase">,
  entry: Entry,
): boolean {
  if (!namesPerson(ctx, entry)) return false;
  if (!decidesByMerge(ctx.base)) return true;
  const merged = tree.inBase(entry.id);
  return merged !== undefined && backingOf(merged) === backingOf(entry);
}

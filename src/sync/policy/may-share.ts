/** Which entries may go to a hub at all. */

import type { ReviewState, Stakes } from "../../entry/entry.js";
import { isApproved, isLive } from "../../entry/gates/visible.js";
import { STAKES } from "../../entry/words.js";
import type { Profile } from "../../settings.js";
import { readHubOrigin } from "../../store/hub-origin.js";
import type { Row } from "../../store/open-store.js";

const REVIEWS: Readonly<Record<Exclude<ReviewState, "approved_for_reuse">, string>> = {
  needs_review: "a person is still to look at it",
  rejected: "a person rejected it",
  one_time_exception: "it was an exception for one time",
  sensitive: "a person said that its words are for nobody",
  expired: "nobody approved it in time",
};

/**
 * Why an entry is not shared, as the end of a sentence; undefined when it may go. The entry is judged as it is given: with
 * the review in force, which is not always the one that is written.
 */
export function whyNotShared(entry: Row, share: Profile["sync"]["share"]): string | undefined {
  return neverShared(entry) ?? (isNamed(entry.id, share.ids) ? undefined : notChosen(entry, share));
}

/** What no setting lets go, and nobody by naming it. */
function neverShared(entry: Row): string | undefined {
  const { type, status, review, tier, scope } = entry;
  if (type !== "insight" && type !== "correction" && type !== "memory") return `${type}s are not shared`;
  if (readHubOrigin(entry.origin) !== undefined) return "it came from a hub, and is its writer's to share";
  if (entry.erased !== undefined || entry.redacted !== undefined) return "its words were taken out";
  if (status === "superseded") return "a newer entry took its place";
  if (status === "forgotten") return "it was forgotten";
  if (review !== undefined && !isApproved(entry)) return REVIEWS[review.state as keyof typeof REVIEWS];
  if (!isLive(entry)) return "it no longer counts";
  if (tier === "peer" || tier === "external") return "it is not this workspace's own knowledge";
  if (scope !== undefined && scope !== "project")
    return `its scope is ${scope.split(":")[0]}, and only the project's is shared`;
  if (entry.paths !== undefined) return "it holds for some files of this repository only";
  if (type === "memory" && entry.sensitivity === "private") return "it is private";
  if (type === "memory" && entry.user !== undefined) return "it is about one person";
  return undefined;
}

/** What the profile does not choose. */
function notChosen(entry: Row, share: Profile["sync"]["share"]): string | undefined {
  if (entry.type !== "insight") return `a ${entry.type} is shared only when a person names it`;
  const stakes = entry.stakes ?? "low";
  if (rankOf(stakes) < rankOf(share.min_stakes)) return `its stakes are ${stakes}, below ${share.min_stakes}`;
  return undefined;
}

/** Higher stakes rank higher. */
const rankOf = (stakes: Stakes): number => -STAKES.indexOf(stakes);

/** Ids are typed by people. */
const isNamed = (id: string, ids: readonly string[]): boolean => ids.some((one) => one.trim().toUpperCase() === id);

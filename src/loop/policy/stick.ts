/** Did a correction change behaviour? Chains of repeats are one lesson, carried by the newest of them. */

import type { Stakes } from "../../entry/entry.js";
import { isLive } from "../../entry/gates/visible.js";
import type { Opportunity } from "../../entry/holds/triggers.js";
import { byAge, IRRELEVANT, type Lesson, STICK_DAYS, writtenAt } from "../../entry/lessons.js";
import { daysBetween } from "../../text/durations.js";

export interface StickState {
  /** `open`: its window still runs. */
  verdict: "held" | "failed" | "unknown" | "open";
  /** Set when `held` should now be written on the carrier. */
  settles?: { verdict: "held"; evidence: string; came_up?: string };
}

/** Since when a correction is watched: since it was written, or since it last failed. */
export function watchedSince(carrier: Lesson["carrier"]): string {
  return carrier.stick?.verdict === "failed" ? carrier.stick.at : writtenAt(carrier);
}

/** Before its window has ended only a person can state that it held: a repeat may still come. */
export function isWindowOpen(carrier: Lesson["carrier"], now: Date): boolean {
  return daysBetween(watchedSince(carrier), now) < STICK_DAYS;
}

/**
 * Where a lesson stands. `unknown` is only computed: silence proves nothing. A window is
 * {@link STICK_DAYS} whole days since the carrier was born, or since it last failed.
 */
export function stickStateOf(lesson: Lesson, opportunities: readonly Opportunity[], now: Date): StickState {
  const { carrier } = lesson;
  const verdict = carrier.stick?.verdict;
  if (verdict === "held") return { verdict: "held" };
  const since = watchedSince(carrier);
  if (isWindowOpen(carrier, now)) return { verdict: verdict === "failed" ? "failed" : "open" };
  const ids = new Set(lesson.members.map((member) => member.id));
  const captured = new Set(lesson.members.map((member) => member.session));
  const counts = ({ at, session, answered }: Opportunity) =>
    answered === true ? at >= since : at > since && !captured.has(session);
  const chances = opportunities.filter((one) => ids.has(one.id) && new Date(one.at) <= now && counts(one));
  const [first] = chances;
  if (first !== undefined) {
    const sessions = new Set(chances.map((one) => one.session)).size;
    const evidence = `came up in ${sessions === 1 ? `session ${first.session}` : `${sessions} sessions`} and was not repeated in ${STICK_DAYS} days`;
    const came_up = chances
      .map(({ at }) => at)
      .sort()
      .at(-1) as string;
    return { verdict: "held", settles: { verdict: "held", evidence, came_up } };
  }
  if (verdict === "failed") return { verdict: "failed" };
  // It has not come up since, which proves nothing.
  return { verdict: "unknown" };
}

/** A place where a check saw a lesson broken, and when. */
export interface BrokenPlace {
  id: string;
  at: string;
  place?: string;
}

/** The newest hit of a check that nothing on the carrier speaks of yet. A repeat always counts as failed. */
export function brokenSince<B extends BrokenPlace>(
  { carrier, members }: Lesson,
  hits: readonly B[],
  now: Date,
): (B & { place: string }) | undefined {
  const ids = new Set(members.map(({ id }) => id));
  const lastVerdictAt = carrier.stick?.at ?? "";
  const since = watchedSince(carrier);
  let newest: (B & { place: string }) | undefined;
  for (const hit of hits) {
    const { id, at, place } = hit;
    if (place === undefined || !ids.has(id) || at <= since || at <= lastVerdictAt || new Date(at) > now) continue;
    if (newest === undefined || at > newest.at) newest = { ...hit, place };
  }
  return newest;
}

/** When the lesson last failed, unless it has held since. At the same second the answer `held` came last. */
export function failedSince(lesson: Lesson): string | undefined {
  let failed: string | undefined;
  let heldAt: string | undefined;
  for (const member of lesson.members) {
    if (!isLive(member)) continue;
    const { stick } = member;
    if (stick?.verdict === "failed" && (failed === undefined || stick.at > failed)) failed = stick.at;
    // Only the newest can end what all of them say.
    if (stick?.verdict === "held" && member === lesson.carrier) heldAt = stick.at;
  }
  return failed !== undefined && (heldAt === undefined || heldAt < failed) ? failed : undefined;
}

const WEIGHT: Readonly<Record<Stakes, number>> = { high: 0, medium: 1, low: 2 };

/** The rank of stakes for ordering: high first, none last. */
export function stakesRank(stakes: Stakes | undefined): number {
  return stakes === undefined ? 3 : WEIGHT[stakes];
}

/** Lessons to repeat until they hold or expire: by stakes, then most often repeated, then last to fail. */
export function toReinforce<L extends Lesson>(lessons: readonly L[]): L[] {
  const failing: { lesson: L; failed: string }[] = [];
  for (const lesson of lessons) {
    const failed = lesson.carrier.flags?.includes(IRRELEVANT) === true ? undefined : failedSince(lesson);
    if (failed !== undefined) failing.push({ lesson, failed });
  }
  failing.sort(
    (a, b) =>
      stakesRank(a.lesson.carrier.stakes) - stakesRank(b.lesson.carrier.stakes) ||
      b.lesson.members.length - a.lesson.members.length ||
      (a.failed < b.failed ? 1 : a.failed > b.failed ? -1 : byAge(a.lesson.carrier, b.lesson.carrier)),
  );
  return failing.map(({ lesson }) => lesson);
}

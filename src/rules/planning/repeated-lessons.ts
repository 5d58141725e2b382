/** Chains of corrections that repeat each other, as far as they count as one lesson. Called by the loader of evidence. */

import { compareTiers } from "../../entry/gates/trust.js";
import { isApproved, isLive } from "../../entry/gates/visible.js";
import { repeatedLessons } from "../../entry/lessons.js";
import type { Store } from "../../store/open-store.js";

/** A chain of repeats as far as it counts. */
export interface Lesson {
  members: readonly string[];
  carrier: string;
}

/** Every chain of repeats, by each of its live entries. Only corrections that repeat, or are repeated, are looked at. */
export function lessonsIn(tree: Store): Map<string, Lesson> {
  const lessons = new Map<string, Lesson>();
  for (const { members } of repeatedLessons(tree)) {
    const live = members.filter(isLive);
    const approved = live.filter(isApproved);
    // Strangers' repeats neither word an agent's lesson nor hold it back.
    const trusted = approved.filter(({ tier }) => compareTiers(tier, "self") >= 0);
    const counting = [trusted, approved].find(({ length }) => length > 0) ?? live;
    const carrier = counting.reduce((best, one) => (compareTiers(one.tier, best.tier) >= 0 ? one : best));
    const lesson = { members: counting.map(({ id }) => id), carrier: carrier.id };
    for (const { id } of live) lessons.set(id, lesson);
  }
  return lessons;
}

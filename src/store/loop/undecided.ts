/** Which lessons an open pair keeps from `held`. Asked by upkeep, by answers and by outcomes before they write it. */

import { knownStick, type Lesson } from "../../entry/lessons.js";
import { type Blocker, type BlockingTime, blockersByEntry } from "../../entry/near/blocking.js";
import { openPairs } from "../../entry/near/pairs.js";
import type { EntryMeta, Store } from "../open-store.js";

/**
 * Of lessons that would hold now those that may not, by carrier, with the entry beside which each is undecided: while two
 * that are near may contradict each other, neither has proved itself. Lines that people wrote keep nothing from `held`.
 */
export function undecidedAmong(
  tree: Pick<Store, "head" | "withAny">,
  lessons: readonly Lesson<EntryMeta>[],
  when: BlockingTime,
): Map<string, string> {
  const blockers = lessons.length === 0 ? NONE : blockersByEntry(openPairs(tree), when);
  if (blockers.size === 0) return new Map();
  const holding = new Set(lessons.flatMap(({ members }) => members.map(({ id }) => id)));
  const wouldBeRule = (other: EntryMeta) =>
    other.status === "promoted" || knownStick(other)?.verdict === "held" || holding.has(other.id);
  return new Map(
    lessons.flatMap(({ carrier, members }): [string, string][] => {
      const own = new Set(members.map(({ id }) => id));
      const keeps = ({ other, betweenRules }: Blocker<EntryMeta>) =>
        !own.has(other.id) && (!betweenRules || wouldBeRule(other));
      const blocker = [...own].flatMap((id) => blockers.get(id)?.find(keeps) ?? [])[0];
      return blocker === undefined ? [] : [[carrier.id, blocker.other.id]];
    }),
  );
}

const NONE: ReadonlyMap<string, Blocker<EntryMeta>[]> = new Map();

/**
 * Compares facts with one key in the project and for a user. A capture replaces only within one scope, so both may be
 * live. Pure.
 */

import { contactOf } from "../../entry/gates/contact-scope.js";
import type { Bound } from "../../entry/holds-in.js";

/** The fields of a memory that decide; entry metadata has them all. */
export interface KeyedFact extends Bound {
  /** Absent: `project`. */
  scope?: string | undefined;
  key?: string | undefined;
  /** The hash of its canonical claim. */
  claim: string;
}

const sorted = ({ paths = [] }: Bound): string => JSON.stringify([...paths].sort());
/** The same files, in whatever order they are named. */
export const sameFiles = (a: Bound, b: Bound): boolean => sorted(a) === sorted(b);

const isUsers = ({ scope }: KeyedFact): boolean => scope === "user";
const isProjects = (fact: KeyedFact): boolean =>
  !isUsers(fact) && fact.scope !== "conversation" && contactOf(fact) === undefined;

/** Whether one is the user's and one the project's value for a key, with different claims. Symmetric. */
export function differInOneSlot(a: KeyedFact, b: KeyedFact): boolean {
  if (a.key === undefined || a.key !== b.key || a.claim === b.claim || !sameFiles(a, b)) return false;
  return (isUsers(a) && isProjects(b)) || (isProjects(a) && isUsers(b));
}

/** Moves a project's fact before the user's fact that differs from it; the rest keeps its order. */
export function projectFirst<T>(facts: readonly T[], factOf: (one: T) => KeyedFact | undefined): T[] {
  const ordered = [...facts];
  for (const one of facts) {
    const users = factOf(one);
    if (users?.key === undefined || !isUsers(users)) continue;
    const lastRival = ordered.findLastIndex((other) => {
      const fact = factOf(other);
      return fact !== undefined && differInOneSlot(users, fact);
    });
    const at = ordered.indexOf(one);
    if (lastRival > at) ordered.splice(lastRival, 0, ...ordered.splice(at, 1));
  }
  return ordered;
}

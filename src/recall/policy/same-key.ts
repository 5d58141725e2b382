/** Facts of one key, the project's and a user's. A capture replaces within one scope alone, so that both may be live. */

import { contactOf } from "../../entry/gates/contact-scope.js";
import { type Bound, sameFiles } from "../../entry/holds/holds-in.js";

/** A memory as it is looked at here; the metadata of an entry has all of it. */
export interface KeyedFact extends Bound {
  /** Absent: `project`. */
  scope?: string | undefined;
  key?: string | undefined;
  /** Hashes of its canonical claims; the first is that of the claim it is known by. */
  claims: readonly string[];
}

const isUsers = ({ scope }: KeyedFact): boolean => scope === "user";
const isProjects = (fact: KeyedFact): boolean =>
  !isUsers(fact) && fact.scope !== "conversation" && contactOf(fact) === undefined;

/** One key is one slot: does the user's memory have another value in it than the project's, whichever is named first? */
export function differInOneSlot(a: KeyedFact, b: KeyedFact): boolean {
  if (a.key === undefined || a.key !== b.key || a.claims[0] === b.claims[0] || !sameFiles(a, b)) return false;
  return (isUsers(a) && isProjects(b)) || (isProjects(a) && isUsers(b));
}

/** The project's fact before the user's that differs in its slot; nothing else changes its place. */
export function projectFirst<T>(facts: readonly T[], factOf: (one: T) => KeyedFact | undefined): T[] {
  const ordered = [...facts];
  for (const one of facts) {
    const users = factOf(one);
    if (users?.key === undefined || !isUsers(users)) continue;
    const last = ordered.findLastIndex((other) => {
      const fact = factOf(other);
      return fact !== undefined && differInOneSlot(users, fact);
    });
    const at = ordered.indexOf(one);
    if (last > at) ordered.splice(last, 0, ...ordered.splice(at, 1));
  }
  return ordered;
}

/** Closings: how a question to an owner ended. They are checked as pins and approvals are. */
import type { Entry, Question } from "../entry.js";
import { contentHash } from "../status.js";

type Closing = NonNullable<Question["closed"]>;

/**
 * Why a closing does not count: it names no words, or the question has other words than those; undefined when it counts,
 * or when there is none. The question is open then.
 */
export function closingVoid(entry: Entry): "forged" | "outdated" | undefined {
  if (entry.type !== "question" || entry.closed === undefined) return undefined;
  if (entry.redacted !== undefined || entry.erased !== undefined) return undefined;
  const { hash } = entry.closed;
  if (hash === undefined) return "forged";
  return hash === contentHash(entry) ? undefined : "outdated";
}

/** The closing that counts. */
export function closingInForce(entry: Question): Closing | undefined {
  return closingVoid(entry) === undefined ? entry.closed : undefined;
}

/** The closing of a question as it stands. */
export function closingOf(question: Question, how: Pick<Closing, "at" | "by" | "how" | "reason">): Closing {
  return { ...how, hash: contentHash(question) };
}

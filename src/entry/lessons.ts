/**
 * Chains, which are one entry for whoever reads them, and which of them are asked how they turned out. Used by the loop, the
 * rules, the report and contexts. Pure.
 */
import type { EntryType, ReviewState, Stakes, Status } from "./entry.js";
import { isApproved, isLive, type Standing } from "./gates/visible.js";

/** The moment from which an entry's age counts: an import is as old as its import. */
export function bornAt(entry: { timestamp: string; imported?: { at: string } | undefined }): string {
  return entry.imported?.at ?? entry.timestamp;
}

/** Order of entries by time, those of one second by id. */
export const byAge = (a: { id: string; timestamp: string }, b: { id: string; timestamp: string }): number =>
  a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : a.id < b.id ? -1 : 1;

/** Who speaks for a chain: the first of its members that may; else the newest live one. `members`: oldest first. */
export function carrierOf<E extends Standing & { voice?: number | undefined }>(members: readonly E[]): E | undefined {
  const speakers = members.filter(({ voice }) => voice !== undefined);
  return speakers.sort((a, b) => (a.voice ?? 0) - (b.voice ?? 0))[0] ?? members.findLast((one) => isLive(one));
}

export interface QuestionDays {
  /** Ages in days at which the entry's outcome is asked for. */
  days: readonly number[];
}

/** A rule is not asked about from this age on. */
export const SILENT_DAYS = 21;

/** What is little at stake is asked about once. */
const LOW_STAKES_DAYS = [7];

/** The ages in days at which an entry's outcome is asked for. */
export function questionDays(
  entry: { stakes?: Stakes | undefined; status: Status },
  limits: QuestionDays,
): readonly number[] {
  const days = entry.stakes === "low" ? LOW_STAKES_DAYS : limits.days;
  return entry.status === "promoted" ? days.filter((day) => day < SILENT_DAYS) : days;
}

/**
 * Whether the outcome of an entry that may be judged is asked for until it is known: not of people's own lines, where nothing
 * is at stake, and of what may not be retrieved.
 */
export const isAskedAbout = (entry: {
  type: EntryType;
  stakes?: Stakes | undefined;
  review?: { state: ReviewState } | undefined;
  imported?: { people?: true | undefined } | undefined;
}): boolean =>
  entry.imported?.people !== true && !(entry.type === "decision" && entry.stakes === undefined) && isApproved(entry);

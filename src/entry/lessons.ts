/** Order and age of entries, and which of them are asked how they turned out. Pure. */
import type { EntryType, ReviewState, Stakes, Status } from "./entry.js";
import { isApproved } from "./gates/visible.js";

/** The moment from which an entry's age counts: an import is as old as its import. */
export function bornAt(entry: { timestamp: string; imported?: { at: string } | undefined }): string {
  return entry.imported?.at ?? entry.timestamp;
}

/** Order of entries by time, those of one second by id. */
export const byAge = (a: { id: string; timestamp: string }, b: { id: string; timestamp: string }): number =>
  a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : a.id < b.id ? -1 : 1;

/** What is little at stake is asked about once. */
const LOW_STAKES_DAYS = [7];

/** The ages in days at which an entry's outcome is asked for. */
export const questionDays = (
  { stakes }: { stakes?: Stakes | undefined },
  { days }: { days: readonly number[] },
): readonly number[] => (stakes === "low" ? LOW_STAKES_DAYS : days);

/** Not of rules in force, of people's own lines, where nothing is at stake, and of what may not be retrieved. */
export const isAskedAbout = (entry: {
  type: EntryType;
  status: Status;
  stakes?: Stakes | undefined;
  review?: { state: ReviewState } | undefined;
  imported?: { people?: true | undefined } | undefined;
}): boolean =>
  entry.status !== "promoted" &&
  entry.imported?.people !== true &&
  !(entry.type === "decision" && entry.stakes === undefined) &&
  isApproved(entry);

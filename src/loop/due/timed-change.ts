/** What upkeep writes down, checked again under the lock before it is made. */
export type TimedChange =
  /** A trigger of a correction came up in a session. */
  | { does: "came up"; id: string; at: string; session: string }
  /** A check found a correction broken. */
  | { does: "fail"; id: string; at: string; place: string }
  /** The last question about an entry was printed. */
  | { does: "inconclusive"; id: string };

/** One plain sentence in the past tense, where it is worth one. */
export function summaryOf(change: TimedChange): string | undefined {
  if (change.does === "fail") return `${change.id} failed: tenet check found it broken in ${change.place}`;
  return change.does === "inconclusive" ? `${change.id} is inconclusive: nobody answered` : undefined;
}

/** What a pair is answered with, and what comes of it. */
import type { PairAnswer } from "../../entry/entry.js";
import type { Profile } from "../../settings.js";
import type { Place } from "../../store/change/change.js";
import type { Row } from "../../store/open-store.js";
import type { PeoplesLine } from "../../store/records/peoples-lines.js";

/** A side of a pair, as it is named: an entry, or a line that people wrote. */
export type Side = Row | PeoplesLine;

/** Both sides as they stood before the answer. */
export interface PairAnswering {
  /** The side that holds, or that is the exception. The order is without meaning for `same` and `unrelated`. */
  first: Side;
  second: Side;
  answer: PairAnswer | "open";
  mode: Profile["apply_mode"];
  reason?: string | undefined;
}

/** The result of an answer. `proposed`: it takes effect once a person with enough trust repeats it. */
export interface PairAnswered extends Place {
  decision: "same" | "replaced" | "exception" | "unrelated" | "proposed" | "reopened";
  /** The entry that bears the row, and the other side. */
  id: string;
  other: string;
  says: string;
}

export const isLine = (side: Side): side is PeoplesLine => "ref" in side;
export const nameOf = (side: Side): string => (isLine(side) ? side.ref : side.id);

/** Do drafts need less editing? The share that people change of what an agent wrote, now and before. */
import type { Edit, Entry } from "../../entry/entry.js";
import type { Period } from "../../recall/policy/period.js";
import { isIn } from "../../recall/policy/period.js";
import { DAY_MS } from "../../text/durations.js";
import type { History } from "../history.js";
import type { Editing, Figure } from "../report-schemas.js";
import { median, rounded } from "./figure.js";

/** The default period: the last thirty days, compared with the thirty before. */
const USUAL_MS = 30 * DAY_MS;

/** Texts that an agent wrote for a person who read them; a changed line of a rule file is none. */
function isDraft(entry: Entry): entry is Edit {
  if (entry.type !== "edit" || entry.target !== undefined) return false;
  return entry.original !== undefined && entry.context !== undefined;
}

export function editingOf({ entries, now }: History, { since, until }: Period): Editing {
  const end = until ?? now;
  const start = since ?? new Date(end.getTime() - USUAL_MS);
  const before = new Date(2 * start.getTime() - end.getTime());
  const drafts = entries.filter(isDraft);
  const of = (period: Period): Figure =>
    median(
      drafts.flatMap(({ id, ratio, timestamp }) => (isIn(period, timestamp, now) ? [{ id, value: ratio }] : [])),
      "ratio",
    );
  const [current, earlier] = [of({ since: start, until }), of({ since: before, until: start })];
  const isKnown = current.value !== null && earlier.value !== null && earlier.value > 0;
  const less = isKnown ? rounded(1 - (current.value as number) / (earlier.value as number)) : null;
  return { now: current, before: earlier, less };
}

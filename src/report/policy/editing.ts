/** Do drafts need less editing? The share that people change of what an agent wrote, now and before. */
import type { Edit, Entry } from "../../entry/entry.js";
import { isIn, type Period } from "../../recall/policy/period.js";
import { DAY_MS, stamp } from "../../text/durations.js";
import type { History } from "../history.js";
import type { Figure, Report } from "../report-schemas.js";
import { median } from "./figure.js";

/** The default period: the last thirty days, beside the thirty before. */
const USUAL_MS = 30 * DAY_MS;

/** Texts that an agent wrote for a person who read them; a changed line of a rule file is none. */
function isDraft(entry: Entry): entry is Edit {
  if (entry.type !== "edit" || entry.target !== undefined) return false;
  return entry.original !== undefined && entry.context !== undefined;
}

export function editingOf({ entries, now }: History, { since }: Period): Report["editing"] {
  const start = since ?? new Date(now.getTime() - USUAL_MS);
  const before = new Date(2 * start.getTime() - now.getTime());
  const drafts = entries.filter(isDraft);
  const of = (period: Period): Figure =>
    median(
      drafts.flatMap(({ id, ratio, timestamp }) => (isIn(period, timestamp, now) ? [{ id, value: ratio }] : [])),
      "ratio",
    );
  const [current, earlier] = [of({ since: start }), of({ since: before, until: start })];
  return {
    now: current,
    before: earlier,
    from: stamp(start),
    before_from: stamp(before),
  };
}

/** Do drafts need less editing? The share that people change of what an agent wrote, now and before. */

import { editDistance } from "../../capture/edit-distance.js";
import type { Row } from "../../store/cache/row.js";
import { DAY_MS, stamp } from "../../text/durations.js";
import type { History } from "../history.js";
import type { Figure, Report } from "../report-schemas.js";
import { median } from "./figure.js";
import { isIn, type Period } from "./period.js";

/** The default period: the last thirty days, beside the thirty before. */
const USUAL_MS = 30 * DAY_MS;

/** Texts that an agent wrote for a person who read them; a changed line of a rule file is none. */
const isDraft = ({ type, target, original, context }: Row): boolean =>
  type === "edit" && target === undefined && original !== undefined && context !== undefined;

export function editingOf({ entries, now }: History, { since }: Period): Report["editing"] {
  const start = since ?? new Date(now.getTime() - USUAL_MS);
  const before = new Date(2 * start.getTime() - now.getTime());
  const drafts = entries.filter(isDraft);
  const of = (period: Period): Figure =>
    median(
      drafts
        .filter(({ timestamp }) => isIn(period, timestamp, now))
        .map(({ id, original, final }) => ({ id, value: editDistance(original, final).ratio })),
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

/** The share of offers that teach nothing: without risk, known already, or the same in other words. */

import { instantFinder, isIn, type Period } from "../../recall/policy/period.js";
import type { GateLine, History } from "../history.js";
import type { Report } from "../report-schemas.js";
import { isInsight, markOf, mergedInto, mergedItems } from "./evolution.js";
import { share } from "./figure.js";

/**
 * Insights only: corrections are always kept, and imports were never offered. An offer counts once, also when it became
 * an entry and was folded into another.
 */
export function noiseOf(history: History, period: Period): Report["noise"] {
  const { entries, byId, gate, now, timezone } = history;
  const insights = entries.filter(isInsight).filter(({ imported }) => imported === undefined);
  const stored = insights.filter(({ timestamp }) => isIn(period, timestamp, now)).map(({ id }) => id);
  const merged = mergedItems(history);
  const items = insights
    .filter((entry) => mergedInto(entry, byId) === undefined)
    .flatMap(({ id, evolution = [] }) =>
      evolution.flatMap((item) =>
        isIn(period, item.at, now) && !merged.has(markOf(item)) ? [{ id, restated: item.restated === true }] : [],
      ),
    );
  const instantOf = instantFinder(timezone);
  const lines = gate.filter(({ day, time }) => isIn(period, instantOf(day, time), now));
  const [restated, evolved] = [items.filter((one) => one.restated), items.filter((one) => !one.restated)];
  const ofKind = (kind: GateLine["kind"]) => lines.filter((line) => line.kind === kind).length;
  return {
    share: share(
      [
        ...lines.map(({ id, day }) => (id !== undefined && byId.has(id) ? id : `log:${day}`)),
        ...restated.map(({ id }) => id),
      ],
      [...stored, ...evolved.map(({ id }) => id)],
    ),
    logged: ofKind("logged"),
    skipped: ofKind("skipped"),
    restated: restated.length,
    evolved: evolved.length,
    stored: stored.length,
  };
}

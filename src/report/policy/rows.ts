/** The leading figures of each agent, each domain, or each week. */

import type { Row as Entry } from "../../store/cache/row.js";
import { DAY_MS } from "../../text/durations.js";
import { grouped } from "../../text/grouped.js";
import type { By, History } from "../history.js";
import type { Row } from "../report-schemas.js";
import { lagOf } from "./across-agents.js";
import type { Chain } from "./answers.js";
import { judgementsOf, wrongAmong } from "./calibration.js";
import { type OfAll, ofAll } from "./of-all.js";
import { answeredAndScored } from "./outcome-loop.js";
import { domainOf, instantAt, isIn, NO_DOMAIN, type Period } from "./period.js";
import { heldAndRepeated, lessonsBy } from "./retention.js";
import { weeksOf } from "./weeks.js";

const DAYS_OF_WEEK = 7;

/**
 * Largest first; weeks by time. An entry is its agent's and its domain's, a claim that another agent came to is that
 * agent's and the claim's domain's; in a week counts what happened in it.
 */
export function rowsOf(history: History, period: Period, by: By, all: OfAll = ofAll(history, period)): Row[] {
  if (by === "week") return weeksOf(history, period).map(({ week }) => weekRow(history, period, week, all));
  const keyOf = by === "agent" ? (entry: Entry) => entry.agent : (entry: Entry) => domainOf(entry, history.byId);
  // Other entries decide whether one repeats, is asked about or went wrong: computed over all, then filtered.
  const lessons = lessonsBy(history, keyOf);
  const old = grouped(all.old, keyOf);
  const judgedByKey = grouped(all.judged, ({ entry }) => keyOf(entry));
  const promoted = grouped(all.promoted, ({ entry }) => keyOf(entry));
  const arrived = grouped(
    all.arrivals,
    by === "agent" ? ({ second }) => second : ({ id }) => keyIn(history, id, keyOf),
  );
  const rows = Array.from(grouped(history.entries, keyOf), ([key, entries]) =>
    rowOf(key, { ...history, entries }, period, {
      lessons: lessons.get(key) ?? [],
      old: old.get(key) ?? [],
      judged: judgedByKey.get(key) ?? [],
      arrivals: arrived.get(key) ?? [],
      promoted: promoted.get(key) ?? [],
    }),
  );
  return rows.filter(({ entries }) => entries > 0).sort((a, b) => b.entries - a.entries || (a.key < b.key ? -1 : 1));
}

function keyIn({ byId }: History, id: string, keyOf: (entry: Entry) => string): string {
  const entry = byId.get(id);
  return entry === undefined ? NO_DOMAIN : keyOf(entry);
}

function weekRow(history: History, period: Period, week: string, { arrivals, promoted }: OfAll): Row {
  const monday = startOf(week, history.timezone);
  const next = new Date(Date.parse(`${week}T00:00:00Z`) + DAYS_OF_WEEK * DAY_MS).toISOString().slice(0, 10);
  const since = new Date(Math.max(monday.getTime(), period.since?.getTime() ?? 0));
  const within = { since, until: startOf(next, history.timezone) };
  return rowOf(week, history, within, {
    judged: judgementsOf(history, within),
    arrivals: arrivals.filter(({ again_at }) => isIn(within, again_at, history.now)),
    promoted,
  });
}

const startOf = (day: string, timezone: string): Date => new Date(instantAt(day, "00:00", timezone));

/** What of a row depends on entries of others; absent: all of the history. */
interface Part extends Omit<OfAll, "old"> {
  old?: OfAll["old"];
  lessons?: readonly Chain[];
}

function rowOf(key: string, history: History, period: Period, part: Part): Row {
  const { entries, now } = history;
  const own = entries.filter(({ timestamp }) => isIn(period, timestamp, now));
  const of = (type: Entry["type"]) => own.filter((entry) => entry.type === type).length;
  const { share: retention, repeats } = heldAndRepeated(history, period, part.lessons);
  const { answered, score } = answeredAndScored(history, period, part.old);
  return {
    key,
    entries: own.length,
    corrections: of("correction"),
    insights: of("insight"),
    outcomes: of("outcome"),
    retention,
    repeats,
    answered,
    score,
    wrong: wrongAmong(part.judged),
    lag: lagOf(part.arrivals),
    promoted: part.promoted.filter(({ at }) => isIn(period, at, now)).length,
  };
}

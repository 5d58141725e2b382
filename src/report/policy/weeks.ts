/** What happened week by week. */
import { isLearning } from "../../entry/entry.js";
import type { Row } from "../../store/cache/row.js";
import { DAY_MS } from "../../text/durations.js";
import { grouped } from "../../text/grouped.js";
import type { History } from "../history.js";
import type { Week } from "../report-schemas.js";
import { answersIn, type Chain, chainsOf } from "./answers.js";
import { isOutcome, scoreOf } from "./outcome-loop.js";
import { isIn, type Period, weekOf } from "./period.js";
import { promotedIn } from "./promotion.js";

/** A year and a day: more are not read in a row. */
const MOST = 53;
const WEEK_MS = 7 * DAY_MS;

/** Something that a week counts, and the entry it happened to. */
interface Happening {
  at: string;
  what: Exclude<keyof Week, "week" | "score">;
  entry: Row;
}

/**
 * From the first week with anything up to the running one, silent ones included; at most the last 53. With a period from
 * the week in which it begins, if anything is older. None where the period has nothing.
 */
export function weeksOf(history: History, period: Period): Week[] {
  const { now, timezone } = history;
  const weekAt = (at: string) => weekOf(at, timezone);
  const promoted = promotedIn(history).map(({ entry, at }): Happening => ({ at, what: "promoted", entry }));
  const events = [...history.entries.flatMap(eventsOf), ...chainsOf(history.entries).flatMap(lessonEvents), ...promoted]
    .filter(({ at }) => isIn({}, at, now))
    .map((event) => ({ ...event, week: weekAt(event.at) }));
  const byWeek = grouped(
    events.filter(({ at }) => isIn(period, at, now)),
    ({ week }) => week,
  );
  if (byWeek.size === 0) return [];
  const since = period.since === undefined ? "" : weekAt(period.since.toISOString());
  const last = weekAt(now.toISOString());
  const first = events.reduce((least, { week }) => (week < least ? week : least), last);
  return weeksBetween(first > since ? first : since, last).map((week) => countedIn(week, byWeek.get(week) ?? []));
}

function eventsOf(entry: Row): Happening[] {
  const { timestamp: at, verdict } = entry;
  if (isOutcome(entry)) return [{ at, what: "outcomes", entry }, ...(verdict ? [{ at, what: verdict, entry }] : [])];
  return isLearning(entry) ? [{ at, what: `${entry.type}s`, entry }] : [];
}

/** What happened to one lesson: it was said again, it held or failed. */
function lessonEvents(chain: Chain): Happening[] {
  const [, ...again] = chain;
  const answers = answersIn(chain).flatMap(({ word, at, row }): Happening[] =>
    word === "not repeated" ? [] : [{ at, what: word, entry: row }],
  );
  return [...again.map((entry): Happening => ({ at: entry.timestamp, what: "repeats", entry })), ...answers];
}

function weeksBetween(first: string, last: string): string[] {
  const count = Math.min(MOST, Math.round((Date.parse(last) - Date.parse(first)) / WEEK_MS) + 1);
  const back = Array.from({ length: count }, (_, at) => count - 1 - at);
  return back.map((weeks) => new Date(Date.parse(last) - weeks * WEEK_MS).toISOString().slice(0, 10));
}

function countedIn(week: string, events: readonly Happening[]): Week {
  const many = (wanted: Happening["what"]) => events.filter(({ what }) => what === wanted).length;
  const outcomes = events.flatMap(({ what, entry }) => (what === "outcomes" && isOutcome(entry) ? entry : []));
  return {
    week,
    corrections: many("corrections"),
    insights: many("insights"),
    outcomes: outcomes.length,
    held: many("held"),
    failed: many("failed"),
    repeats: many("repeats"),
    validated: many("validated"),
    mixed: many("mixed"),
    invalidated: many("invalidated"),
    inconclusive: many("inconclusive"),
    score: scoreOf(outcomes).value,
    promoted: many("promoted"),
  };
}

/** What happened week by week. */
import { type Entry, isLearning } from "../../entry/entry.js";
import type { Period } from "../../recall/policy/period.js";
import { isIn, weekFinder } from "../../recall/policy/period.js";
import { DAY_MS } from "../../text/durations.js";
import type { History } from "../history.js";
import type { Week } from "../report-schemas.js";
import { rounded } from "./figure.js";
import { isOutcome } from "./outcome-loop.js";
import { promotedIn } from "./promotion.js";
import { isCorrection } from "./retention.js";

/** A year and a day: more are not read in a row. */
const MOST = 53;
const WEEK_MS = 7 * DAY_MS;

type Counting = Omit<Week, "score"> & { scores: number[] };

/** From the first week with anything to the last, those without anything between them included; at most the last 53. */
export function weeksOf(history: History, period: Period): Week[] {
  const weeks = new Map<string, Counting>();
  const weekAt = weekFinder(history.timezone);
  const at = (moment: string): Counting | undefined => {
    if (!isIn(period, moment, history.now)) return undefined;
    const week = weekAt(moment);
    const counting = weeks.get(week) ?? emptyWeek(week);
    weeks.set(week, counting);
    return counting;
  };
  for (const entry of history.entries) countEntry(entry, at);
  for (const { at: moment } of promotedIn(history)) add(at(moment), "promoted");
  return rowsOf(weeks);
}

type Counted = { [K in keyof Counting]: Counting[K] extends number ? K : never }[keyof Counting];

function add(week: Counting | undefined, counter: Counted): void {
  if (week !== undefined) week[counter]++;
}

function countEntry(entry: Entry, at: (moment: string) => Counting | undefined): void {
  if (!isLearning(entry) && !isOutcome(entry)) return;
  const own = at(entry.timestamp);
  add(own, `${entry.type}s`);
  if (isCorrection(entry)) {
    if (entry.recurrence_of !== undefined) add(own, "repeats");
    const { stick } = entry;
    if (stick !== undefined && stick.verdict !== "unknown") add(at(stick.at), stick.verdict);
  }
  if (!isOutcome(entry)) return;
  add(own, entry.verdict);
  if (entry.score !== undefined) own?.scores.push(entry.score);
}

const emptyWeek = (week: string): Counting => ({
  week,
  corrections: 0,
  insights: 0,
  outcomes: 0,
  held: 0,
  failed: 0,
  repeats: 0,
  validated: 0,
  mixed: 0,
  invalidated: 0,
  inconclusive: 0,
  scores: [],
  promoted: 0,
});

function rowsOf(weeks: ReadonlyMap<string, Counting>): Week[] {
  const names = [...weeks.keys()].sort();
  const [first, last] = [names[0], names.at(-1)];
  if (first === undefined || last === undefined) return [];
  const from = Math.max(Date.parse(first), Date.parse(last) - (MOST - 1) * WEEK_MS);
  const rows: Week[] = [];
  for (let moment = from; moment <= Date.parse(last); moment += WEEK_MS) {
    const name = new Date(moment).toISOString().slice(0, 10);
    const { scores, ...counts } = weeks.get(name) ?? emptyWeek(name);
    const sum = scores.reduce((total, score) => total + score, 0);
    rows.push({ ...counts, score: scores.length === 0 ? null : rounded(sum / scores.length) });
  }
  return rows;
}

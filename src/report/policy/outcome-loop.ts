/** Does it come back how things turned out? */
import { type Entry, isJudged, type Judged, type Outcome, type Verdict } from "../../entry/entry.js";
import { isLive } from "../../entry/gates/visible.js";
import { bornAt, IRRELEVANT, isAskedAbout, knownStick, questionDays, repeatedLessons } from "../../entry/lessons.js";
import { isIn, type Period } from "../../recall/policy/period.js";
import { DAY_MS } from "../../text/durations.js";
import type { History } from "../history.js";
import type { Report } from "../report-schemas.js";
import { idOf, mean, shareOf } from "./figure.js";
import { grouped } from "./grouped.js";

export const isOutcome = (entry: Entry): entry is Outcome => entry.type === "outcome";

/** How many came out how. */
export function verdictsOf(outcomes: readonly Pick<Outcome, "verdict">[]): Record<Verdict, number> {
  const counts = { validated: 0, mixed: 0, invalidated: 0, inconclusive: 0 };
  for (const { verdict } of outcomes) counts[verdict]++;
  return counts;
}

/** The mean of the scores that some outcomes state. */
export const scoreOf = (outcomes: readonly Outcome[]) =>
  mean(
    outcomes.flatMap(({ id, score }) => (score === undefined ? [] : [{ id, value: score }])),
    "of 10",
  );

/** Outcomes by each entry that they judge. */
export function outcomesById(outcomes: readonly Outcome[]): ReadonlyMap<string, Outcome[]> {
  const judging = outcomes.flatMap((outcome) => outcome.references.map((id) => ({ id, outcome })));
  return new Map([...grouped(judging, idOf)].map(([id, all]) => [id, all.map(({ outcome }) => outcome)]));
}

const outcomesIn = ({ entries, now }: History, period: Period): Outcome[] =>
  entries.filter(isOutcome).filter(({ timestamp }) => isIn(period, timestamp, now));

/** What leads of it, for rows of many. */
export function answeredAndScored(
  history: History,
  period: Period,
  old: readonly Judged[] = ofAge(history, period),
): Pick<Report["outcome_loop"], "answered" | "score"> {
  return { answered: answeredOf(old), score: scoreOf(outcomesIn(history, period)) };
}

export function outcomeLoopOf(
  history: History,
  period: Period,
  old: readonly Judged[] = ofAge(history, period),
): Report["outcome_loop"] {
  const outcomes = outcomesIn(history, period);
  return {
    answered: answeredOf(old),
    outcomes: outcomes.length,
    ...verdictsOf(outcomes),
    score: scoreOf(outcomes),
  };
}

/** Whether the result is known: an outcome, `held` or `failed`, or a note that it no longer matters. */
function isAnswered(entry: Judged): boolean {
  const { outcome, outcome_date, outcome_note, flags } = entry;
  const isKnown = outcome !== undefined || outcome_date !== undefined || outcome_note !== undefined;
  return isKnown || knownStick(entry) !== undefined || flags?.includes(IRRELEVANT) === true;
}

const answeredOf = (entries: readonly Judged[]) => shareOf(entries, isAnswered, idOf);

/** Entries whose first question fell due within the period; of a chain of repeats only the one that is asked about. */
export function ofAge({ entries, byId, now, days }: History, period: Period): Judged[] {
  const repeats = entries.filter(({ recurrence_of }) => recurrence_of !== undefined);
  const lessons = repeatedLessons<Entry>({ head: (id) => byId.get(id), withAny: () => repeats });
  const carried = new Set(
    lessons.flatMap(({ carrier, members }) => members.flatMap((one) => (one === carrier ? [] : one.id))),
  );
  return entries.filter(isJudged).filter((entry) => {
    if (!isLive(entry) || carried.has(entry.id) || !isAskedAbout(entry)) return false;
    const [first] = questionDays(entry, days);
    if (first === undefined) return false;
    return isIn(period, new Date(Date.parse(bornAt(entry)) + first * DAY_MS).toISOString(), now);
  });
}

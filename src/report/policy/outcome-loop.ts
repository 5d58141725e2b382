/** Does it come back how things turned out? */
import type { Verdict } from "../../entry/entry.js";
import { isLive } from "../../entry/gates/visible.js";
import { isAskedAbout, questionDays } from "../../entry/lessons.js";
import { isJudgedType } from "../../entry/record-types.js";
import type { Row } from "../../store/cache/row.js";
import { DAY_MS } from "../../text/durations.js";
import { grouped } from "../../text/grouped.js";
import type { History } from "../history.js";
import type { Report } from "../report-schemas.js";
import { idOf, mean, shareOf } from "./figure.js";
import { isIn, type Period } from "./period.js";

export const isOutcome = ({ type }: Pick<Row, "type">): boolean => type === "outcome";

/** How many came out how. */
export function verdictsOf(outcomes: readonly Pick<Row, "verdict">[]): Record<Verdict, number> {
  const counts = { validated: 0, mixed: 0, invalidated: 0, inconclusive: 0 };
  for (const { verdict } of outcomes) if (verdict !== undefined) counts[verdict]++;
  return counts;
}

/** The mean of the scores that some outcomes state. */
export const scoreOf = (outcomes: readonly Row[]) =>
  mean(
    outcomes.flatMap(({ id, score }) => (score === undefined ? [] : [{ id, value: score }])),
    "of 10",
  );

/** Outcomes by each entry that they judge. */
export function outcomesById(outcomes: readonly Row[]): ReadonlyMap<string, Row[]> {
  const judging = outcomes.flatMap((outcome) => (outcome.references ?? []).map((id) => ({ id, outcome })));
  return new Map([...grouped(judging, idOf)].map(([id, all]) => [id, all.map(({ outcome }) => outcome)]));
}

const outcomesIn = ({ entries, now }: History, period: Period): Row[] =>
  entries.filter(isOutcome).filter(({ timestamp }) => isIn(period, timestamp, now));

/** What leads of it, for rows of many. */
export function answeredAndScored(
  history: History,
  period: Period,
  old: readonly Row[] = ofAge(history, period),
): Pick<Report["outcome_loop"], "answered" | "score"> {
  return { answered: answeredOf(old), score: scoreOf(outcomesIn(history, period)) };
}

export function outcomeLoopOf(
  history: History,
  period: Period,
  old: readonly Row[] = ofAge(history, period),
): Report["outcome_loop"] {
  const outcomes = outcomesIn(history, period);
  return {
    answered: answeredOf(old),
    outcomes: outcomes.length,
    ...verdictsOf(outcomes),
    score: scoreOf(outcomes),
  };
}

/** Whether the result is known: an outcome, or whether it was kept. */
const isAnswered = ({ judged, kept }: Row): boolean => judged !== undefined || kept !== undefined;

const answeredOf = (entries: readonly Row[]) => shareOf(entries, isAnswered, idOf);

/** Of a chain one counts: who speaks for it, of one that an outcome ended the first. */
const isCountedOfChain = ({ id, chain, voice, invalidated }: Row): boolean =>
  invalidated === "ends" ? id === chain : voice === 1;

/** Entries whose first question fell due within the period. */
export function ofAge({ entries, now, days }: History, period: Period): Row[] {
  return entries.filter((entry) => {
    const { status, review } = entry;
    // What became a rule by its answer is asked about no more.
    const isMeant = isJudgedType(entry.type) && (isAskedAbout(entry) || isAnswered(entry));
    if (!isMeant || !isCountedOfChain(entry) || !isLive({ status, review })) return false;
    const [first] = questionDays(entry, days);
    if (first === undefined) return false;
    return isIn(period, new Date(Date.parse(entry.born) + first * DAY_MS).toISOString(), now);
  });
}

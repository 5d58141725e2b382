/** Did behaviour change? Corrections that held among those with an answer, and how long until one is said again. */
import { bornAt } from "../../entry/lessons.js";
import { STICK_DAYS } from "../../entry/standing/standing.js";
import type { Row } from "../../store/cache/row.js";
import { daysBetween } from "../../text/durations.js";
import { grouped } from "../../text/grouped.js";
import type { History } from "../history.js";
import type { Figure, Report } from "../report-schemas.js";
import { answersIn, type Chain, chainsOf } from "./answers.js";
import { idOf, mean, share, type Valued } from "./figure.js";
import { isIn, type Period } from "./period.js";

type Answer = "held" | "failed" | "not_repeated" | "unknown" | "open";

interface Answered {
  id: string;
  answer: Answer;
}

/** Not said again for so long, a lesson is kept. */
const KEPT_DAYS = 30;

/** One lesson: the day of its first repeat, or the day until which it is known that there was none. */
interface Watched {
  id: string;
  days: number;
  repeated: boolean;
}

/** What is known of each correction: an answer counts by its date, the newest saying without one by when it was written. */
function answersOf({ now }: History, period: Period, chain: Chain): Answered[] {
  const known = answersIn(chain);
  const answers = known.flatMap(({ row: { id }, word, at }): Answered[] =>
    isIn(period, at, now) ? [{ id, answer: word === "not repeated" ? "not_repeated" : word }] : [],
  );
  const newest = chain.at(-1) as Row;
  if (known.some(({ row }) => row === newest) || !isIn(period, bornAt(newest), now)) return answers;
  return [...answers, { id: newest.id, answer: daysBetween(bornAt(newest), now) < STICK_DAYS ? "open" : "unknown" }];
}

/** Superseded ones included: what they taught held or failed before something took their place. */
const answeredIn = (history: History, period: Period): Answered[] =>
  lessonsIn(history).flatMap((chain) => answersOf(history, period, chain));

const lessonsIn = ({ entries }: History): Chain[] => chainsOf(entries);

/** What leads of it, for rows of many. */
export function heldAndRepeated(
  history: History,
  period: Period,
  lessons: readonly Chain[] = lessonsIn(history),
): Pick<Report["retention"], "share" | "repeats"> {
  return { share: shareOf(answeredIn(history, period)), repeats: repeatsIn(lessons, history, period) };
}

/** Chains by who said anything of them, each with the repeats of that one: what two agents said is a repeat of the second. */
export function lessonsBy(history: History, keyOf: (entry: Row) => string): ReadonlyMap<string, Chain[]> {
  const lessons = new Map<string, Chain[]>();
  for (const [first, ...repeats] of lessonsIn(history)) {
    const own = grouped(repeats, keyOf);
    for (const key of new Set([keyOf(first), ...own.keys()])) {
      const ofKey = lessons.get(key) ?? [];
      ofKey.push([first, ...(own.get(key) ?? [])]);
      lessons.set(key, ofKey);
    }
  }
  return lessons;
}

export function retentionOf(history: History, period: Period): Report["retention"] {
  const answers = answeredIn(history, period);
  const lessons = lessonsIn(history);
  const begun = lessons.filter(([first]) => isIn(period, bornAt(first), history.now));
  return {
    share: shareOf(answers),
    ...countsOf(answers),
    entries: { unknown: idsOf(answers, "unknown"), open: idsOf(answers, "open") },
    repeats: repeatsIn(lessons, history, period),
    kept_30_days: keptOf(begun.map((chain) => watchedOf(history, chain))),
  };
}

/** A lesson can be repeated in every period that ends after it was first said. */
const isKnown = ({ now }: History, { until = now }: Period, first: Row): boolean =>
  Date.parse(first.timestamp) <= Math.min(until.getTime(), now.getTime());

const repeatsIn = (lessons: readonly Chain[], history: History, period: Period) =>
  mean(
    lessons.filter(([first]) => isKnown(history, period, first)).map((chain) => repeatsOf(history, period, chain)),
    "repeats",
  );

function repeatsOf({ now }: History, period: Period, [first, ...repeats]: Chain): Valued {
  return { id: first.id, value: repeats.filter(({ timestamp }) => isIn(period, timestamp, now)).length };
}

const idsOf = (answers: readonly Answered[], wantedAnswer: Answer): string[] =>
  answers.flatMap(({ id, answer }) => (answer === wantedAnswer ? id : []));

const shareOf = (answered: readonly Answered[]) => share(idsOf(answered, "held"), idsOf(answered, "failed"));

function countsOf(answers: readonly Answered[]): Record<Answer, number> {
  const counts = { held: 0, failed: 0, not_repeated: 0, unknown: 0, open: 0 };
  for (const { answer } of answers) counts[answer]++;
  return counts;
}

/** Counted are those of which it is known how they stood that day: repeated by then, or watched for so long. */
function keptOf(watched: readonly Watched[]): Figure {
  const repeated = watched.filter((one) => one.repeated && one.days <= KEPT_DAYS);
  const kept = watched.filter(
    ({ days, repeated: isRepeated }) => days > KEPT_DAYS || (!isRepeated && days === KEPT_DAYS),
  );
  return share(kept.map(idOf), repeated.map(idOf));
}

/**
 * Days from the writing of a lesson to its first repeat; without one until now, or until it was replaced. Repeats from
 * before the writing, as in an import, do not count: no memory could have prevented them.
 */
function watchedOf({ now, byId }: History, [first, ...repeats]: Chain): Watched {
  const since = bornAt(first);
  const again = repeats.find(({ timestamp }) => Date.parse(timestamp) >= Date.parse(since) && isIn({}, timestamp, now));
  const successor = byId.get(first.superseded_by ?? "");
  const end = again?.timestamp ?? (successor === undefined ? undefined : bornAt(successor));
  const until = end === undefined ? now.getTime() : Math.min(Date.parse(end), now.getTime());
  return { id: first.id, days: Math.max(0, daysBetween(since, new Date(until))), repeated: again !== undefined };
}

/** Did behaviour change? Corrections that held among those with an answer, and how long until one is said again. */
import type { Correction, Entry } from "../../entry/entry.js";
import { chainsOf, knownStick, STICK_DAYS, writtenAt } from "../../entry/lessons.js";
import { isIn, type Period } from "../../recall/policy/period.js";
import { daysBetween } from "../../text/durations.js";
import type { History } from "../history.js";
import type { Figure, Report } from "../report-schemas.js";
import { idOf, mean, share, type Valued } from "./figure.js";
import { grouped } from "./grouped.js";

type Answer = "held" | "failed" | "unknown" | "open";

interface Answered {
  entry: Correction;
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

export const isCorrection = (entry: Entry): entry is Correction => entry.type === "correction";

/** What is known of one correction: an answer counts by its date, one without by when it was written. */
export function answerOf({ now }: Pick<History, "now">, period: Period, entry: Correction) {
  const knownAnswer = knownStick(entry);
  if (knownAnswer !== undefined) return isIn(period, knownAnswer.at, now) ? knownAnswer.verdict : undefined;
  const since = writtenAt(entry);
  if (!isIn(period, since, now)) return undefined;
  return daysBetween(since, now) < STICK_DAYS ? "open" : "unknown";
}

/** The first correction of a lesson, and what repeated it. */
export type Lesson = readonly [Correction, ...Correction[]];

/** Superseded ones included: what they taught held or failed before something took their place. */
const answersIn = (history: History, period: Period): Answered[] =>
  history.entries.filter(isCorrection).flatMap((entry): Answered[] => {
    const answer = answerOf(history, period, entry);
    return answer === undefined ? [] : [{ entry, answer }];
  });

const lessonsIn = ({ entries }: History): Lesson[] => chainsOf(entries) as [Correction, ...Correction[]][];

/** What leads of it, for rows of many. */
export function heldAndRepeated(
  history: History,
  period: Period,
  lessons: readonly Lesson[] = lessonsIn(history),
): Pick<Report["retention"], "share" | "repeats"> {
  return { share: shareOf(answersIn(history, period)), repeats: repeatsIn(lessons, history, period) };
}

/** Lessons by who said anything of them, each with the repeats of that one: what two agents said is a repeat of the second. */
export function lessonsBy(history: History, keyOf: (entry: Entry) => string): ReadonlyMap<string, Lesson[]> {
  const lessons = new Map<string, Lesson[]>();
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
  const answers = answersIn(history, period);
  const lessons = lessonsIn(history);
  const begun = lessons.filter(([first]) => isIn(period, writtenAt(first), history.now));
  return {
    share: shareOf(answers),
    ...countsOf(answers),
    entries: { unknown: idsOf(answers, "unknown"), open: idsOf(answers, "open") },
    repeats: repeatsIn(lessons, history, period),
    kept_30_days: keptOf(begun.map((chain) => watchedOf(history, chain))),
  };
}

/** A lesson can be repeated in every period that ends after it was first said. */
const isKnown = ({ now }: History, { until = now }: Period, first: Correction): boolean =>
  Date.parse(first.timestamp) <= Math.min(until.getTime(), now.getTime());

const repeatsIn = (lessons: readonly Lesson[], history: History, period: Period) =>
  mean(
    lessons.filter(([first]) => isKnown(history, period, first)).map((chain) => repeatsOf(history, period, chain)),
    "repeats",
  );

function repeatsOf({ now }: History, period: Period, [first, ...repeats]: Lesson): Valued {
  return { id: first.id, value: repeats.filter(({ timestamp }) => isIn(period, timestamp, now)).length };
}

const idsOf = (answers: readonly Answered[], wantedAnswer: Answer): string[] =>
  answers.flatMap(({ entry, answer }) => (answer === wantedAnswer ? entry.id : []));

const shareOf = (answered: readonly Answered[]) => share(idsOf(answered, "held"), idsOf(answered, "failed"));

function countsOf(answers: readonly Answered[]): Record<Answer, number> {
  const counts = { held: 0, failed: 0, unknown: 0, open: 0 };
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
function watchedOf({ now, byId }: History, [first, ...repeats]: readonly [Correction, ...Correction[]]): Watched {
  const since = writtenAt(first);
  const again = repeats.find(({ timestamp }) => Date.parse(timestamp) >= Date.parse(since) && isIn({}, timestamp, now));
  const successor = byId.get(first.superseded_by ?? "");
  const end = again?.timestamp ?? (successor === undefined ? undefined : writtenAt(successor));
  const until = end === undefined ? now.getTime() : Math.min(Date.parse(end), now.getTime());
  return { id: first.id, days: Math.max(0, daysBetween(since, new Date(until))), repeated: again !== undefined };
}

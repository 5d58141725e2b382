/** Did behaviour change? Corrections that held among those with an answer, and how long until one is said again. */
import type { Correction, Entry } from "../../entry/entry.js";
import { chainsOf, knownStick, writtenAt } from "../../entry/lessons.js";
import { isIn, type Period } from "../../recall/policy/period.js";
import { ageInDays, daysBetween } from "../../text/durations.js";
import { bySize, grouped } from "../../text/grouped.js";
import type { History } from "../history.js";
import type { Report } from "../report-schemas.js";
import { mean, share, type Valued } from "./figure.js";
import { survivalOf, type Watched } from "./survival.js";

type Answer = "held" | "failed" | "unknown" | "open";

interface Answered {
  entry: Correction;
  answer: Answer;
}

/** The days after which the kept share is reported. */
const KEPT_DAYS = [7, 30, 90] as const;

export const isCorrection = (entry: Entry): entry is Correction => entry.type === "correction";

/** What is known of one correction: an answer counts by its date, one without by when it was written. */
export function answerOf({ now, stick }: Pick<History, "now" | "stick">, period: Period, entry: Correction) {
  const knownAnswer = knownStick(entry);
  if (knownAnswer !== undefined) return isIn(period, knownAnswer.at, now) ? knownAnswer.verdict : undefined;
  const since = writtenAt(entry);
  if (!isIn(period, since, now)) return undefined;
  return daysBetween(since, now) < stick.window_days ? "open" : "unknown";
}

const AGES = [
  [7, "under 7 days"],
  [30, "7 to 30 days"],
  [90, "30 to 90 days"],
  [Number.POSITIVE_INFINITY, "over 90 days"],
] as const;

const ageOf = (entry: Correction, now: Date): string =>
  AGES.find(([below]) => ageInDays(writtenAt(entry), now) < below)?.[1] ?? "";

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
  const watched = begun.map((chain) => watchedOf(history, chain));
  const survival = survivalOf(watched);
  const repeated = watched.filter((one) => one.repeated).length;
  return {
    share: shareOf(answers),
    ...countsOf(answers),
    entries: { unknown: idsOf(answers, "unknown"), open: idsOf(answers, "open") },
    by_source: keyedBy(answers, ({ source }) => source ?? "self"),
    by_stakes: keyedBy(answers, ({ stakes }) => stakes, ["high", "medium", "low"]),
    by_age: keyedBy(
      answers,
      (entry) => ageOf(entry, history.now),
      AGES.map(([, name]) => name),
    ),
    repeats: repeatsIn(lessons, history, period),
    first_repeat: {
      n: watched.length,
      repeated,
      censored: watched.length - repeated,
      median_days: survival.median,
      kept: KEPT_DAYS.map((day) => ({ day, figure: survival.keptAfter(day) })),
    },
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

/** One row a key; in the order given, else the largest first. */
function keyedBy(answers: readonly Answered[], keyOf: (entry: Correction) => string, order?: readonly string[]) {
  const groups = grouped(answers, ({ entry }) => keyOf(entry));
  const keys = order ?? bySize(groups).map(([key]) => key);
  return keys.flatMap((key) => {
    const own = groups.get(key);
    return own === undefined ? [] : [{ key, ...countsOf(own), share: shareOf(own) }];
  });
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

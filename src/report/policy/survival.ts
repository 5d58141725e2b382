/** How long lessons last until they are repeated: the kept share by day, with incomplete observation. */
import type { Figure } from "../report-schemas.js";
import { LEAST, rounded, share, wilson, Z } from "./figure.js";

/** One lesson: the day of its first repeat, or the day until which it is known that there was none. */
export interface Watched {
  id: string;
  days: number;
  repeated: boolean;
}

/** What is kept after a day with a repeat, and its band. */
interface Step {
  day: number;
  kept: number;
  low: number;
  high: number;
}

/** How many were still watched on a day, and how many of them were repeated. */
interface RepeatDay {
  day: number;
  at_risk: number;
  repeated: number;
}

export interface Survival {
  /** The first day by which half were repeated; null where that has not come, or is known of fewer than five. */
  median: number | null;
  /** The share that is kept after so many days. */
  keptAfter(day: number): Figure;
}

/** A product of fractions that is a half by hand may be a hair above it. */
const HALF = 0.5 + 1e-9;

/**
 * Kaplan and Meier's estimate (1958): at each repeat what is kept falls by the share of those still watched that day. A
 * lesson that is no longer watched from the day of a repeat on was watched that day.
 */
export function survivalOf(watched: readonly Watched[]): Survival {
  const steps = stepsOf(watched);
  const half = steps.find(({ kept }) => kept <= HALF);
  return {
    median: half === undefined ? null : rounded(half.day),
    keptAfter: (day) => keptAfter(watched, steps, day),
  };
}

function stepsOf(watched: readonly Watched[]): Step[] {
  const steps: Step[] = [];
  let [kept, greenwood, highest, repeatedBefore] = [1, 0, 1, 0];
  for (const { day, at_risk, repeated } of repeatsByDay(watched)) {
    if (at_risk + repeatedBefore < LEAST) break;
    repeatedBefore += repeated;
    kept *= 1 - repeated / at_risk;
    greenwood += repeated / (at_risk * (at_risk - repeated));
    const [low, high] = at_risk === repeated ? bandOfNone(at_risk, highest) : bandOf(kept, greenwood);
    steps.push({ day, kept, low, high });
    highest = high;
  }
  return steps;
}

/** Each day with a repeat, in order, with all that were still watched that day. */
function repeatsByDay(watched: readonly Watched[]): RepeatDay[] {
  const days: RepeatDay[] = [];
  const sorted = [...watched].sort((a, b) => a.days - b.days);
  let first = 0;
  for (const [at, { days: day, repeated }] of sorted.entries()) {
    if (sorted[first]?.days !== day) first = at;
    if (!repeated) continue;
    const lastDay = days.at(-1);
    if (lastDay?.day === day) lastDay.repeated++;
    else days.push({ day, at_risk: sorted.length - first, repeated: 1 });
  }
  return days;
}

/** The band of Greenwood's variance on the log-log scale: it keeps within 0 and 1 (Kalbfleisch and Prentice 1980). */
function bandOf(keptShare: number, variance: number): [low: number, high: number] {
  const reach = (Z * Math.sqrt(variance)) / Math.abs(Math.log(keptShare));
  return [keptShare ** Math.exp(reach), keptShare ** Math.exp(-reach)];
}

/** Nothing is kept, where Greenwood's variance has no value: not above Wilson's bound of those last watched, nor the band before. */
const bandOfNone = (at_risk: number, highest: number): [low: number, high: number] => [
  0,
  Math.min(highest, wilson(0, at_risk)[1]),
];

/**
 * Counted are those of which it is known how they stood that day: repeated by then, or watched for so long. Until the
 * first repeat all is kept, which Greenwood's band would take for certain: it is bounded as the share that it is then.
 * Of a day that comes after all that was watched nothing is known, unless nothing was kept.
 */
function keptAfter(watched: readonly Watched[], steps: readonly Step[], day: number): Figure {
  const repeatedBy = watched.filter((one) => one.repeated && one.days <= day);
  const watchedOn = watched.filter((one) => one.days > day || (!one.repeated && one.days === day));
  if (watchedOn.length === 0 && repeatedBy.length < watched.length) return share([], []);
  const counted = share(
    watchedOn.map(({ id }) => id),
    repeatedBy.map(({ id }) => id),
  );
  const step = steps.findLast((one) => one.day <= day);
  if (counted.value === null || step === undefined) return counted;
  return { ...counted, value: rounded(step.kept), low: rounded(step.low), high: rounded(step.high) };
}

/** How long lessons last until they are repeated: the kept share by day, with incomplete observation. */
import type { Figure, SurvivalStep } from "../report-schemas.js";
import { LEAST, rounded, share, wilson, Z } from "./figure.js";

/** One lesson: the day of its first repeat, or the day until which it is known that there was none. */
export interface Watched {
  id: string;
  days: number;
  repeated: boolean;
}

export interface Survival {
  /** A step for each day with a repeat. */
  curve: SurvivalStep[];
  /** The first day by which half were repeated; null where that has not come, or below five lessons. */
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
    curve: steps.map(inThreeDecimals),
    median: watched.length < LEAST || half === undefined ? null : rounded(half.day),
    keptAfter: (day) => keptAfter(watched, steps, day),
  };
}

const inThreeDecimals = ({ day, at_risk, repeated, kept, low, high }: SurvivalStep): SurvivalStep => ({
  day: rounded(day),
  at_risk,
  repeated,
  kept: rounded(kept),
  low: rounded(low),
  high: rounded(high),
});

function stepsOf(watched: readonly Watched[]): SurvivalStep[] {
  const steps: SurvivalStep[] = [];
  let [kept, greenwood, highest] = [1, 0, 1];
  for (const { day, at_risk, repeated } of repeatsByDay(watched)) {
    kept *= 1 - repeated / at_risk;
    greenwood += repeated / (at_risk * (at_risk - repeated));
    const [low, high] = at_risk === repeated ? bandOfNone(at_risk, highest) : bandOf(kept, greenwood);
    steps.push({ day, at_risk, repeated, kept, low, high });
    highest = high;
  }
  return steps;
}

/** Each day with a repeat, in order, with all that were still watched that day. */
function repeatsByDay(watched: readonly Watched[]): Pick<SurvivalStep, "day" | "at_risk" | "repeated">[] {
  const days: Pick<SurvivalStep, "day" | "at_risk" | "repeated">[] = [];
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
function keptAfter(watched: readonly Watched[], steps: readonly SurvivalStep[], day: number): Figure {
  const repeatedBy = watched.filter((one) => one.repeated && one.days <= day);
  const watchedOn = watched.filter((one) => one.days > day || (!one.repeated && one.days === day));
  if (watchedOn.length === 0 && repeatedBy.length < watched.length) return share([], []);
  const numbers = { numerator: watchedOn.length, denominator: repeatedBy.length + watchedOn.length };
  const n = numbers.denominator;
  const [low, high] = wilson(n, n);
  const { kept, ...step } = steps.findLast((one) => one.day <= day) ?? { kept: 1, low, high };
  return {
    kind: "share",
    value: n < LEAST ? null : rounded(kept),
    ...numbers,
    n,
    ...(n < LEAST ? {} : { low: rounded(step.low), high: rounded(step.high) }),
    entries: watchedOn.map(({ id }) => id),
    others: repeatedBy.map(({ id }) => id),
  };
}

/** Figures with what they are made of: shares with their interval, means and medians, and none below five. */
import type { Figure } from "../report-schemas.js";

/** Fewer give no figure: the interval of a share of four spans more than half of the range. */
export const LEAST = 5;

/** Of the normal distribution, for 95 %. */
export const Z = 1.959964;

/** Three decimals: more than any n here supports. */
export const rounded = (value: number): number => Math.round(value * 1000) / 1000;

const bounds = (n: number, low: number, high: number) => (n < LEAST ? {} : { low: rounded(low), high: rounded(high) });

/** Wilson's interval of a share (Wilson 1927): it keeps within 0 and 1, and is right for few and for extremes. */
export function wilson(count: number, n: number): [low: number, high: number] {
  if (n === 0) return [0, 1];
  const p = count / n;
  const scale = 1 + Z ** 2 / n;
  const middle = (p + Z ** 2 / (2 * n)) / scale;
  const half = (Z / scale) * Math.sqrt((p * (1 - p)) / n + Z ** 2 / (4 * n ** 2));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** A share. Ids may repeat: events are counted, and one entry may have several. */
export function share(entries: readonly string[], otherEntries: readonly string[]): Figure {
  const n = entries.length + otherEntries.length;
  return {
    kind: "share",
    value: n < LEAST ? null : rounded(entries.length / n),
    numerator: entries.length,
    denominator: n,
    n,
    ...bounds(n, ...wilson(entries.length, n)),
    entries: [...entries],
    others: [...otherEntries],
  };
}

export const idOf = ({ id }: { id: string }): string => id;

/** The share of some things, each by the entry it is of. */
export function shareOf<T>(
  things: readonly T[],
  isCounted: (thing: T) => boolean,
  ofEntry: (thing: T) => string,
): Figure {
  const ids = (counted: boolean) => things.filter((thing) => isCounted(thing) === counted).map(ofEntry);
  return share(ids(true), ids(false));
}

/** A value, and the entry it comes from. */
export interface Valued {
  id: string;
  value: number;
}

/** The mean of values. */
export function mean(values: readonly Valued[], unit: NonNullable<Figure["unit"]>): Figure {
  const n = values.length;
  const sum = values.reduce((total, { value }) => total + value, 0);
  return {
    kind: "mean",
    value: n < LEAST ? null : rounded(sum / n),
    numerator: rounded(sum),
    denominator: n,
    n,
    unit,
    entries: values.map(({ id }) => id),
  };
}

/** The middle of sorted values; of an even number the mean of the two. */
export function middleOf(sorted: readonly number[]): number {
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2;
}

/** The median of values. */
export function median(values: readonly Valued[], unit: NonNullable<Figure["unit"]>): Figure {
  const n = values.length;
  const sorted = values.map(({ value }) => value).sort((a, b) => a - b);
  return {
    kind: "median",
    value: n < LEAST ? null : rounded(middleOf(sorted)),
    n,
    unit,
    entries: values.map(({ id }) => id),
  };
}

/** A figure that only this machine can give. */
export const local = (figure: Figure): Figure => ({ ...figure, local: true });

/** How agents came to the same claims, in numbers. */
import type { Claim } from "../store/sync/policy/convergence.js";
import type { ConvergenceCounts } from "./sync-schemas.js";

/** Below so many lags a median is no figure. */
const FEW = 5;

export function convergenceCounts(claims: readonly Claim[]): ConvergenceCounts {
  const later = claims.flatMap(({ arrivals }) => arrivals.slice(1));
  const lags = later.map(({ lag_days }) => lag_days).sort((a, b) => a - b);
  const within = (from: number, to: number) => lags.filter((lag) => lag > from && lag <= to).length;
  return {
    claims: claims.length,
    learned: later.filter(({ how }) => how === "learned").length,
    independent: later.filter(({ how }) => how === "independent").length,
    lag_days: {
      n: lags.length,
      median: lags.length < FEW ? null : medianOf(lags),
      same_day: within(Number.NEGATIVE_INFINITY, 1),
      week: within(1, 7),
      month: within(7, 30),
      later: within(30, Number.POSITIVE_INFINITY),
    },
  };
}

/** Of numbers in order; of two in the middle their mean. */
function medianOf(sorted: readonly number[]): number {
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1] ?? 0, sorted[Math.floor(middle)] ?? 0];
  return Math.round(((low + high) / 2) * 10) / 10;
}

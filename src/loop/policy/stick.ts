/** Which corrections did not stick and are brought to mind, and in which order. */
import type { Stakes } from "../../entry/entry.js";
import { byAge } from "../../entry/lessons.js";
import type { Row } from "../../store/cache/row.js";

const WEIGHT: Readonly<Record<Stakes, number>> = { high: 0, medium: 1, low: 2 };

/** The rank of stakes for ordering: high first, none last. */
export function stakesRank(stakes: Stakes | undefined): number {
  return stakes === undefined ? 3 : WEIGHT[stakes];
}

/** Since when a correction is watched: since it was said, or since it last failed. */
export const watchedSince = ({ stuck, timestamp }: Pick<Row, "stuck" | "timestamp">): string =>
  stuck?.since ?? timestamp;

const failedAt = ({ stuck }: Row): number => Date.parse(stuck?.failed ?? "");

/** Corrections to repeat until they hold: by stakes, then most often said, then last to fail. */
export const toReinforce = (failed: readonly Row[]): Row[] =>
  [...failed].sort(
    (a, b) =>
      stakesRank(a.stakes) - stakesRank(b.stakes) || b.repeats - a.repeats || failedAt(b) - failedAt(a) || byAge(a, b),
  );

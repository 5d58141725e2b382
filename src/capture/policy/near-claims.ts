/** Chooses the known claims about which a new one is asked. Called by `compare.ts`. Pure. */

import type { Near } from "../../entry/entry.js";
import type { NearCuts } from "../../settings.js";

/** A known claim with its distances to a new one. */
export interface Comparable {
  id: string;
  /** Cosine of the two claims; absent without a model, and where one of the two is outside its letters. */
  claim?: number | undefined;
  /** Cosine to the prior belief of a correction. */
  prior?: number | undefined;
  /** `lex` of the two claims, from 0 to 1; called only where there is no cosine. */
  lex(): number;
}

/** A claim that is asked about. */
export interface NearClaim extends Required<Pick<Near, "found" | "score">> {
  id: string;
}

/** Two decimals: more would differ between processors. */
const rounded = (value: number): number => Math.round(value * 100) / 100;

const by =
  <T>(of: (one: T) => number | undefined) =>
  (a: T, b: T) =>
    (of(b) ?? -1) - (of(a) ?? -1);

/**
 * The nearest claim from `claim` on, the second from `second` on, and the nearest to the prior belief from `second` on: at
 * most three. By words alone, where nothing else can be compared: the nearest from `lexical` on.
 */
export function nearClaims(comparables: readonly Comparable[], cuts: NearCuts): NearClaim[] {
  const [first, second] = comparables.filter(({ claim }) => claim !== undefined).sort(by(({ claim }) => claim));
  const [refuted] = comparables.filter(({ prior }) => prior !== undefined).sort(by(({ prior }) => prior));
  const claims = new Map<string, NearClaim>();
  if (refuted?.prior !== undefined && refuted.prior >= cuts.second) {
    const score = rounded(Math.max(refuted.prior, refuted.claim ?? 0));
    claims.set(refuted.id, { id: refuted.id, score, found: "prior" });
  }
  for (const [one, cut] of [
    [first, cuts.claim],
    [second, cuts.second],
  ] as const) {
    if (one?.claim === undefined || one.claim < cut || claims.has(one.id)) continue;
    claims.set(one.id, { id: one.id, score: rounded(one.claim), found: "claim" });
  }
  const [byWords] = comparables
    .filter(({ claim }) => claim === undefined)
    .map(({ id, lex }) => ({ id, score: rounded(lex()) }))
    .sort(by(({ score }) => score));
  if (byWords !== undefined && byWords.score >= cuts.lexical && !claims.has(byWords.id) && claims.size < 3) {
    claims.set(byWords.id, { ...byWords, found: "words" });
  }
  return [...claims.values()];
}

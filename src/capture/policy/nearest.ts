/** Chooses known texts that may answer a question. Called by `persist-question.ts`. Pure. */
import type { NearCuts } from "../../settings.js";

/** A known text with its distance to the question: by meaning where that could be compared, else by words. */
export interface KnownText {
  /** Absent for a passage of a file. */
  id?: string | undefined;
  file: string;
  line: number;
  text: string;
  /** Cosine to the question; absent without a model, and where one of the two is outside its letters. */
  claim?: number | undefined;
  /** `lex` of both texts, from 0 to 1; counts only where there is no cosine. */
  lexical?: number | undefined;
}

/** More of them are a page to read, and no answer. */
export const MOST_SHOWN = 3;

/** The distance in multiples of the cut of its measure. */
function nearnessOf({ claim, lexical = 0 }: KnownText, cuts: Pick<NearCuts, "claim" | "lexical">): number {
  return claim === undefined ? lexical / cuts.lexical : claim / cuts.claim;
}

/**
 * The nearest three, the nearest first, however far they are: a question in other words is farther from its answer than a
 * claim from its repeat. `mayAnswer`: the first is so near that nothing is asked before the caller has read it.
 */
export function nearestTexts<T extends KnownText>(
  knownTexts: readonly T[],
  cuts: Pick<NearCuts, "claim" | "lexical">,
): { texts: T[]; mayAnswer: boolean } {
  const nearest = knownTexts
    .map((one) => ({ one, nearness: nearnessOf(one, cuts) }))
    .filter(({ nearness }) => nearness > 0)
    .sort((a, b) => b.nearness - a.nearness)
    .slice(0, MOST_SHOWN);
  return { texts: nearest.map(({ one }) => one), mayAnswer: (nearest[0]?.nearness ?? 0) >= 1 };
}

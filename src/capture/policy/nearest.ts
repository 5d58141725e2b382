/** Which known texts may answer a question that is about to be asked. Pure: likeness finds, whoever asks judges. */
import type { NearCuts } from "../../config.js";

/** Something known beside a question, with how near it is: by meaning where that could be compared, else by its words. */
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

/** How near it is, in multiples of the cut of its measure. */
function nearness({ claim, lexical = 0 }: KnownText, cuts: Pick<NearCuts, "claim" | "lexical">): number {
  return claim === undefined ? lexical / cuts.lexical : claim / cuts.claim;
}

/** The nearest three, the nearest first. */
export function nearestTexts<T extends KnownText>(known: readonly T[], cuts: Pick<NearCuts, "claim" | "lexical">): T[] {
  return known
    .map((one) => ({ one, far: nearness(one, cuts) }))
    .filter(({ far }) => far >= 1)
    .sort((a, b) => b.far - a.far)
    .slice(0, MOST_SHOWN)
    .map(({ one }) => one);
}

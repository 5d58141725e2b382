/** Which learnings are worth a line beside what a person just asked. Wrong ones cost attention: precision before recall. */
import type { Cuts } from "../../search/near-cuts.js";

/** How near an entry is to the prompt. */
export interface Nearness {
  /** Absent where nothing was compared by meaning. */
  cosine?: number | undefined;
  /** Different words that both hold. */
  words: number;
  /** Lexical similarity of both texts, 0 to 1. */
  lex: number;
}

/** More lines than these are not read. */
export const MOST_FITTING = 3;

/**
 * By words alone: tried with 36 prompts against 68 imported learnings of ten workspaces, everyday requests that have
 * nothing to do with an entry stay below .25, or share one word.
 */
const LEX_FITS = 0.3;
const WORDS_ALONE = 2;
/** Beside a cosine above the link cut. In the same trial the nearest unrelated entries had .45 and one word. */
const WORDS_BESIDE = 3;

/** With a model an entry fits by the cosine of a claim question and one shared word, or by that of a link and three. */
export function fits({ cosine, words, lex }: Nearness, cuts: Cuts | undefined): boolean {
  if (cosine === undefined || cuts === undefined) return words >= WORDS_ALONE && lex >= LEX_FITS;
  return (cosine >= cuts.claim && words >= 1) || (cosine >= cuts.link && words >= WORDS_BESIDE);
}

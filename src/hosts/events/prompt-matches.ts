/** Which learnings are worth a line beside what a person just asked. Wrong ones cost attention: precision before recall. */
import type { Cuts } from "../../entry/near/near-cuts.js";

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

/**
 * Why an entry matches, in plain words; undefined when it does not. With a model it needs the cosine of a claim
 * question and one shared word, or the cosine of a link and three.
 */
export function whyFits({ cosine, words, lex }: Nearness, cuts: Cuts | undefined): string | undefined {
  if (cosine === undefined || cuts === undefined) {
    const fits = words >= WORDS_ALONE && lex >= LEX_FITS;
    return fits ? `${words} words in common` : undefined;
  }
  if (cosine >= cuts.claim && words >= 1) return "says much the same";
  return cosine >= cuts.link && words >= WORDS_BESIDE ? `near, with ${words} words in common` : undefined;
}

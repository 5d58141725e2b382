/** The steps that answer a pair of near claims, and the one that takes an answer back. */
import { next, type Step } from "../steps.js";

export type PairNames = { a: string; b: string; contact?: string | undefined };

export const pairStep = (pair: PairNames, why = ""): Step =>
  next(why, "resolve", { ...pair }, { same: true }, { replaces: true }, { exception: true }, { unrelated: true });

/** Every answer, in both directions where they have one. */
export const pairSteps = ({ a, b, contact }: PairNames): Step[] => [
  pairStep({ a, b, contact }),
  next("", "resolve", { a: b, b: a, contact }, { replaces: true }, { exception: true }),
];

export const openStep = (why: string, pair: PairNames): Step => next(why, "resolve", { ...pair, open: true });

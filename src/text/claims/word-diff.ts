/** The words that only one of two claims has, in their order. No classes and no verdict: the reader judges. */
import { diffArrays } from "diff";
import { claimTokens } from "./canonical.js";

export interface WordDiff {
  /** Of the known claim. */
  known: string[];
  /** Of the new one. */
  new: string[];
}

/** Words as written, compared as they count for canonical equality. Words that stand side by side are one text. */
export function wordDiff(before: string, next: string): WordDiff {
  const parts = diffArrays(claimTokens(before), claimTokens(next), { comparator: (a, b) => a.norm === b.norm });
  const texts = (isMeant: (part: (typeof parts)[number]) => boolean) =>
    parts.filter(isMeant).map(({ value }) => value.map(({ raw }) => raw).join(" "));
  return { known: texts(({ removed }) => removed), new: texts(({ added }) => added) };
}

/** How far a person's text is from the agent's. Computed where it is asked: a record holds the two texts. */
import { distance as steps } from "fastest-levenshtein";
import type { Fields } from "../written-forms.js";

/** Characters of one text: the work grows with the square. */
export const LONGEST_EDIT = 20_000;

/** Another encoding of an accent or a line end is no change. */
const plain = (text: string): string => text.replaceAll("\r\n", "\n").normalize("NFC");

/**
 * Characters that were added, taken out or swapped; `ratio`: by the length of the longer text, two decimals, 0 is the same
 * and 1 all new. A missing text is the empty one: all of the other is new, or gone.
 */
export function editDistance(before = "", after = ""): { distance: number; ratio: number } {
  const [one, other] = [plain(before), plain(after)];
  const distance = steps(one, other);
  const longer = Math.max(one.length, other.length, 1);
  return { distance, ratio: Math.round((distance / longer) * 100) / 100 };
}

/** The kind of an edit that states none: rejected without a final text, else rewritten. */
export const usualKind = ({ final }: Readonly<Fields>): "rejected" | "rewrite" =>
  (final ?? "") === "" ? "rejected" : "rewrite";

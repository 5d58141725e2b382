/** How far a person's text is from the agent's. A record holds the two texts alone. */
import { distance as steps } from "fastest-levenshtein";

/** Another encoding of an accent or a line end is no change. */
const plain = (text: string): string => text.replaceAll("\r\n", "\n").normalize("NFC");

/**
 * Characters that were added, taken out or swapped; `ratio`: by the length of the longer text, two decimals, 0 is the same
 * and 1 all new. A missing text is empty.
 */
export function editDistance(before = "", after = ""): { distance: number; ratio: number } {
  const [one, other] = [plain(before), plain(after)];
  const distance = steps(one, other);
  return { distance, ratio: Math.round((distance / Math.max(one.length, other.length, 1)) * 100) / 100 };
}

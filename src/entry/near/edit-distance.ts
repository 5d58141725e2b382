/** How far a person's text is from the agent's. Computed where it is asked: a record holds the two texts. */
import { distance as steps } from "fastest-levenshtein";
import type { Fields } from "../written-forms.js";

/** Characters of one text. Longer ones are compared with nothing: the work grows with the square. */
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

/** A text of an edit that is too long, as its field and a sentence about it; undefined where none is. */
export function tooLongEdit(fields: Readonly<Fields>): { field: string; message: string } | undefined {
  for (const field of ["original", "final", "context", "why"]) {
    const value = fields[field];
    const length = typeof value === "string" && value.length > LONGEST_EDIT ? [...value].length : 0;
    if (length > LONGEST_EDIT) return { field, message: `${field} has ${length} characters (${LONGEST_EDIT} at most)` };
  }
  return undefined;
}

/** The kind of an edit that states none: rejected without a final text, else rewritten. */
export const usualKind = ({ final }: Readonly<Fields>): "rejected" | "rewrite" =>
  final === undefined || final === null || final === "" ? "rejected" : "rewrite";

/** Reads an edit: a kind that nobody stated. Answers what breaks it. */
export function readEdit(fields: Fields): { field: string; message: string } | undefined {
  const { original, final } = fields;
  if (original === undefined && final === undefined) return { field: "original", message: "original is missing" };
  fields["kind"] ??= usualKind(fields);
  return tooLongEdit(fields);
}

/** How far a person's text is from the agent's, and the fields of an edit that record it. */
import { distance as steps } from "fastest-levenshtein";
import { type Entry, type Patch, patched } from "../entry.js";
import type { Fields } from "../written-forms.js";

/** Characters of one text. Longer ones are compared with nothing: the work grows with the square. */
export const LONGEST_EDIT = 20_000;

/** Graphemes that were added, taken out or swapped; and that number by the length of the longer text, two decimals. */
export interface EditDistance {
  distance: number;
  /** 0 is the same text, 1 all new. */
  ratio: number;
}

const SEGMENTER = new Intl.Segmenter("und", { granularity: "grapheme" });
// biome-ignore lint/suspicious/noControlCharactersInRegex: each of these is a grapheme by itself, but for \r\n
const SINGLE_UNITS = /^[\u0000-\u007f]*$/;

/** Normalises a text, so that another encoding of an accent or a line end counts as no change. */
function graphemes(text: string): string[] {
  const plain = text.replaceAll("\r\n", "\n").normalize("NFC");
  return SINGLE_UNITS.test(plain) ? [...plain] : Array.from(SEGMENTER.segment(plain), ({ segment }) => segment);
}

/** How far two texts are apart. A missing one is the empty text: all of the other is new, or gone. */
export function editDistance(before = "", after = ""): EditDistance {
  const [one, other] = [graphemes(before), graphemes(after)];
  const longer = Math.max(one.length, other.length);
  if (longer === 0) return { distance: 0, ratio: 0 };
  // Each grapheme as one code unit: two texts of this length hold fewer kinds than there are units.
  const units = new Map<string, string>();
  const coded = (text: readonly string[]): string =>
    text
      .map((grapheme) => {
        const knownUnit = units.get(grapheme);
        if (knownUnit !== undefined) return knownUnit;
        const unit = String.fromCharCode(units.size + 1);
        units.set(grapheme, unit);
        return unit;
      })
      .join("");
  const distance = steps(coded(one), coded(other));
  return { distance, ratio: Math.round((distance / longer) * 100) / 100 };
}

/** What follows from an entry's other fields and is never taken from its author: nothing of any type but an edit. */
export function derivedFields(entry: Entry): Patch {
  return entry.type === "edit" ? { ...editDistance(entry.original, entry.final) } : {};
}

/** The entry with what follows from its fields. */
export const withDerived = (entry: Entry): Entry => patched(entry, derivedFields(entry));

/** A text of an edit that is too long, as its field and a sentence about it; undefined where none is. */
export function tooLongEdit(fields: Readonly<Fields>): { field: string; message: string } | undefined {
  for (const field of ["original", "final", "context", "why"]) {
    const value = fields[field];
    const length = typeof value === "string" && value.length > LONGEST_EDIT ? [...value].length : 0;
    if (length > LONGEST_EDIT) {
      return { field, message: `${field} has ${length} characters (${LONGEST_EDIT} at most)` };
    }
  }
  return undefined;
}

/** Reads an edit: a kind that nobody stated, and the distance as the texts have it. */
export function readEdit(fields: Fields): { field: string; message: string } | undefined {
  const { original, final } = fields;
  if (original === undefined && final === undefined) return { field: "original", message: "original is missing" };
  if (fields["kind"] === undefined) fields["kind"] = usualKind(fields);
  const trouble = tooLongEdit(fields);
  if (trouble !== undefined) return trouble;
  const asText = (value: unknown) => (typeof value === "string" ? value : undefined);
  Object.assign(fields, editDistance(asText(original), asText(final)));
  return undefined;
}

/** The default verdict of an edit: rejected without a final text, else rewritten. */
export function usualKind({ final }: Readonly<Fields>): "rejected" | "rewrite" {
  return final === undefined || final === null || final === "" ? "rejected" : "rewrite";
}

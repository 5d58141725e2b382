/** How the tables of phrases are written. */
import type { EntryType } from "../entry/entry.js";
import type { Strength } from "./detect-schemas.js";

/** `\b` knows ASCII only. */
const OPENS = String.raw`(?<![\p{L}\p{N}_])`;
const CLOSES = String.raw`(?![\p{L}\p{N}_])`;

/** Any of these as whole words, in any case; a phrase that ends in a mark needs no border behind it. */
export function phrases(...alternatives: readonly string[]): RegExp {
  const bordered = alternatives.map((one) => (/[:\s]$/.test(one) ? one : `(?:${one})${CLOSES}`));
  return new RegExp(`${OPENS}(?:${bordered.join("|")})`, "giu");
}

/** The same for writing without spaces between words. */
export function unspaced(...alternatives: readonly string[]): RegExp {
  return new RegExp(alternatives.join("|"), "gu");
}

/** A short piece of a sentence, up to a comma or the like; lazy, for what something else follows. */
export const TERM = String.raw`[^,;.!?()"\s][^,;!?()"]{0,60}?`;
/** The same at the end of a pattern. */
export const LAST_TERM = String.raw`[^,;.!?()"\s](?:[^,;!?()"]{0,60}[^,;.!?()"\s])?`;

export interface SignalRow {
  type: EntryType;
  strength: Strength;
  /** What the phrase shows, in plain words. */
  says: string;
  /** It was said before and not found: also a failure of retrieval. */
  repeat?: true;
  /** May hold groups `now` and `before`: what the sentence itself says. Matched against one sentence at a time. */
  pattern: RegExp;
}

type Row = (says: string, ...alternatives: readonly string[]) => SignalRow;

/** Makes the rows of a table, by strength: what its phrases show, then the phrases. */
export function rowsOf(type: EntryType): Readonly<Record<Strength, Row>> {
  const row =
    (strength: Strength): Row =>
    (says, ...alternatives) => ({ type, strength, says, pattern: phrases(...alternatives) });
  return { strong: row("strong"), medium: row("medium"), weak: row("weak") };
}

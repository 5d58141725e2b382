/** Characters that nobody sees: which of them carry hidden text. Pure. */

export type HiddenKind = "tag-characters" | "bidirectional-controls" | "invisible-characters";

/** What was found in one text, with how many characters of each kind. */
export interface HiddenFinding {
  kind: HiddenKind;
  count: number;
}

/** Embeddings, overrides and isolates (U+202A-202E, U+2066-2069): they make a text read other than its characters. */
const BIDI = /[\u202a-\u202e\u2066-\u2069]/gu;

const INVISIBLE =
  "\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164" +
  "\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}";
const ANY_INVISIBLE = new RegExp(`[${INVISIBLE}]`, "u");

const TAGS = /[\u{e0000}-\u{e007f}]/gu;
/** Between ASCII characters, or at an edge of such a text: nothing is written so there. */
const BETWEEN_ASCII = new RegExp(`(?<=^|[\\0-\\x7f])[${INVISIBLE}]+(?=$|[\\0-\\x7f])`, "gu");

/** A text without a single invisible character, with where each of its UTF-16 units stood. */
export interface Visible {
  text: string;
  /** Offset in the original of each unit, and of its end. */
  at: readonly number[] | undefined;
}

/** Removes every invisible character, for looking at what a text spells. `at` is undefined when nothing was removed. */
export function visible(text: string): Visible {
  if (!ANY_INVISIBLE.test(text)) return { text, at: undefined };
  let visibleText = "";
  const at: number[] = [];
  let offset = 0;
  for (const character of text) {
    if (!ANY_INVISIBLE.test(character)) {
      visibleText += character;
      for (let unit = 0; unit < character.length; unit++) at.push(offset + unit);
    }
    offset += character.length;
  }
  at.push(offset);
  return { text: visibleText, at };
}

/** Strips tag characters, bidirectional controls, and invisible characters between ASCII; everything else stays. */
export function stripHidden(text: string): { text: string; found: HiddenFinding[] } {
  if (!ANY_INVISIBLE.test(text)) return { text, found: [] };
  const found: HiddenFinding[] = [];
  const strip = (from: string, kind: HiddenKind, pattern: RegExp): string => {
    let count = 0;
    const plainText = from.replace(pattern, (hidden) => {
      count += [...hidden].length;
      return "";
    });
    if (count > 0) found.push({ kind, count });
    return plainText;
  };
  const withoutTags = strip(text, "tag-characters", TAGS);
  const withoutBidi = strip(withoutTags, "bidirectional-controls", BIDI);
  return { text: strip(withoutBidi, "invisible-characters", BETWEEN_ASCII), found };
}

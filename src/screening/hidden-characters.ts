/** Characters that nobody sees: which of them carry hidden text, and which belong to a script or an emoji. Pure. */

export type HiddenKind = "tag-characters" | "bidirectional-controls" | "invisible-characters";

/** What was found in one text, with how many characters of each kind. */
export interface HiddenFinding {
  kind: HiddenKind;
  count: number;
}

/** Embeddings, overrides and isolates (U+202A-202E, U+2066-2069): they make a text read other than its characters. */
const BIDI = /[\u202a-\u202e\u2066-\u2069]/u;

const INVISIBLE =
  "\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164" +
  "\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}";
const ANY_INVISIBLE = new RegExp(`[${INVISIBLE}]`, "u");

const VARIATION = /^[\ufe00-\ufe0f\u{e0100}-\u{e01ef}\u180b-\u180d\u180f]$/u;
const JOINER = /^[\u200c\u200d]$/u;
const HANGUL_FILLER = /^[\u115f\u1160\u3164\uffa0]$/u;
const TAG = /^[\u{e0000}-\u{e007f}]$/u;
const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u20e3)$/u;
const WORD = /^[\p{L}\p{M}\p{N}]$/u;

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

/** The code point of the first bidirectional control, as `U+202E`; undefined when there is none. */
export function bidiControl(text: string): string | undefined {
  const bidiMark = BIDI.exec(text)?.[0];
  return bidiMark === undefined ? undefined : `U+${bidiMark.charCodeAt(0).toString(16).toUpperCase()}`;
}

/**
 * Strips tag characters, bidirectional controls and invisible characters that stand in ASCII words or pile up. Kept:
 * emoji joiners and their selectors, joiners and marks within words of other scripts (Persian, Indic, Hebrew).
 */
export function stripHidden(text: string): { text: string; found: HiddenFinding[] } {
  if (!ANY_INVISIBLE.test(text)) return { text, found: [] };
  const counts = new Map<HiddenKind, number>();
  const characters = [...text];
  const nextVisible = (from: number) => {
    for (let at = from; at < characters.length; at++) {
      const character = characters[at] ?? "";
      if (!ANY_INVISIBLE.test(character)) return character;
    }
    return "";
  };
  let plainText = "";
  let base = "";
  let selected = false;
  let joined = false;
  for (const [at, character] of characters.entries()) {
    if (!ANY_INVISIBLE.test(character)) {
      plainText += character;
      base = character;
      selected = false;
      joined = false;
      continue;
    }
    const next = nextVisible(at + 1);
    if (VARIATION.test(character) && !selected && !joined && selects(character, base, next)) {
      selected = true;
      plainText += character;
    } else if (!VARIATION.test(character) && !joined && belongs(character, base, next)) {
      joined = true;
      plainText += character;
    } else {
      const kind = TAG.test(character)
        ? "tag-characters"
        : BIDI.test(character)
          ? "bidirectional-controls"
          : "invisible-characters";
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  }
  return { text: plainText, found: [...counts].map(([kind, count]) => ({ kind, count })) };
}

function isAscii(character: string): boolean {
  return character === "" || character.charCodeAt(0) < 0x80;
}

/** One selector right behind what it selects: an emoji, a keycap's digit, a letter or sign of another script. */
function selects(selector: string, base: string, next: string): boolean {
  if (base === "") return false;
  if (isAscii(base)) return /^[0-9#*]$/.test(base) && next === "\u20e3" && /^[\ufe0e\ufe0f]$/u.test(selector);
  return !/^\s$/u.test(base);
}

function belongs(character: string, base: string, next: string): boolean {
  if (TAG.test(character) || BIDI.test(character)) return false;
  if (HANGUL_FILLER.test(character)) return /^\p{Script=Hangul}$/u.test(base) || /^\p{Script=Hangul}$/u.test(next);
  if (JOINER.test(character) && EMOJI.test(base) && EMOJI.test(next)) return true;
  // A Persian ending may hang on an ASCII word by a joiner: one side of another script is enough, text edges are not.
  const other = (side: string) => !isAscii(side) && WORD.test(side);
  return (
    (other(base) && (next === "" || !/^[A-Za-z0-9]$/.test(next) || JOINER.test(character))) ||
    (other(next) && base !== "" && (!/^[A-Za-z0-9]$/.test(base) || JOINER.test(character)))
  );
}

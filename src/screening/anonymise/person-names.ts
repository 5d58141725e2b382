/** Where a text names a person, in whatever case, composition or form of possession. */

import { outside, type Stretch, stretchOf } from "../../text/stretches.js";

/** How one name is found: its words in this order, beside one another. */
interface Sequence {
  words: readonly string[];
  /** It counts only where it is not written small. */
  capital: boolean;
}

/** Names made ready for looking up. */
export interface NameIndex {
  byFirst: ReadonlyMap<string, readonly Sequence[]>;
  /** Names in scripts without spaces, which stand within a run of characters. */
  unspaced: RegExp | undefined;
}

const SCRIPTS = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]`;
const UNSPACED = new RegExp(SCRIPTS, "u");
/** A word, or a run of characters of a script without spaces. */
const WORD = new RegExp(String.raw`(?:${SCRIPTS}\p{M}*)+|(?:(?!${SCRIPTS})[\p{L}\p{M}\p{N}])+`, "gu");
/** What may stand between two words of one name. */
const BETWEEN = /^[\s._'’·-]{1,3}$/u;
/** A part of a name stands for the whole from this length on. */
const SHORTEST_PART = 3;

/** As words are compared: one composition, one case. */
const folded = (word: string): string => word.normalize("NFKC").toLowerCase().replaceAll("ς", "σ");

const wordsOf = (text: string): string[] => [...text.matchAll(WORD)].map(([word]) => folded(word));

/** Of an address the part before the `@` names a person. */
export function nameIndex(names: readonly string[]): NameIndex {
  const byFirst = new Map<string, Sequence[]>();
  const unspaced = new Set<string>();
  for (const name of names) {
    const parts = (name.split("@")[0] ?? "").split(/\s+/u).map(wordsOf);
    const words = parts.flat();
    if (UNSPACED.test(words.join(""))) {
      for (const some of [words, ...parts].filter((one) => [...one.join("")].length > 1))
        for (const form of unspacedForms(some)) unspaced.add(form);
      continue;
    }
    // "O'Brien" is one part, of two words
    const whole = [words, ...parts].filter((some) => some.length > 1).map((some) => ({ words: some, capital: false }));
    const isSmall = name === name.toLowerCase();
    const single = words
      .filter((word) => [...word].length >= (words.length > 1 ? SHORTEST_PART : 2) && !/^\p{N}+$/u.test(word))
      .map((word) => ({ words: [word], capital: !isSmall }));
    for (const sequence of [...whole, ...single]) {
      const first = sequence.words[0] as string;
      byFirst.set(first, [...(byFirst.get(first) ?? []), sequence]);
    }
  }
  for (const sequences of byFirst.values()) sequences.sort((a, b) => b.words.length - a.words.length);
  const longestFirst = [...unspaced].sort((a, b) => b.length - a.length).join("|");
  return { byFirst, unspaced: longestFirst === "" ? undefined : new RegExp(longestFirst, "giu") };
}

/** As a pattern, in both compositions; its parts may stand apart. */
const unspacedForms = (words: readonly string[]): string[] =>
  ["NFC", "NFD"].map((form) => words.map((word) => word.normalize(form)).join(String.raw`[\s·・]{0,2}`));

interface Token extends Stretch {
  written: string;
  word: string;
}

/** Every mention of a name, in order and without overlap. */
export function findNames(text: string, { byFirst, unspaced }: NameIndex): Stretch[] {
  const whole = unspaced === undefined ? [] : [...text.matchAll(unspaced)].map(stretchOf);
  if (byFirst.size === 0) return whole;
  const tokens = [...text.matchAll(WORD)].map((match): Token => {
    return { ...stretchOf(match), written: match[0], word: folded(match[0]) };
  });
  const stretches: Stretch[] = [];
  for (let at = 0; at < tokens.length; ) {
    const count = sequenceAt(text, tokens, at, byFirst);
    const [first, last] = [tokens[at] as Token, tokens[at + count - 1]];
    if (count > 0 && last !== undefined) stretches.push({ start: first.start, end: last.end });
    at += Math.max(1, count);
  }
  return [...whole, ...outside(stretches, whole)].sort((a, b) => a.start - b.start);
}

/** How many tokens from here are one name. */
function sequenceAt(text: string, tokens: readonly Token[], at: number, byFirst: NameIndex["byFirst"]): number {
  const { word, start } = tokens[at] as Token;
  const mentioned = text[start - 1] === "@";
  const match = byFirst.get(word)?.find(({ words, capital }) => {
    return words.every((nameWord, place) => {
      const token = tokens[at + place];
      if (token === undefined) return false;
      if (place > 0 && !BETWEEN.test(text.slice((tokens[at + place - 1] as Token).end, token.start))) return false;
      return token.word === nameWord && (!capital || mentioned || token.written !== token.written.toLowerCase());
    });
  });
  return match?.words.length ?? 0;
}

/** Where a text names a person, in whatever case, composition or form of possession. */

import { outside, type Stretch, stretchOf } from "../../text/stretches.js";
import { isOrdinaryWord } from "../../text/words/ordinary-words.js";

/** How one name is found: its words in this order, beside one another. */
interface Sequence {
  words: readonly string[];
  /** An ordinary or very short word is a name only when it is capitalised like one. */
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

/** A word as it is, without marks, and as German writes it without. */
const SPELLINGS: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) =>
    word
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .normalize("NFC")
      .replace(/[øłđıæ]/g, (letter) => ({ ø: "o", ł: "l", đ: "d", ı: "i" })[letter] ?? "ae"),
  (word) => word.replace(/[äöüß]/g, (letter) => ({ ä: "ae", ö: "oe", ü: "ue" })[letter] ?? "ss"),
];

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
    const composed = parts.filter((part) => part.length > 1 && part.length < words.length);
    const asOne = composed.map((part) => [part.join("")]);
    const whole = [...composed, ...asOne].map((some) => ({ words: some, capital: false }));
    for (const sequence of [...sequencesOf(words), ...whole]) {
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

function sequencesOf(words: readonly string[]): Sequence[] {
  const single = words.filter((word) => {
    const letters = [...word].length;
    return letters >= (words.length > 1 ? SHORTEST_PART : 2) && !/^\p{N}+$/u.test(word);
  });
  const singles = single.flatMap((word) => {
    const rare = [...word].length >= SHORTEST_PART && !isOrdinaryWord(word);
    return SPELLINGS.map((spelt) => ({ words: [spelt(word)], capital: !rare || isOrdinaryWord(spelt(word)) }));
  });
  if (words.length < 2) return singles;
  const last = words.at(-1) ?? "";
  const initial = [[...(words[0] ?? "")][0] ?? "", last];
  const handles = [words, words.toReversed(), initial, [words[0], [...last][0]]].map((parts) => parts.join(""));
  return [
    ...singles,
    ...SPELLINGS.map((spelt) => ({ words: words.map(spelt), capital: false })),
    // "J. Doe"; with an ordinary word for a surname only as a name: "b. will"
    { words: initial, capital: isOrdinaryWord(last) },
    ...handles
      .filter((one) => one.length > SHORTEST_PART && !isOrdinaryWord(one))
      .map((one) => ({ words: [one], capital: false })),
  ];
}

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
    if (count > 0 && last !== undefined) stretches.push({ start: first.start, end: endOf(last, byFirst) });
    at += Math.max(1, count);
  }
  return [...whole, ...outside(stretches, whole)].sort((a, b) => a.start - b.start);
}

/** How many tokens from here are one name. */
function sequenceAt(text: string, tokens: readonly Token[], at: number, byFirst: NameIndex["byFirst"]): number {
  const { word, start } = tokens[at] as Token;
  const mentioned = text[start - 1] === "@";
  const sequences = [...(byFirst.get(word) ?? []), ...genitive(word, byFirst)];
  const match = sequences.find(({ words, capital }) => {
    const last = words.length - 1;
    return words.every((nameWord, place) => {
      const token = tokens[at + place];
      if (token === undefined) return false;
      if (place > 0 && !BETWEEN.test(text.slice((tokens[at + place - 1] as Token).end, token.start))) return false;
      if (token.word !== nameWord && !(place === last && token.word === `${nameWord}s`)) return false;
      return !capital || mentioned || isCapitalised(token.written);
    });
  });
  return match?.words.length ?? 0;
}

/** Names that a word is the genitive of, as German writes it: "Jörgs". */
function genitive(word: string, byFirst: NameIndex["byFirst"]): Sequence[] {
  if (!word.endsWith("s") || word.length <= SHORTEST_PART || isOrdinaryWord(word)) return [];
  return (byFirst.get(word.slice(0, -1)) ?? []).filter(({ words }) => words.length === 1);
}

/** The ending of a genitive stays. */
function endOf({ word, end }: Token, byFirst: NameIndex["byFirst"]): number {
  return byFirst.has(word) || !word.endsWith("s") || !byFirst.has(word.slice(0, -1)) ? end : end - 1;
}

/** `Will`, but neither `will` nor `WILL`. */
const isCapitalised = (written: string): boolean => /^\p{Lu}(?!\p{M}*\p{Lu})/u.test(written);

/** Where a text names a person, in whatever case, composition or form of possession. */
import { isOrdinaryWord } from "../../text/words/ordinary-words.js";
import { outside, type Stretch, stretchOf } from "./stretches.js";

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

/** Spellings of a word: as it is, without marks, and as German writes it without. */
function spellingsOf(word: string): string[] {
  const bare = word.normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC");
  const german = word.replaceAll("ä", "ae").replaceAll("ö", "oe").replaceAll("ü", "ue").replaceAll("ß", "ss");
  return [...new Set([word, bare, german])];
}

const wordsOf = (text: string): string[] => [...text.matchAll(WORD)].map(([word]) => folded(word));

/** Of an address the part before the `@` names a person. */
export function nameIndex(names: readonly string[]): NameIndex {
  const byFirst = new Map<string, Sequence[]>();
  const unspaced = new Set<string>();
  for (const name of names) {
    const parts = (name.split("@")[0] ?? "").split(/\s+/u).map(wordsOf);
    const words = parts.flat();
    if (words.length === 0) continue;
    if (UNSPACED.test(words.join(""))) {
      if ([...words.join("")].length > 1) for (const form of unspacedForms(words)) unspaced.add(form);
      continue;
    }
    // "O'Brien" is one part, of two words
    const within = parts.filter((part) => part.length > 1 && part.length < words.length);
    const composed = within.map((part): Sequence => ({ words: part, capital: false }));
    for (const sequence of [...sequencesOf(words), ...composed]) {
      const first = sequence.words[0] as string;
      const sequences = byFirst.get(first);
      if (sequences === undefined) byFirst.set(first, [sequence]);
      else sequences.push(sequence);
    }
  }
  for (const sequences of byFirst.values()) sequences.sort((a, b) => b.words.length - a.words.length);
  const unspacedNames = [...unspaced].sort((a, b) => b.length - a.length);
  return { byFirst, unspaced: unspacedNames.length === 0 ? undefined : new RegExp(unspacedNames.join("|"), "giu") };
}

/** As a pattern, in both compositions; its parts may stand apart. */
const unspacedForms = (words: readonly string[]): string[] =>
  ["NFC", "NFD"].map((form) => words.map((word) => word.normalize(form)).join(String.raw`[\s·・]{0,2}`));

function sequencesOf(words: readonly string[]): Sequence[] {
  const last = words.at(-1) ?? "";
  const single = words.flatMap((word) => {
    const letters = [...word].length;
    if (words.length > 1 && letters < SHORTEST_PART) return [];
    if (letters < 2 || /^\p{N}+$/u.test(word)) return [];
    const capital = letters < SHORTEST_PART || isOrdinaryWord(word);
    return spellingsOf(word).map((spelling) => ({ words: [spelling], capital: capital || isOrdinaryWord(spelling) }));
  });
  if (words.length < 2) return single;
  const initial = [[...(words[0] ?? "")][0] ?? "", last];
  const whole = [
    words,
    words.map((word) => spellingsOf(word)[1] ?? word),
    words.map((word) => spellingsOf(word).at(-1) ?? word),
  ];
  const handles = [words.join(""), [...words].reverse().join(""), initial.join("")];
  return [
    ...single,
    ...whole.map((sequence) => ({ words: sequence, capital: false })),
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
  const stretches: Stretch[] = [];
  const tokens = [...text.matchAll(WORD)].map((match): Token => {
    return { ...stretchOf(match), written: match[0], word: folded(match[0]) };
  });
  for (let at = 0; at < tokens.length; ) {
    const matchedWords = sequenceAt(text, tokens, at, byFirst);
    if (matchedWords > 0) {
      stretches.push({
        start: (tokens[at] as Token).start,
        end: endOf(tokens[at + matchedWords - 1] as Token, byFirst),
      });
    }
    at += Math.max(1, matchedWords);
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

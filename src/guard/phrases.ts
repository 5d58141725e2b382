/** Tokens of a claim without what carries none of it: markup, emphasis, pronouns, fillers. */
import type { ClaimToken } from "../text/canonical.js";
import { isDayWord } from "./numbers.js";
import type { GuardToken } from "./token.js";
import { BOUNDS, FILLERS, foldWord, isClosed, RUNS } from "./words.js";

/** Tags and links that only dress words; the address of a link stays as a word of its own. */
export function withoutMarkup(text: string): string {
  return text
    .replace(/(?<![\w])<\/?(?:b|i|em|strong|code|kbd|u|br)\s?\/?>|<\/(?:b|i|em|strong|code|kbd|u)>/gi, " ")
    .replace(/\[([^\][\n]{1,300})\]\(([^()\s]{1,500})\)/g, "$1 $2");
}

/** Most words that one pair of single asterisks sets apart. */
const LONGEST_EMPHASIS = 8;

/** Drops `*` around plain words: emphasis. `*args` and `*.ts` have no partner and keep theirs. */
export function withoutEmphasis(tokens: readonly ClaimToken[]): ClaimToken[] {
  const out = [...tokens];
  for (let at = 0; at < out.length; at++) {
    if (!/^\*\p{L}/u.test(out[at]?.norm ?? "")) continue;
    for (let end = at; end < Math.min(out.length, at + LONGEST_EMPHASIS); end++) {
      if (!/\p{L}\*$/u.test(out[end]?.norm ?? "")) continue;
      for (let between = at; between <= end; between++) {
        const one = out[between] as ClaimToken;
        const bare = one.raw.replace(/^\*|\*$/g, "");
        out[between] = {
          ...one,
          norm: bare.toLowerCase() === one.norm.replace(/^\*|\*$/g, "").toLowerCase() ? bare : one.norm,
          raw: bare,
        };
      }
      at = end;
      break;
    }
  }
  return out;
}

/** "at most 3" and "up to 3" set one bound; before anything but a number the words stand for themselves. */
export function withBounds(tokens: readonly GuardToken[]): GuardToken[] {
  const out: GuardToken[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const found = BOUNDS.find(
      ([words]) =>
        tokens[at + words.length]?.kind === "number" &&
        words.every((word, offset) => tokens[at + offset]?.word === word),
    );
    if (found === undefined) {
      out.push(tokens[at] as GuardToken);
      continue;
    }
    const [words, bound] = found;
    out.push({ kind: "word", key: `k:${bound}`, word: bound, raw: words.join(" ") });
    at += words.length - 1;
  }
  return out;
}

const PRONOUN_ONE_BEFORE = /^(?:this|that|which|no|every|any|each|some|another|other|same|only|new|old)$/;
const PRONOUN_ONE_AFTER = /^(?:another|or|and|day|by)$/;

/** "one" is a number before a thing and a pronoun elsewhere. */
export function withoutPronouns(tokens: GuardToken[]): GuardToken[] {
  return tokens.map((one, at) => {
    if (one.word !== "one") return one;
    const before = tokens[at - 1]?.word ?? "";
    const after = tokens[at + 1];
    const pronoun = after === undefined || PRONOUN_ONE_BEFORE.test(before) || PRONOUN_ONE_AFTER.test(after.word);
    return pronoun ? { ...one, kind: "word" as const } : one;
  });
}

/** Runs of words that stand for one word, or for none: "has to" is "must", "make sure that" nothing. */
export function withRuns(tokens: readonly GuardToken[]): GuardToken[] {
  const out: GuardToken[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const here = tokens[at] as GuardToken;
    const run = RUNS.get(here.word)?.find(({ words }) =>
      words.every((word, offset) => tokens[at + offset]?.word === word),
    );
    if (run === undefined) {
      out.push(here);
      continue;
    }
    at += run.words.length - 1;
    if (run.word === "") continue;
    const pause = tokens[at]?.pause;
    const date = isDayWord(run.word);
    const key = isClosed(run.word) ? `k:${run.word}` : `${date ? "d" : "w"}:${foldWord(run.word)}`;
    const token = { kind: date ? ("date" as const) : ("word" as const), key, word: run.word, raw: run.words.join(" ") };
    out.push(pause === true ? { ...token, pause } : token);
  }
  return out;
}

/** Drops words that carry no part of the claim. */
export function withoutFillers(tokens: readonly GuardToken[]): GuardToken[] {
  return tokens.filter(({ kind, word }) => kind !== "word" || !FILLERS.has(word));
}

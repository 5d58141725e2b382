import { stemmer } from "stemmer";
import { STOP_WORDS } from "../../text/words/stop-words.js";

/** Characters of scripts written without spaces: cut into overlapping pairs instead of words. */
const UNSPACED =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";

/** The kinds of pieces of a text. */
interface Patterns {
  /** A run of unspaced script, or a word with whatever joins an identifier, path, version or address together. */
  piece: RegExp;
  /** No capital after the first letter: nothing to take apart. */
  ordinary: RegExp;
  contraction: RegExp;
  /** Where the case marks the beginning of a word. */
  beforeCapital: RegExp;
  afterCapitals: RegExp;
  betweenParts: RegExp;
}

const ANY_SCRIPT: Patterns = {
  piece: new RegExp(`[${UNSPACED}]+|[\\p{L}\\p{M}\\p{N}_]+(?:[.\\-/\\\\:@#+'’]+[\\p{L}\\p{M}\\p{N}_]+)*[+#]*`, "gu"),
  ordinary: /^\p{L}[\p{Ll}\p{Lo}\p{M}]*$/u,
  contraction: /^(\p{L}+)['’](t|s|re|ve|ll|d|m)$/iu,
  beforeCapital: /([\p{Ll}\p{N}])(\p{Lu})/gu,
  afterCapitals: /(\p{Lu}+)(\p{Lu}\p{Ll})/gu,
  betweenParts: /[^\p{L}\p{M}\p{N}]+/u,
};

/** Western European letters and the marks that people type with them. */
const IS_LATIN = /^[\0-\u007f\u00c0-\u00ff–—‘’“”„«»…•·→×÷]*$/;

/** The same for text that {@link IS_LATIN}: the others take more time to compile than a capture has. */
const LATIN: Patterns = {
  piece: /[A-Za-zÀ-ÖØ-öø-ÿ0-9_]+(?:[.\-/\\:@#+'’]+[A-Za-zÀ-ÖØ-öø-ÿ0-9_]+)*[+#]*/g,
  ordinary: /^[A-Za-zÀ-ÖØ-öø-ÿ][a-zß-öø-ÿ]*$/,
  contraction: /^([A-Za-zÀ-ÖØ-öø-ÿ]+)['’](t|s|re|ve|ll|d|m)$/i,
  beforeCapital: /([a-zß-öø-ÿ0-9])([A-ZÀ-ÖØ-Þ])/g,
  afterCapitals: /([A-ZÀ-ÖØ-Þ]+)([A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ])/g,
  betweenParts: /[^A-Za-zÀ-ÖØ-öø-ÿ0-9]+/,
};

const UNSPACED_RUN = new RegExp(`[${UNSPACED}]+`, "gu");
const UNSPACED_ANY = new RegExp(`[${UNSPACED}]`, "u");
const PLAIN_WORD = /^[a-z]+$/;
const DIGITS_AND_DOTS = /^[\d.]+$/;

/** Longer pieces are hashes, encoded blobs or noise: kept by their beginning. */
const LONGEST = 64;
const MOST_REMEMBERED = 50_000;
const stems = new Map<string, string>();

function stemOf(word: string): string {
  if (!PLAIN_WORD.test(word)) return word;
  let stem = stems.get(word);
  if (stem === undefined) {
    stem = stemmer(word);
    if (stems.size >= MOST_REMEMBERED) stems.clear();
    stems.set(word, stem);
  }
  return stem;
}

function pushWord(word: string, into: string[]): void {
  const lower = word.toLowerCase();
  if (!STOP_WORDS.has(lower)) into.push(stemOf(lower.slice(0, LONGEST)));
}

/** The parts of an identifier: split at joints and where the case marks a new word. */
function partsOf(piece: string, { beforeCapital, afterCapitals, betweenParts }: Patterns): string[] {
  return piece
    .replace(beforeCapital, "$1 $2")
    .replace(afterCapitals, "$1 $2")
    .split(betweenParts)
    .filter((part) => part !== "");
}

function pushUnspaced(run: string, into: string[]): void {
  const characters = Array.from(run);
  if (characters.length === 1) into.push(run);
  for (let at = 0; at + 1 < characters.length; at++) into.push(`${characters[at]}${characters[at + 1]}`);
}

/** `don't` becomes `not`; `it's` and `we'll` add nothing to their first word. */
function pushContraction(piece: string, contraction: RegExp, into: string[]): boolean {
  const match = contraction.exec(piece);
  if (match === null) return false;
  const [, stem = "", ending = ""] = match;
  if (ending.toLowerCase() !== "t") pushWord(stem, into);
  else {
    const verb = stem.replace(/n$/i, "");
    if (verb !== "" && !/^(ca|wo|sha|ai)$/i.test(verb)) pushWord(verb, into);
    into.push("not");
  }
  return true;
}

/**
 * The terms of a text, in order and with repeats: the one tokenizer for index and query. Words are lower-cased and
 * stemmed (Porter), stop words dropped except negations; identifiers, paths and versions stand whole and in parts;
 * scripts without spaces as pairs of characters.
 */
export function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  const normal = text.normalize("NFKC");
  const isLatin = IS_LATIN.test(normal);
  const of = isLatin ? LATIN : ANY_SCRIPT;
  for (const piece of normal.match(of.piece) ?? []) {
    if (!isLatin && UNSPACED_ANY.test(piece)) {
      for (const [run] of piece.matchAll(UNSPACED_RUN)) pushUnspaced(run, tokens);
      for (const rest of piece.split(UNSPACED_RUN)) for (const part of partsOf(rest, of)) pushWord(part, tokens);
      continue;
    }
    const lower = piece.toLowerCase();
    if (of.ordinary.test(piece)) {
      pushWord(lower, tokens);
      continue;
    }
    if (pushContraction(piece, of.contraction, tokens)) continue;
    const parts = DIGITS_AND_DOTS.test(piece) ? [] : partsOf(piece, of);
    if (parts.length === 1) {
      if (parts[0]?.toLowerCase() !== lower) tokens.push(stemOf(lower.slice(0, LONGEST)));
      for (const part of parts) pushWord(part, tokens);
      continue;
    }
    tokens.push(stemOf(lower.slice(0, LONGEST)));
    for (const part of parts) pushWord(part, tokens);
  }
  return tokens;
}

/** How often each term occurs. */
export function termCounts(tokens: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

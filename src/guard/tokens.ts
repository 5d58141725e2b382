/** Cuts a claim into the tokens that the change guard compares: numbers, dates, versions, paths, names, words. */
import { type ClaimToken, claimTokens } from "../text/canonical.js";
import { withChanges } from "./changes.js";
import { splitMarks } from "./marks.js";
import {
  isAmbiguousDay,
  isDate,
  isDayWord,
  monthOf,
  numberWord,
  ordinalOf,
  quantityKey,
  quantityOf,
  unitOf,
} from "./numbers.js";
import { withBounds, withoutEmphasis, withoutFillers, withoutMarkup, withoutPronouns, withRuns } from "./phrases.js";
import type { GuardToken, TokenKind } from "./token.js";
import { foldWord, isClosed, LOWER_CASE_NAMES, SPELLINGS } from "./words.js";

const EXTENSION =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|md|mdx|txt|jsonl?|json5|ya?ml|toml|ini|cfg|conf|env|lock|sh|bash|zsh|ps1|bat|sql|csv|tsv|html?|css|scss|less|xml|log|png|jpe?g|gif|svg|pdf|c|h|cc|cpp|hpp|cs|php|swift|vue|svelte|lua|r|ipynb|zip|gz|tgz|tar|bin|onnx|db|sqlite|pem|key|example|local)$/i;
const VERSION =
  /^(?:[\^~]|[<>]=?)?v?\d+(?:\.\d+){2,}(?:[-+][\w.-]+)?$|^v\d+(?:\.\d+)*(?:[-+][\w.-]+)?$|^\d+(?:\.\d+)*\.[xX*]$/;
/** "5-10", "1/2", "5-10s". */
const RANGE = /^\d+(?:\.\d+)?[-/⁄]\d+(?:\.\d+)?(?:%|\p{L}{1,3})?$/u;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const LETTERS = /^[\p{L}\p{M}]+(?:['-][\p{L}\p{M}]+)*$/u;
const CAMEL = /\p{Ll}\p{Lu}/u;
/** Before a bare number these make it a version: "Node 20", "version 3". */
const BEFORE_VERSION =
  /^(?:version|v|release|node|nodejs|python|java|jdk|php|ruby|golang|postgres|postgresql|mysql|ubuntu|debian|macos|ios|android|kubernetes|typescript|react|vue|angular|next|es)$/;
const CAPITAL_WORDS = /^(?:I|OK|TODO|NOTE|IMPORTANT|WARNING|CRITICAL|FIXME|NB)$/;

function token(kind: TokenKind, key: string, raw: string, word = ""): GuardToken {
  return { kind, key, raw, word };
}

function wordToken(lower: string, raw: string, named: boolean): GuardToken {
  if (isClosed(lower)) return token("word", `k:${lower}`, raw, lower);
  // possessives, and the elided articles and pronouns of French
  const owner = lower.replace(/'s?$/, "").replace(/^(?:[cdjlmnst]|qu)'(?=\p{L}{2})/u, "");
  const word = SPELLINGS.get(owner) ?? owner.replaceAll("-", "");
  const kind = named || LOWER_CASE_NAMES.has(lower) ? "name" : "word";
  return token(kind, `w:${foldWord(word)}`, raw, lower);
}

/** Code, paths, names and numbers: everything that is not a plain word. */
function classify(text: string, named: boolean): GuardToken {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || /^www\./.test(text)) {
    return token("path", `p:${text.replace(/\/$/, "")}`, text);
  }
  if (isDate(text)) return token("date", `d:${text.toLowerCase()}`, text);
  if (VERSION.test(text)) return token("version", `v:${text.replace(/^v/, "")}`, text);
  const quantity = quantityOf(text);
  if (quantity !== undefined) {
    return {
      ...token("number", quantityKey(quantity), text),
      ...(quantity.sign === "" ? {} : { sign: quantity.sign }),
    };
  }
  const ordinal = ordinalOf(text.toLowerCase());
  if (ordinal !== undefined) return token("number", `o:${ordinal}`, text);
  if (RANGE.test(text)) return token("number", `n:${text}`, text);
  const spoken = numberWord(text.toLowerCase());
  if (spoken !== undefined) return token("number", `n:${spoken}`, text, text.toLowerCase());
  if (LETTERS.test(text)) {
    const capitals = text === text.toUpperCase() && text !== text.toLowerCase();
    const lower = text.toLowerCase();
    if (CAMEL.test(text)) return token(/^\p{Lu}/u.test(text) ? "name" : "identifier", `i:${text}`, text);
    if (capitals && /^(?:US|IT|WHO)$/.test(text)) return token("name", `w:${text}`, text);
    return wordToken(lower, text, (capitals && text.length > 1 && !CAPITAL_WORDS.test(text)) || named || text === "A");
  }
  if (/^\p{L}{1,3}\/\p{L}{1,3}$/u.test(text)) return token("name", `w:${text.toLowerCase()}`, text);
  if (/[/\\]/.test(text) || EXTENSION.test(text) || /^\.{1,2}$|^\.\p{L}|^~$/u.test(text)) {
    return token("path", `p:${text.replace(/(.)[/\\]$/, "$1")}`, text);
  }
  return token("identifier", `i:${text}`, text);
}

function isTitleCase(tokens: readonly ClaimToken[]): boolean {
  const words = tokens.filter((one) => /^\p{L}{2,}$/u.test(one.raw));
  return words.length >= 4 && words.filter((one) => /^\p{Lu}/u.test(one.raw)).length > 0.6 * words.length;
}

/** "5 second", "two hundred", "Feb 15", "Node 20": parts that are one amount, date or version. */
function merged(tokens: readonly GuardToken[]): GuardToken[] {
  const out: GuardToken[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const here = tokens[at] as GuardToken;
    const before = out.at(-1);
    if (before !== undefined) {
      const joined = joinNumber(before, here) ?? joinDate(before, here);
      if (joined !== undefined) {
        const { pause: _, ...whole } = { ...joined, ...(before.article === true ? { article: true as const } : {}) };
        out[out.length - 1] = here.pause === true ? { ...whole, pause: true } : whole;
        continue;
      }
      if (here.kind === "number" && BEFORE_VERSION.test(before.word) && /^n:\d+(?:\.\d+)?$/.test(here.key)) {
        out.push({ ...here, kind: "version", key: `v:${here.key.slice(2)}` });
        continue;
      }
    }
    out.push(here);
  }
  return out;
}

const BARE_NUMBER = /^n:\d+(?:\.\d+)?$/;

function joinNumber(before: GuardToken, here: GuardToken): GuardToken | undefined {
  if (
    before.kind === "number" &&
    /^n:[\d.]+[$€£¥]$/.test(before.key) &&
    /^(?:thousand|million|billion|bn)s?$/.test(here.word)
  ) {
    const unit = unitOf(here.word)?.[1] ?? 1;
    return {
      ...before,
      key: `n:${Number(before.key.slice(2, -1)) * unit}${before.key.at(-1)}`,
      raw: `${before.raw} ${here.raw}`,
    };
  }
  if (before.kind !== "number" || !BARE_NUMBER.test(before.key)) return undefined;
  const raw = `${before.raw} ${here.raw}`;
  const value = before.key.slice(2);
  if (unitOf(here.raw, false) !== undefined) {
    return { ...before, key: quantityKey({ sign: "", digits: value, unit: here.raw }), raw };
  }
  const spoken = /^\p{L}/u.test(before.raw) && numberWord(here.word);
  if (spoken === false || spoken === undefined || here.kind !== "number") return undefined;
  const amount = Number(value);
  if (spoken === 100 && amount < 100) return { ...before, key: `n:${amount * 100}`, raw };
  if (amount >= 20 && amount % 10 === 0 && spoken < (amount >= 100 ? 100 : 10)) {
    return { ...before, key: `n:${amount + spoken}`, raw };
  }
  return undefined;
}

function joinDate(before: GuardToken, here: GuardToken): GuardToken | undefined {
  const raw = `${before.raw} ${here.raw}`;
  const dayOf = (one: GuardToken) => /^(?:n|o):(\d{1,2}|(?:19|20)\d{2})$/.exec(one.key)?.[1];
  const month = monthOf(here.word);
  const day = dayOf(before);
  if (month !== undefined && day !== undefined && day.length <= 2)
    return token("date", `d:${month}-${day.padStart(2, "0")}`, raw);
  const earlier = monthOf(before.word);
  const number = dayOf(here);
  if (earlier !== undefined && number !== undefined) {
    return token(
      "date",
      number.length === 4 ? `d:${number}-${earlier}` : `d:${earlier}-${number.padStart(2, "0")}`,
      raw,
    );
  }
  if (/^d:\d\d-\d\d$/.test(before.key) && number?.length === 4)
    return token("date", `d:${number}-${before.key.slice(2)}`, raw);
  return undefined;
}

function plainToken(one: ClaimToken, named: boolean): GuardToken {
  const lower = one.norm.toLowerCase();
  const value = numberWord(lower);
  if (value !== undefined) return token("number", `n:${value}`, one.raw, lower);
  const ordinal = ordinalOf(lower);
  if (ordinal !== undefined) return token("number", `o:${ordinal}`, one.raw, lower);
  const month = monthOf(lower);
  if ((month !== undefined || isDayWord(lower)) && (!isAmbiguousDay(lower) || named)) {
    return token("date", `d:${month ?? foldWord(lower)}`, one.raw, lower);
  }
  return wordToken(lower, one.raw, named);
}

/** The parts of a claim that the guard compares, in order. Never throws; linear in the text. */
export function guardTokens(text: string): GuardToken[] {
  const claim = withoutEmphasis(claimTokens(withoutMarkup(text)));
  const titled = isTitleCase(claim);
  const tokens: GuardToken[] = [];
  for (const one of claim) tokens.push(...partsOf(one, titled));
  return withoutFillers(withChanges(withRuns(withBounds(merged(withoutPronouns(tokens))))));
}

/** The tokens of one written token, the first and last with what stood around it. */
function partsOf(one: ClaimToken, titled: boolean): GuardToken[] {
  const parts = splitToken(one, titled);
  const [first] = parts;
  if (one.article === true && first !== undefined) parts[0] = { ...first, article: true };
  const last = parts.at(-1);
  if (one.pause === true && last !== undefined) parts[parts.length - 1] = { ...last, pause: true };
  return parts;
}

function splitToken(one: ClaimToken, titled: boolean): GuardToken[] {
  if (UNSPACED.test(one.norm)) {
    return [...one.norm.matchAll(/[\p{L}\p{M}\p{N}_]|[^\s\p{L}\p{M}\p{N}_]+/gu)].map(([piece]) =>
      token(/[\p{L}\p{N}]/u.test(piece) ? "word" : "operator", `c:${piece}`, piece),
    );
  }
  const named = !titled && !one.opens && /^\p{Lu}/u.test(one.raw) && one.raw !== "I";
  if (/^[\p{L}\p{M}]+$/u.test(one.norm) && one.norm === one.norm.toLowerCase()) return [plainToken(one, named)];
  return splitMarks(one.norm).map((part) => {
    if (part.text === "&") return wordToken("and", "&", false);
    if (part.operator) return token("operator", `s:${part.text}`, part.text);
    return classify(part.text, named && /^\p{Lu}/u.test(part.text));
  });
}

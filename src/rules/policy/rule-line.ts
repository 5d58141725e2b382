/** The line of a rule: made of an entry's own words without a model, or given by somebody and held against its entries. */
import { claimOf, type Entry, ruleWordingOf } from "../../entry/entry.js";
import { ID_FORM } from "../../entry/id-form.js";
import { compareClaims } from "../../guard/change-guard.js";
import type { Difference } from "../../guard/difference.js";
import { type GuardToken, sameLetters } from "../../guard/token.js";
import { guardTokens } from "../../guard/tokens.js";
import { LOWER_CASE_NAMES } from "../../guard/words.js";
import { withNextTime, withPractice } from "./next-time.js";
import { lengthOf, MAX_RULE } from "./rule.js";

/** Takes off what would give a line structure of its own: comments, marks of lists, headings, quotes and fences. */
export function flat(text: string): string {
  let line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/[\p{Cf}\u{e0000}-\u{e007f}]/gu, (char) => (char === "\u200d" || char === "\u200c" ? char : ""))
    .replace(/`{3,}|~{3,}/g, " ");
  // Taking one mark out may join two halves of another.
  while (/<!--|-->|<!-/.test(line)) line = line.replace(/<!-+|-->/g, " ");
  return line
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/^(?:(?:[-*+>]|#{1,6}|\d+[.)]|\[[ xX]\]) +|>+ *)+/u, "")
    .trim();
}

/** How an entry may be said as a rule, the fullest first. */
function sayings(entry: Entry): string[] {
  const rule = ruleWordingOf(entry);
  if (rule !== undefined) return [flat(rule)];
  const claim = flat(claimOf(entry));
  if (entry.type === "correction") {
    const next = entry.behavioral_change;
    return next === undefined ? [claim] : [withNextTime(claim, flat(next)), claim];
  }
  if (entry.type !== "insight") return [claim];
  const applications = (entry.applications ?? []).map(flat);
  return [...applications.keys()]
    .reverse()
    .map((last) => withPractice(claim, applications.slice(0, last + 1)))
    .concat(claim);
}

/**
 * `rule`, else what holds and then how: a correction with what to do next time, an insight with what it is good for, the
 * lesson of an outcome. One line of at most 240 characters, without structure. How goes first where it is too long;
 * undefined when what holds is, for a rule is never less than its entry said, and when no line can be made of its words.
 */
export function distilled(entry: Entry, lesson?: string): string | undefined {
  const lines = lesson === undefined ? sayings(entry) : [flat(lesson)];
  return lines.find((line) => lengthOf(line) <= MAX_RULE && /[\p{L}\p{N}]/u.test(line));
}

/**
 * The line an entry gave before how stood behind what holds. A rule that was worded then says no less than its author
 * said then: nobody worded the entry anew.
 */
export function earlierLine(entry: Entry): string | undefined {
  if (entry.type === "memory") return undefined;
  const change = entry.type === "correction" ? entry.behavioral_change : undefined;
  const claim = entry.type === "insight" ? entry.insight : claimOf(entry);
  const lesson = entry.type === "outcome" ? entry.lesson : undefined;
  return flat(ruleWordingOf(entry) ?? change ?? lesson ?? firstSentence(flat(claim)));
}

/** The first sentence; a full stop within a number, a path or a name ends none. */
function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s+[\p{Lu}\p{N}"'`(]|$)/u.exec(text)?.[0] ?? text;
}

const LINE_ENDS = /[\n\r\v\f\u0085\u2028\u2029]/u;
const CONTROL = /(?![\n\r\v\f\u0085])[\p{Cc}\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;
/** What would begin a list, a heading, a quote, a fence or a table of its own. */
const STRUCTURE = /^(?:[-*+>|]\s|#{1,6}\s|\d+[.)]\s|\[[ xX]\]\s|>)|`{3,}|~{3,}/u;
const MARKS = /<!-|-->|<!\[|tenet:(?:begin|end)\b/iu;
const FORGED_IDS = new RegExp(String.raw`\b${ID_FORM}\b`, "u");

/** Everything that keeps a text from being the one line of a rule; plain words that follow "it". */
export function lineTroubles(text: string): string[] {
  const trimmed = text.trim();
  const troubles: string[] = [];
  if (!/[\p{L}\p{N}]/u.test(trimmed)) return ["says nothing"];
  if (lengthOf(trimmed) > MAX_RULE) troubles.push(`has ${lengthOf(trimmed)} characters, ${MAX_RULE} at most`);
  if (LINE_ENDS.test(trimmed)) troubles.push("has several lines");
  if (CONTROL.test(trimmed)) troubles.push("holds control characters");
  if (MARKS.test(trimmed)) troubles.push("holds a comment mark or a mark of tenet's own");
  if (FORGED_IDS.test(trimmed)) troubles.push("holds an entry's id; the ids are added by tenet");
  if (STRUCTURE.test(trimmed))
    troubles.push("begins or holds a structure of its own (a list, a heading, a quote, a fence)");
  return troubles;
}

/** What an entry says, for comparison: the line it gives by itself, its other statements, and all of its words. */
export interface Says {
  /** The line that the rule would be made of. */
  line: string;
  /** Statements that the words may follow just as well: its claim, its author's own wording. */
  statements: readonly string[];
  /** Everything its author wrote: what numbers, paths and names may come from. */
  words: readonly string[];
}

const AMOUNTS: ReadonlySet<string> = new Set(["number", "date", "version"]);

/** Amounts by their digits, so that "version 2.3" is still there in "2.3": another unit is the change guard's business. */
function amountsIn(tokens: readonly GuardToken[]): Map<string, string> {
  const found = tokens.flatMap(({ kind, key, raw, word }): [string, string][] => {
    if (!AMOUNTS.has(kind)) return [];
    const digits = raw.match(/\d+/g)?.join(".");
    if (digits !== undefined) return [[digits, raw]];
    // "the first", "one more": words that say where, not how much.
    return key.startsWith("o:") || word === "one" ? [] : [[key, raw]];
  });
  return new Map(found);
}

const THINGS: ReadonlySet<string> = new Set(["path", "identifier", "name"]);
/** They look like names and name nothing. */
const NAMELESS = /^(?:e\.g|i\.e|a\.m|p\.m|n\/a|and\/or|i'\p{L}+|[^\p{L}\p{N}]+)$/iu;
/** Behind a colon a capital says as little as at a sentence's start. */
const OPENING = /(?<=: )\p{Lu}(?=\p{Ll})/gu;
/** Words of German, in which every noun has a capital. */
const GERMAN = /(?:^|\s)(?:der|das|und|nicht|ist|für|wird|ein|eine|kein|keine|nie|vor|zu)(?=[\s,.;:]|$)/iu;
const CAPITAL_WORD = /^\p{Lu}[\p{Ll}-]+$/u;

/** What is named and stands among none of the known tokens. */
function newThings(tokens: readonly GuardToken[], known: readonly GuardToken[], isGerman: boolean): string[] {
  const isNoun = ({ raw, word }: GuardToken) => isGerman && CAPITAL_WORD.test(raw) && !LOWER_CASE_NAMES.has(word);
  return tokens
    .filter((one) => THINGS.has(one.kind) && !NAMELESS.test(one.raw) && !isNoun(one))
    .filter((one) => !known.some((other) => other.key === one.key || sameLetters(other, one)))
    .map(({ raw }) => raw);
}

/** Amounts, paths, identifiers and names that a text brings in, as a sentence each; other words may be new. */
function broughtIn(text: string, words: readonly string[]): string[] {
  const plain = text.replace(OPENING, (letter) => letter.toLowerCase());
  const [tokens, known] = [guardTokens(plain), words.flatMap(guardTokens)];
  const there = amountsIn(known);
  const amounts = [...amountsIn(tokens)].filter(([key]) => !there.has(key)).map(([, raw]) => raw);
  const things = newThings(tokens, known, GERMAN.test(words.join(" ")));
  return [...amounts, ...things].map((raw) => `"${raw}" stands in none of its entries.`);
}

/** Differences that make a rule say something else; another order, filler or a stronger word do not. */
function isTelling({ kind, a, b, narrows }: Difference): boolean {
  switch (kind) {
    case "number":
    case "date":
    case "version":
    case "path":
    case "identifier":
    case "name":
    case "negation":
    case "exception":
      return true;
    case "antonym":
      return narrows !== true;
    case "quantifier":
      return a !== undefined;
    case "direction":
    case "operator":
      return a !== undefined && b !== undefined;
    default:
      return false;
  }
}

const SHORTEST_WORD = 4;
/** So much of what is said must come from the entries: other words are fine, another subject is not. */
const COMMON_SHARE = 1 / 4;

function contentWords(text: string): Set<string> {
  const counts = ({ kind, word }: GuardToken) => (kind === "word" ? word.length >= SHORTEST_WORD : kind !== "operator");
  return new Set(
    guardTokens(text)
      .filter(counts)
      .map(({ key }) => key),
  );
}

function shareOf(text: string, known: readonly string[]): number {
  const words = [...contentWords(text)];
  const there = new Set(known.flatMap((one) => [...contentWords(one)]));
  return words.length === 0 ? 1 : words.filter((word) => there.has(word)).length / words.length;
}

/** Differences by which a sentence about entries would say what none of them says; what it leaves out is its own choice. */
function isInvented(difference: Difference): boolean {
  const { kind, b } = difference;
  if (kind === "path" || kind === "identifier" || kind === "name") return b !== undefined;
  return isTelling(difference) && !AMOUNTS.has(kind);
}

/** What a sentence of prose invents or turns around against the entries it names; plain sentences, empty when nothing. */
export function inventedTroubles(text: string, entries: readonly Says[]): string[] {
  const words = entries.flatMap((one) => one.words);
  const troubles = broughtIn(text, words);
  const whole = entries.map(({ line }) => line.replace(/[.\s]+$/, "")).join(". ");
  const others = entries.length === 1 ? (entries[0]?.statements ?? []) : [];
  const tellings = [whole, ...others].map((one) => compareClaims(one, text).differences.filter(isInvented));
  if (!tellings.some((found) => found.length === 0))
    troubles.push(...(tellings[0] ?? []).map(({ message }) => message));
  if (shareOf(text, words) < COMMON_SHARE) troubles.push("It has little in common with what its entries say.");
  return [...new Set(troubles)];
}

/** What the words lose, change or invent against the entries they stand for; plain sentences, empty when nothing. */
export function meaningTroubles(text: string, entries: readonly Says[]): string[] {
  const words = entries.flatMap((one) => one.words);
  const troubles = broughtIn(text, words);
  const amounts = amountsIn(guardTokens(text));
  for (const [key, raw] of amountsIn(entries.flatMap(({ line }) => guardTokens(line)))) {
    if (!amounts.has(key)) troubles.push(`"${raw}" is lost.`);
  }
  const whole = entries.map(({ line }) => line.replace(/[.\s]+$/, "")).join(". ");
  const related = (one: string) => shareOf(text, [one]) >= COMMON_SHARE;
  const others = entries.length === 1 ? (entries[0]?.statements ?? []).filter(related) : [];
  const tellings = [whole, ...others].map((one) => compareClaims(one, text).differences.filter(isTelling));
  const [first = []] = tellings;
  if (!tellings.some((found) => found.length === 0)) {
    troubles.push(
      ...first.filter(({ kind }) => !AMOUNTS.has(kind) || troubles.length === 0).map(({ message }) => message),
    );
  }
  if (entries.length > 0 && shareOf(text, words) < COMMON_SHARE)
    troubles.push("It has little in common with what its entries say.");
  return [...new Set(troubles)];
}

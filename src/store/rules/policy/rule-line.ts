/** The line of a rule: made of an entry's own words without a model, or given by somebody and held against its entries. */
import { claimOf, type Entry, ruleWordingOf } from "../../../entry/entry.js";
import { ID_FORM } from "../../../entry/id-form.js";
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
 * Lines that earlier versions made of the same words: what holds alone, how in its place, or how in lower case behind it. A
 * rule that was worded from one of them says no less than its author said then: nobody worded the entry anew.
 */
export function earlierLines(entry: Entry): string[] {
  if (entry.type === "memory") return [];
  const change = entry.type === "correction" ? entry.behavioral_change : undefined;
  const claim = entry.type === "insight" ? entry.insight : claimOf(entry);
  const lesson = entry.type === "outcome" ? entry.lesson : undefined;
  const alone = flat(ruleWordingOf(entry) ?? change ?? lesson ?? firstSentence(flat(claim)));
  return [alone, ...sayings(entry).flatMap((line) => [line, loweredHow(line)])];
}

/** A line as it was put together when the capital behind `next time:` or `in practice:` was made small. */
const loweredHow = (line: string): string =>
  line.replace(/(?<=; )next time[:,]? |(?<=; (?:next time|in practice): )\p{Lu}/giu, (found) =>
    found.length === 1 ? found.toLowerCase() : "next time: ",
  );

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

/** What an entry says, for comparison: the line it gives by itself, its statements, and all of its words. */
export interface Says {
  /** The line that the rule would be made of. */
  line: string;
  /** Its claim, and its author's own wording. */
  statements: readonly string[];
  /** Everything its author wrote: what numbers may come from. */
  words: readonly string[];
}

/** Words that turn a sentence round, in English and German: asked only of wordings that somebody gives a rule or a page. */
const NEGATION =
  /(?<![\p{L}\p{N}_-])(?:no|(?:can)?not|never|without|nicht|nie|kein\p{L}*)(?![\p{L}\p{N}_-])|n['’]t(?!\p{L})/iu;
const NUMBER = /\p{Nd}+(?:[.,:/-]\p{Nd}+)*/gu;

const isNegated = (text: string): boolean => NEGATION.test(text);
const numbersIn = (text: string): string[] => text.normalize("NFKC").match(NUMBER) ?? [];

/**
 * What a wording invents or turns round against what it stands for (`these`); plain sentences, empty when nothing. Only
 * numbers and negations are held against them: whether the words say the same is for whoever decides.
 */
export function wordingTroubles(text: string, entries: readonly Says[], these = "its entries"): string[] {
  const known = new Set(entries.flatMap(({ words }) => words).flatMap(numbersIn));
  const troubles = numbersIn(text)
    .filter((number) => !known.has(number))
    .map((number) => `"${number}" stands in none of ${these}.`);
  if (isNegated(text)) {
    if (!entries.some(({ words }) => words.some(isNegated))) troubles.push(`It is negated, and none of ${these} is.`);
  } else if (entries.length > 0 && entries.every(({ line }) => isNegated(line)))
    troubles.push(`It is not negated, and what ${these} say is.`);
  return [...new Set(troubles)];
}

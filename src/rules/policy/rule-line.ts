/** Makes the line of a rule from an entry's own words without a model, or checks given words against its entries. */
import { claimOf, type Entry, ratedOf } from "../../entry/entry.js";
import { ID_FORM } from "../../entry/id-form.js";
import { withNextTime, withPractice } from "./next-time.js";
import { lengthOf, MAX_RULE } from "./rule.js";

/** Removes Markdown structure from a line: comments, list marks, headings, quotes and fences. */
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

/** Wordings of an entry as a rule, the fullest first. */
function sayings(entry: Entry): string[] {
  const { rule } = ratedOf(entry);
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

const LINE_ENDS = /[\n\r\v\f\u0085\u2028\u2029]/u;
const CONTROL = /(?![\n\r\v\f\u0085])[\p{Cc}\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;
/** Beginnings of a list, heading, quote, fence or table. */
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

/** The words of an entry for comparison: its line, its statements, and all of its text. */
export interface Says {
  /** The line that the rule would be made of. */
  line: string;
  /** Its claim, and its author's own wording. */
  statements: readonly string[];
  /** Everything its author wrote: what numbers may come from. */
  words: readonly string[];
}

/** Negations in English and German. Used only to check given wordings of rules and pages. */
const NEGATION =
  /(?<![\p{L}\p{N}_-])(?:no|(?:can)?not|never|without|nicht|nie|kein\p{L}*)(?![\p{L}\p{N}_-])|n['’]t(?!\p{L})/iu;
const NUMBER = /\p{Nd}+(?:[.,:/-]\p{Nd}+)*/gu;

const isNegated = (text: string): boolean => NEGATION.test(text);
const numbersIn = (text: string): string[] => text.normalize("NFKC").match(NUMBER) ?? [];

/**
 * Numbers that a wording invents and negations that it adds, compared with its entries (`these`); plain sentences, empty
 * when there are none. Nothing else is compared: the person who decides judges the meaning.
 */
export function wordingTroubles(text: string, entries: readonly Says[], these = "its entries"): string[] {
  const numbersInEntries = new Set(entries.flatMap(({ words }) => words).flatMap(numbersIn));
  const troubles = numbersIn(text)
    .filter((number) => !numbersInEntries.has(number))
    .map((number) => `"${number}" stands in none of ${these}.`);
  if (isNegated(text)) {
    if (!entries.some(({ words }) => words.some(isNegated))) troubles.push(`It is negated, and none of ${these} is.`);
  } else if (entries.length > 0 && entries.every(({ line }) => isNegated(line)))
    troubles.push(`It is not negated, and what ${these} say is.`);
  return [...new Set(troubles)];
}

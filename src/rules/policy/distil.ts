/** The one line an entry becomes, without a model: its author's own words, made fit for a list. */

import { claimOf, type Entry } from "../../entry/entry.js";
import { changeGuard } from "../../guard/change-guard.js";
import { lengthOf, MAX_RULE } from "./rule.js";

/** Takes off what would give a line structure of its own: comments, marks of lists, headings, quotes and fences. */
export function flat(text: string): string {
  let line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\p{Cf}/gu, (char) => (char === "\u200d" || char === "\u200c" ? char : ""))
    .replace(/`{3,}|~{3,}/g, " ");
  // Taking one mark out may join two halves of another.
  while (/<!--|-->|<!-/.test(line)) line = line.replace(/<!-+|-->/g, " ");
  return line
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/^(?:(?:[-*+>]|#{1,6}|\d+[.)]|\[[ xX]\]) +|>+ *)+/u, "")
    .trim();
}

/** The first sentence; a full stop within a number, a path or a name ends none. */
function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s+[\p{Lu}\p{N}"'`(]|$)/u.exec(text)?.[0] ?? text;
}

const CHANGES_MEANING: ReadonlySet<string> = new Set(["negation", "exception", "quantifier", "antonym"]);

/** Whether the words cut off would have changed what the rest says: "..., unless the owner agrees". */
function cutChanges(whole: string, kept: string): boolean {
  return changeGuard(whole, kept).some(
    ({ kind, a, b }) => CHANGES_MEANING.has(kind) && a !== undefined && b === undefined,
  );
}

/**
 * A line that is short enough: itself, its first sentence, or cut between two words. Undefined where what would be cut
 * off turns the rest into something else: half a rule is worse than none.
 */
function fitting(text: string): string | undefined {
  if (lengthOf(text) <= MAX_RULE) return text;
  const sentence = firstSentence(text);
  if (lengthOf(sentence) <= MAX_RULE) return cutChanges(text, sentence) ? undefined : sentence;
  const cut = [...text].slice(0, MAX_RULE - 1).join("");
  const space = cut.lastIndexOf(" ");
  const kept = (space > cut.length / 2 ? cut.slice(0, space) : cut).replace(/[\u200d\u200c\s,;:–—-]+$/u, "");
  return cutChanges(text, kept) ? undefined : `${kept}…`;
}

/**
 * `rule`, else `behavioral_change`, `lesson`, or the first sentence of the claim: one line of at most 200 characters,
 * without structure. Undefined when no line can be made of its words.
 */
export function distilled(entry: Entry, lesson?: string): string | undefined {
  const change = entry.type === "correction" ? entry.behavioral_change : undefined;
  const learned = entry.type === "outcome" ? entry.lesson : undefined;
  const words = lesson ?? (entry.type === "memory" ? undefined : entry.rule) ?? change ?? learned;
  const line = fitting(words === undefined ? firstSentence(flat(claimOf(entry))) : flat(words));
  return line !== undefined && /[\p{L}\p{N}]/u.test(line) ? line : undefined;
}

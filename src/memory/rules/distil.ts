/** The one line an entry becomes, without a model: its author's own words, made fit for a list. */
import { claimOf, type Entry } from "../entry.js";
import { MAX_RULE } from "./rule.js";

/** What would give a line structure of its own: comments, marks of lists, headings, quotes and fences. */
function flat(text: string): string {
  return text
    .replace(/<!--|-->/g, " ")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, (run) => (run === "\u200d" || run === "\u200c" ? run : " "))
    .replace(/\s+/gu, " ")
    .replace(/^(?:[-*+>#]+ +|\d+[.)] +|\[[ xX]\] +)+/u, "")
    .replace(/`{3,}|~{3,}/g, "")
    .trim();
}

/** The first sentence; a full stop within a number, a path or a name ends none. */
function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s+[\p{Lu}\p{N}"'`(]|$)/u.exec(text)?.[0] ?? text;
}

function fitting(text: string): string {
  if (text.length <= MAX_RULE) return text;
  const cut = text.slice(0, MAX_RULE);
  const space = cut.lastIndexOf(" ");
  const kept = space > MAX_RULE / 2 ? cut.slice(0, space) : cut.slice(0, MAX_RULE - 1);
  return `${kept.replace(/[\ud800-\udbff]$/, "").replace(/[\s,;:–—-]+$/u, "")}…`;
}

/**
 * `rule`, else `behavioral_change`, `lesson`, or the first sentence of the claim: one line of at most 200 characters,
 * without structure. Undefined when nothing is left of it.
 */
export function distilled(entry: Entry, lesson?: string): string | undefined {
  const own = "rule" in entry ? entry.rule : undefined;
  const change = entry.type === "correction" ? entry.behavioral_change : undefined;
  const learned = entry.type === "outcome" ? entry.lesson : undefined;
  const words = lesson ?? own ?? change ?? learned ?? firstSentence(flat(claimOf(entry)));
  const line = fitting(flat(words));
  return /[\p{L}\p{N}]/u.test(line) ? line : undefined;
}

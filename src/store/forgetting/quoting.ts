/** Records in which words of others stand: edits and decisions that quote them, and answers that repeat their question. */
import {
  type Correction,
  type Decision,
  type Edit,
  type Entry,
  type Memory,
  type Patch,
  wordingsOf,
} from "../../entry/entry.js";
import { renewedDecisions } from "../../entry/gates/pins.js";
import { wordsOf } from "../../entry/gates/redaction.js";
import type { Change } from "../change/change.js";
import { distilled } from "../rules/policy/rule-line.js";
import type { RemainingEntry } from "./selection.js";
import { bare, TextMatcher } from "./text-matcher.js";

/** Every text of an entry's author, and the line it would be as a rule. */
export const textsOf = (entry: Entry): string[] => wordsOf(entry, distilled(entry));

/** Recognises the words of some entries. */
export const matcherOf = (entries: readonly Entry[]): TextMatcher =>
  new TextMatcher({ ids: [], texts: entries.flatMap(textsOf), words: [] });

type Quoting = Edit | Decision | Memory | Correction;
type Gone = ReadonlyMap<string, Entry>;
/** The struck part of a record, and the reason. */
type Struck = { patch: Patch; why: string };

/** Every record that stays and quotes what goes, with `mark` in the place of the words. */
export async function quotingRecords(change: Change, goneEntries: Gone, mark: string): Promise<RemainingEntry[]> {
  const { tree } = change;
  const all = [...goneEntries.values()];
  const matcher = matcherOf(all);
  // Decisions are worded alike: their sentences tell none from another.
  const undecided = matcherOf(all.filter(({ type }) => type !== "decision"));
  const struckFrom = (entry: Quoting): Struck => {
    if (entry.type === "edit") return struckFromEdit(entry, goneEntries, matcher, mark);
    if (entry.type === "decision") return struckFromDecision(entry, goneEntries, undecided, mark);
    return struckFromAnswer(entry, goneEntries, mark);
  };
  const questions = new Set(all.flatMap(({ id, type }) => (type === "question" ? [id] : [])));
  const answers = tree
    .naming(questions, "derived_from")
    .filter(({ type }) => type === "memory" || type === "correction");
  const heads = [...tree.where({ type: "edit" }), ...tree.where({ type: "decision" }), ...answers];
  const ids = heads.flatMap(({ id }) => (goneEntries.has(id) ? [] : [id]));
  return (ids.length === 0 ? [] : await tree.load(ids)).flatMap(({ entry }): RemainingEntry[] => {
    const { patch, why } = struckFrom(entry as Quoting);
    const fields = Object.keys(patch);
    if (fields.length === 0) return [];
    const says = [`its ${fields.join(" and ")} struck: ${why}`];
    return [{ entry, patch: { ...patch, ...renewedDecisions(entry, patch) }, says }];
  });
}

const QUOTES = "it quotes it";

/**
 * The struck fields of an edit. Original and final text, two versions of one, both go when the edit derives from a
 * forgotten entry or quotes it; other fields go only when they quote it.
 */
function struckFromEdit(edit: Edit, goneEntries: Gone, matcher: TextMatcher, mark: string): Struck {
  const { linked = [], derived_from = [], original, final } = edit;
  const isMadeOf = edit.target !== undefined && [...linked, ...derived_from].some((id) => goneEntries.has(id));
  const isQuoted = isMadeOf || [original, final].some((text) => text !== undefined && matcher.matches(text));
  const struckFields = (["original", "final", "context", "why"] as const).filter((field) => {
    const text = edit[field];
    if (text === undefined || text === mark) return false;
    return (isQuoted && (field === "original" || field === "final")) || matcher.matches(text);
  });
  const patch = Object.fromEntries(struckFields.map((field) => [field, mark]));
  return { patch, why: isMadeOf ? "it is of a rule made from it" : QUOTES };
}

/** Whatever holds the words; of an entry that it was about the claim or the line of its rule, however short. */
function struckFromDecision(decision: Decision, goneEntries: Gone, matcher: TextMatcher, mark: string): Struck {
  const forgottenSources = (decision.derived_from ?? []).flatMap((id) => goneEntries.get(id) ?? []);
  const lines = forgottenSources
    .flatMap((one) => [...wordingsOf(one), distilled(one) ?? ""].map(bare))
    .filter((line) => line !== "");
  const without = (text: string) => {
    const isQuoting = matcher.matches(text) || lines.some((line) => ` ${bare(text)} `.includes(` ${line} `));
    return isQuoting ? mark : text;
  };
  const patch: Patch = {};
  for (const field of ["situation", "action", "rationale", "context", "at_risk"] as const) {
    const text = decision[field];
    if (text !== undefined && without(text) !== text) patch[field] = mark;
  }
  const { alternatives = [] } = decision;
  const next = alternatives.map(without);
  if (next.some((text, at) => text !== alternatives[at])) patch["alternatives"] = next;
  return { patch, why: QUOTES };
}

/** The question with which an answer begins: the answer itself is its author's, and stays. */
function struckFromAnswer(answer: Memory | Correction, goneEntries: Gone, mark: string): Struck {
  const [field, text] =
    answer.type === "memory"
      ? (["content", answer.content] as const)
      : (["corrected_to", answer.corrected_to] as const);
  for (const id of answer.derived_from ?? []) {
    const question = goneEntries.get(id);
    if (question?.type !== "question" || !text.startsWith(question.question)) continue;
    return { patch: { [field]: `${mark}${text.slice(question.question.length)}` }, why: QUOTES };
  }
  return { patch: {}, why: QUOTES };
}

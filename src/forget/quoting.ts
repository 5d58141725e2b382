/** Edits and decisions in which words of others stand, and answers that begin with their question. */
import type { Entry, Patch } from "../entry/entry.js";
import { renewedDecisions } from "../entry/gates/pins.js";
import { wordsOf } from "../entry/gates/redaction.js";
import { distilled } from "../rules/policy/rule-line.js";
import type { Change } from "../store/change/change.js";
import type { RemainingEntry } from "./selection.js";
import { TextMatcher } from "./text-matcher.js";

/** Every text of an entry's author, and the line it would be as a rule. */
export const textsOf = (entry: Entry): string[] => wordsOf(entry, distilled(entry));

/** Recognises the words of some entries. */
export const matcherOf = (entries: readonly Entry[]): TextMatcher =>
  new TextMatcher({ ids: [], texts: entries.flatMap(textsOf) });

/** Every record that stays and quotes what goes, with `mark` in the place of the words. */
export async function quotingRecords(
  { tree }: Change,
  goneEntries: ReadonlyMap<string, Entry>,
  mark: string,
): Promise<RemainingEntry[]> {
  const matcher = matcherOf([...goneEntries.values()]);
  const questions = new Set([...goneEntries.values()].flatMap(({ id, type }) => (type === "question" ? [id] : [])));
  const answers = tree.naming(questions, "derived_from").filter(({ type }) => type !== "edit" && type !== "decision");
  const heads = [...tree.where({ type: "edit" }), ...tree.where({ type: "decision" }), ...answers];
  const ids = heads.flatMap(({ id }) => (goneEntries.has(id) ? [] : [id]));
  return (ids.length === 0 ? [] : await tree.load(ids)).flatMap(({ entry }): RemainingEntry[] => {
    const fields: Patch = { ...entry };
    const struck = entry.type === "edit" || entry.type === "decision" ? FIELDS : [];
    const patch = Object.fromEntries([
      ...struck.flatMap((field) => {
        const next = matcher.without(fields[field], mark);
        return next === fields[field] ? [] : [[field, next]];
      }),
      ...struckFromAnswer(entry, goneEntries, mark),
    ]);
    if (Object.keys(patch).length === 0) return [];
    const says = [`its ${Object.keys(patch).join(" and ")} struck: it quotes it`];
    return [{ entry, patch: { ...patch, ...renewedDecisions(entry, patch) }, says }];
  });
}

/** Texts in which they quote. */
const FIELDS = ["original", "final", "context", "why", "situation", "action", "rationale", "at_risk", "alternatives"];

/** The question with which an answer begins: the answer itself is its author's, and stays. */
function struckFromAnswer(answer: Entry, goneEntries: ReadonlyMap<string, Entry>, mark: string): [string, string][] {
  if (answer.type !== "memory" && answer.type !== "correction") return [];
  const [field, text] = answer.type === "memory" ? ["content", answer.content] : ["corrected_to", answer.corrected_to];
  for (const id of answer.derived_from ?? []) {
    const question = goneEntries.get(id);
    if (question?.type !== "question" || !text.startsWith(question.question)) continue;
    return [[field, `${mark}${text.slice(question.question.length)}`]];
  }
  return [];
}

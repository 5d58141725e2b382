/**
 * Puts cases of a replay to `commands.eval`: each from a context without the version and from one with it. The context
 * is today's, without entries learned from the case except for the rules. Called by `tenet versions diff VERSION`.
 */

import type { Context } from "../context.js";
import { claimOf, type Entry } from "../entry/entry.js";
import { repeatedLessons } from "../entry/lessons.js";
import { askProgram, type TrialContext } from "../recall/answer-program.js";
import { screenEntry } from "../screening/screen.js";
import type { Store } from "../store/open-store.js";
import { programHere, wordOf } from "../store/people/named-program.js";
import { derivedFrom, lessonOf } from "../store/replay/past.js";
import type { Replayed } from "../store/replay/replay-schemas.js";
import type { Rule } from "../store/rules/policy/rule.js";
import { defined } from "../text/defined.js";
import { shorten } from "../text/shorten.js";

/** A program may take minutes for each answer, and each case needs two. */
const MOST_ASKED = 5;
const LONGEST_ANSWER = 2_000;

type Answers = NonNullable<Replayed["answers"]>;
type Case = Replayed["cases"][number];

/** The situation of a case: the request of an edit, the context of a correction, or the earlier belief. */
function questionOf(entry: Entry): string {
  const before = entry.type === "correction" ? entry.prior_belief : undefined;
  return ("context" in entry ? entry.context : undefined) ?? before ?? claimOf(entry);
}

/** Line ends and spaces make no other answer. */
const folded = (text: string): string => text.replace(/\s+/g, " ").trim();

/** The cases before which a line of the version would have stood first, else the newest. */
function chooseCases(cases: readonly Case[]): Case[] {
  const isNew = ({ verdict }: Case) => verdict === "new";
  return [...cases.filter(isNew), ...cases.filter((one) => !isNew(one))].slice(0, MOST_ASKED);
}

/** What the program answers to cases without a change and with it; undefined where none runs here. */
export async function answersOf(
  ctx: Context,
  tree: Store,
  { before, after }: { before: readonly Rule[]; after: readonly Rule[] },
  cases: readonly Case[],
  contexts: (ctx: Context) => TrialContext,
): Promise<Answers | undefined> {
  const command = programHere(ctx, "eval", { asks: "tenet versions diff VERSION", instead: "No case was put to it." });
  if (command === undefined) return undefined;
  const askedCases = chooseCases(cases);
  const entries = new Map((await tree.load(askedCases.map(({ id }) => id))).map(({ entry }) => [entry.id, entry]));
  const lessons = repeatedLessons(tree);
  const contextOf = contexts({ ...ctx, warn: () => undefined });
  const answeredCases: Answers["cases"] = [];
  const bar = ctx.progress.start("Asking", askedCases.length * 2);
  try {
    for (const { id, at } of askedCases) {
      const entry = entries.get(id);
      if (entry === undefined) continue;
      const question = questionOf(entry);
      const lesson = lessonOf(lessons, id);
      const without = new Set([...lesson, ...derivedFrom(tree, lesson)]);
      const answer = async (rules: readonly Rule[]) => {
        if (ctx.signal.aborted) throw ctx.signal.reason;
        const context = await contextOf(question, { rules, without });
        const programAnswer = await askProgram(ctx, command, { id, question, context, results: [] });
        bar.step();
        return programAnswer;
      };
      const bothAnswers = [await answer(before), await answer(after)] as const;
      const texts = bothAnswers.map((one) => (typeof one === "string" ? undefined : one.answer));
      const failed = bothAnswers.find((one) => typeof one === "string");
      const differs = failed === undefined && folded(texts[0] ?? "") !== folded(texts[1] ?? "");
      const [first, second] = texts.map((text) => (text === undefined ? undefined : shorten(text, LONGEST_ANSWER)));
      answeredCases.push({ id, at, question, ...defined({ without: first, with: second, failed }), differs });
    }
  } finally {
    bar.stop();
  }
  // Neither an entry nor a program shall print a secret.
  const { value } = await screenEntry({ cases: answeredCases }, { mode: "redact", bidi: "strip" });
  return { by: wordOf(command), cases: [...value.cases] };
}

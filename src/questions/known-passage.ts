/** Looks into knowledge files for what answers a question. Called before a question is stored, outside the lock. */
import type { Bands } from "../config.js";
import type { Context } from "../context.js";
import { namesKnowledge } from "../knowledge/file-verdicts.js";
import type { FoundPassage } from "../knowledge/knowledge-schemas.js";
import type { RecallMode } from "../search/fusion.js";
import type { Search } from "../search/search.js";
import type { Store } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import { answersQuestion } from "./policy/asked-again.js";
import { mayAnswer, statementsOf } from "./policy/passage-statements.js";

/** A passage that answers, with the words of it that do. */
export interface KnownPassage extends Pick<FoundPassage, "file" | "line"> {
  statement: string;
}

/**
 * The nearest passage of knowledge files that says what is asked; undefined where none does, or the profile names none.
 * Sentences are compared by meaning as far as there are `bands`, else by their words.
 */
export async function knownPassage(
  ctx: Context,
  tree: Store,
  search: Search,
  { question, bands }: { question: string; bands: Bands | undefined },
): Promise<KnownPassage | undefined> {
  if (!namesKnowledge(ctx)) return undefined;
  const { MOST_PASSAGES, searchKnowledge } = await import("../knowledge/search-knowledge.js");
  const mode = ctx.profile.recall.mode as RecallMode;
  const wanted = { query: question, mode, limit: MOST_PASSAGES, near: true };
  for (const passage of await searchKnowledge(ctx, tree, wanted)) {
    for (const statement of statementsOf(question, passage)) {
      if (!mayAnswer(question, statement)) continue;
      const { text, isAnswer } = statement;
      const claim = isAnswer || bands === undefined ? undefined : await search.similarityTo(question, text);
      if (!isAnswer && !answersQuestion(question, { text, ...defined({ claim }) }, bands)) continue;
      return { file: passage.file, line: passage.line, statement: text };
    }
  }
  return undefined;
}

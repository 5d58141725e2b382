/** Closes the heard sentences that a capture records. Called by `capture.ts` and by runs that finish. */
import type { Context } from "../../context.js";
import { isFor, type Scoped } from "../../entry/gates/visible.js";
import { TenetError } from "../../errors.js";
import { closeHeard, type HeardSentence, mayRecord, readHeard } from "../../store/state/heard.js";
import { viewerOf } from "../../store/viewer.js";
import { claimHash } from "../../text/claims/canonical.js";
import type { Captured } from "../capture-schemas.js";
import type { CheckedDraft } from "../drafts/draft.js";

const namesOf = (ids: readonly string[]): string => ids.map((id) => id.toLowerCase()).join(", ");

/**
 * Notes which sentences a stored capture records, those that its author names and those in equal words, and adds that to
 * the answer. A failure only warns: the entry is stored, and the sentence is asked for again.
 */
export async function withHeardClosed(ctx: Context, draft: CheckedDraft, answer: Captured): Promise<Captured> {
  const { heard: names = [], fields } = draft;
  const { id: by, text, type, because } = answer;
  const says = (sentence: string): Captured => ({ ...answer, because: [...because, sentence] });
  if (by === undefined)
    return names.length === 0
      ? answer
      : says(`What was heard as ${namesOf(names)} stays open: activity records nothing.`);
  const viewer = await viewerOf(ctx);
  const sentences = readHeard(ctx.workspace).filter(({ user }) => isFor({ user }, viewer));
  const unknown = names.filter((name) => sentences.every(({ id }) => id !== name));
  if (unknown.length > 0) ctx.warn(`Nothing that was heard has the name ${namesOf(unknown)}.`);
  const entry: Scoped = { session: ctx.actor.session, ...fields, type };
  const isEqual = (one: HeardSentence) => claimHash(one.sentence) === claimHash(text) && mayRecord(entry, one);
  const isRecorded = (one: HeardSentence) => names.includes(one.id) || (one.closed === undefined && isEqual(one));
  const ids = sentences.filter(isRecorded).map(({ id }) => id);
  try {
    closeHeard(ctx, ids, by);
  } catch (thrown) {
    if (!(thrown instanceof TenetError)) throw thrown;
    ctx.warn(`What this records of what was heard could not be noted, and is asked for again: ${thrown.message}`);
    return answer;
  }
  return ids.length === 0 ? answer : says(`It records what was heard as ${namesOf(ids)}.`);
}

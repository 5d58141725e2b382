/**
 * Closes the heard sentences that captures record: those the author names, and those in equal words. Called by
 * `capture.ts`.
 */
import type { Context } from "../../context.js";
import type { Scoped } from "../../entry/gates/visible.js";
import { TenetError } from "../../errors.js";
import { type ClosedHeard, closeHeard, readHeard } from "../../store/state/heard.js";
import { type HeardSentence, mayRecord } from "../../store/state/hearing.js";
import { claimHash } from "../../text/claims/canonical.js";
import type { Captured } from "../capture-schemas.js";
import type { CheckedDraft } from "../drafts/draft.js";
import { heardNames } from "../drafts/draft-heard.js";

/**
 * Notes which heard sentences the captures record, and adds that to the answers. A failure only warns: the entries are
 * stored.
 */
export async function withHeardClosed(
  ctx: Context,
  drafts: readonly CheckedDraft[],
  captured: readonly Captured[],
): Promise<Captured[]> {
  try {
    return closeAndExplain(ctx, drafts, captured);
  } catch (thrown) {
    if (!(thrown instanceof TenetError)) throw thrown;
    ctx.warn(`What this records of what was heard could not be noted, and is asked for again: ${thrown.message}`);
    return [...captured];
  }
}

function closeAndExplain(ctx: Context, drafts: readonly CheckedDraft[], captured: readonly Captured[]) {
  const sentences = readHeard(ctx.workspace);
  const closedSentences: ClosedHeard[] = [];
  const answers = captured.map((answer, at): Captured => {
    const statedIds = drafts[at]?.heard ?? [];
    const { id: by, text, because } = answer;
    if (by === undefined)
      return statedIds.length === 0 ? answer : { ...answer, because: [...because, staysOpen(statedIds)] };
    const hash = claimHash(text);
    const entry: Scoped = { session: ctx.actor.session, ...drafts[at]?.fields, type: answer.type };
    const isEqual = (one: HeardSentence) => claimHash(one.sentence) === hash && mayRecord(entry, one);
    const equalSentences = sentences.filter((one) => one.closed === undefined && isEqual(one));
    const ids = [...new Set([...statedIds, ...equalSentences.map(({ id }) => id)])];
    closedSentences.push(...ids.map((id) => ({ id, by })));
    return ids.length === 0 ? answer : { ...answer, because: [...because, records(ids, answer)] };
  });
  closeHeard(ctx, closedSentences);
  return answers;
}

const staysOpen = (ids: readonly string[]): string =>
  `What was heard as ${heardNames(ids)} stays open: activity records nothing.`;

const records = (ids: readonly string[], { decision }: Captured): string =>
  decision === "buffered"
    ? `What was heard as ${heardNames(ids)} counts as recorded once this is stored.`
    : `It records what was heard as ${heardNames(ids)}.`;

/** Which sentences that were heard captures record: those that their authors name, and those in equal words. */
import type { Context } from "../context.js";
import type { Scoped } from "../entry/gates/visible.js";
import { type HeardSentence, mayRecord } from "../entry/heard.js";
import { TenetError } from "../errors.js";
import { type ClosedHeard, closeHeard, readHeard } from "../store/loop/heard.js";
import { claimHash } from "../text/canonical.js";
import type { Captured } from "./capture-schemas.js";
import type { CheckedDraft } from "./drafts/draft.js";
import { heardNames } from "./drafts/draft-heard.js";

/** What captures record of what was heard is noted, and said. They are stored by now: a note that fails loses nothing. */
export async function withHeardClosed(
  ctx: Context,
  drafts: readonly CheckedDraft[],
  captured: readonly Captured[],
): Promise<Captured[]> {
  try {
    return await closedBy(ctx, drafts, captured);
  } catch (thrown) {
    if (!(thrown instanceof TenetError)) throw thrown;
    ctx.warn(`What this records of what was heard could not be noted, and is asked for again: ${thrown.message}`);
    return [...captured];
  }
}

async function closedBy(ctx: Context, drafts: readonly CheckedDraft[], captured: readonly Captured[]) {
  const { sentences } = await readHeard(ctx.workspace);
  const closed: ClosedHeard[] = [];
  const answers = captured.map((answer, at): Captured => {
    const stated = drafts[at]?.heard ?? [];
    const { id: by, text, because } = answer;
    if (by === undefined) return stated.length === 0 ? answer : { ...answer, because: [...because, staysOpen(stated)] };
    const hash = claimHash(text);
    const entry: Scoped = { session: ctx.actor.session, ...drafts[at]?.fields, type: answer.type };
    const isEqual = (one: HeardSentence) => claimHash(one.sentence) === hash && mayRecord(entry, one);
    const equal = sentences.filter((one) => one.closed === undefined && isEqual(one));
    const ids = [...new Set([...stated, ...equal.map(({ id }) => id)])];
    closed.push(...ids.map((id) => ({ id, by })));
    return ids.length === 0 ? answer : { ...answer, because: [...because, records(ids, answer)] };
  });
  await closeHeard(ctx, closed);
  return answers;
}

const staysOpen = (ids: readonly string[]): string =>
  `What was heard as ${heardNames(ids)} stays open: activity records nothing.`;

const records = (ids: readonly string[], { decision }: Captured): string =>
  decision === "buffered"
    ? `What was heard as ${heardNames(ids)} counts as recorded once this is stored.`
    : `It records what was heard as ${heardNames(ids)}.`;

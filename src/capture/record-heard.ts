/** Which sentences that were heard captures record: those that their authors name, and those in equal words. */
import type { Context } from "../context.js";
import { mayRecord } from "../entry/heard.js";
import type { Scoped } from "../entry/visible.js";
import { TenetError } from "../errors.js";
import { type ClosedHeard, closeHeard, readHeard } from "../store/heard.js";
import { claimHash } from "../text/canonical.js";
import type { Captured } from "./capture-schemas.js";
import type { CheckedDraft } from "./drafts/draft.js";
import { heardNames } from "./drafts/draft-heard.js";

/** What captures record of what was heard is noted, and said. What is only activity records nothing. */
export async function withHeardClosed(
  ctx: Context,
  drafts: readonly CheckedDraft[],
  captured: readonly Captured[],
): Promise<Captured[]> {
  const { sentences } = await readHeard(ctx.workspace);
  if (sentences.length === 0) return [...captured];
  const closed: ClosedHeard[] = [];
  const answers = captured.map((answer, at) => {
    const stated = drafts[at]?.heard ?? [];
    const { id: by, text, because } = answer;
    if (by === undefined) return stated.length === 0 ? answer : { ...answer, because: [...because, staysOpen(stated)] };
    const hash = claimHash(text);
    const entry: Scoped = { session: ctx.actor.session, ...drafts[at]?.fields, type: answer.type };
    const equal = sentences.filter((one) => claimHash(one.sentence) === hash && mayRecord(entry, one));
    const ids = [...new Set([...stated, ...equal.map(({ id }) => id)])];
    closed.push(...ids.map((id) => ({ id, by })));
    return ids.length === 0 ? answer : { ...answer, because: [...because, records(ids, answer)] };
  });
  await closeHeard(ctx, closed).catch((thrown: unknown) => {
    if (!(thrown instanceof TenetError)) throw thrown;
    ctx.warn(`What it records of what was heard could not be noted, and is asked for again: ${thrown.message}`);
  });
  return answers;
}

const staysOpen = (ids: readonly string[]): string =>
  `What was heard as ${heardNames(ids)} stays open: activity records nothing.`;

const records = (ids: readonly string[], { decision }: Captured): string =>
  decision === "buffered"
    ? `What was heard as ${heardNames(ids)} counts as recorded once this is stored.`
    : `It records what was heard as ${heardNames(ids)}.`;

/**
 * Heard corrections that nobody recorded, as items of the review's queue. Called by `review-queue.ts` and the review.
 */
import type { Context } from "../context.js";
import { speakerOf } from "../entry/gates/attribution.js";
import { closeHeard, postponeHeard } from "../store/loop/heard.js";
import { laterUntil } from "../store/loop/question-log.js";
import { shownHeard } from "../store/loop/shown-heard.js";
import { requirePerson } from "../store/people/people-only.js";
import { defined } from "../text/defined.js";
import { ageInDays } from "../text/durations.js";
import type { HeardItem } from "./review-schemas.js";

/** The open sentences for this reader; with a contact only those of that contact. */
export async function heardItems(ctx: Context): Promise<HeardItem[]> {
  const { actor, clock, profile, steps } = ctx;
  const now = clock.now();
  const openSentences = (await shownHeard(ctx)).filter(
    ({ contact, later }) => contact === actor.contact && (later === undefined || new Date(later) <= now),
  );
  return openSentences.map(({ id, sentence: text, at: since, session, from, user, contact }): HeardItem => {
    const ref = id.toLowerCase();
    const speaker = speakerOf(user, profile.people);
    const said_by = user ?? speaker;
    const answers = [steps.heard(ref, text, { source: speaker, contact })];
    const item = { id, ref, text, session, from, answers, since, days: ageInDays(since, now) };
    return { kind: "heard", ...item, ...defined({ said_by }) };
  });
}

const INSTEAD = "Record it, or leave it: a person decides in tenet review.";

/** Closes sentences that a person says correct nothing. */
export async function dropHeard(ctx: Context, ids: readonly string[]): Promise<void> {
  requirePerson(ctx, "dropping what a person said", true, INSTEAD);
  await closeHeard(
    ctx,
    ids.map((id) => ({ id })),
  );
}

/** Postpones a sentence for a person. */
export async function leaveHeard(ctx: Context, id: string, later: string): Promise<void> {
  requirePerson(ctx, "putting off what a person said", true, INSTEAD);
  await postponeHeard(ctx, id, laterUntil(later, ctx.clock.now()));
}

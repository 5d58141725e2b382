/** Corrections in a person's words that nobody recorded, as a person decides on them. */
import type { Context } from "../context.js";
import { speakerOf } from "../entry/gates/attribution.js";
import { closeHeard, postponeHeard } from "../store/loop/heard.js";
import { laterUntil } from "../store/loop/question-log.js";
import { shownHeard } from "../store/loop/shown-heard.js";
import { requirePerson } from "../store/people/people-only.js";
import { defined } from "../text/defined.js";
import { ageInDays } from "../text/durations.js";
import type { HeardItem } from "./review-schemas.js";

/** Those that wait for this reader; of a contact's those alone where one is named. */
export async function heardItems(ctx: Context): Promise<HeardItem[]> {
  const { actor, clock, profile, steps } = ctx;
  const now = clock.now();
  const waiting = (await shownHeard(ctx)).filter(
    ({ contact, later }) => contact === actor.contact && (later === undefined || new Date(later) <= now),
  );
  return waiting.map(({ id, sentence: text, at: since, session, from, user, contact }): HeardItem => {
    const ref = id.toLowerCase();
    const speaker = speakerOf(user, profile.people);
    const said_by = user ?? speaker;
    const answers = [steps.heard(ref, text, { source: speaker, contact })];
    const said = { id, ref, text, session, from, answers, since, days: ageInDays(since, now) };
    return { kind: "heard", ...said, ...defined({ said_by }) };
  });
}

const INSTEAD = "Record it, or leave it: a person decides in tenet review.";

/** A person says that it corrects nothing: nobody is asked about these words again. */
export async function dropHeard(ctx: Context, ids: readonly string[]): Promise<void> {
  requirePerson(ctx, "dropping what a person said", true, INSTEAD);
  await closeHeard(
    ctx,
    ids.map((id) => ({ id })),
  );
}

/** A person wants to be asked about it again then. */
export async function leaveHeard(ctx: Context, id: string, later: string): Promise<void> {
  requirePerson(ctx, "putting off what a person said", true, INSTEAD);
  await postponeHeard(ctx, id, laterUntil(later, ctx.clock.now()));
}

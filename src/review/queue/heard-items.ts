/**
 * Heard corrections that nobody recorded, as items of the review's queue. Called by `review-queue.ts` and the review.
 */
import type { Context } from "../../context.js";
import { speakerOf } from "../../entry/gates/attribution.js";
import { requirePerson } from "../../store/profile/people-only.js";
import { closeHeard, heardStep } from "../../store/state/heard.js";
import { defined } from "../../text/defined.js";
import type { HeardItem, Made } from "../review-schemas.js";
import type { WaitingOf } from "../waiting/waiting.js";

/** A sentence with the command that records it. */
export function heardItem({ profile }: Context, { sentence: one }: WaitingOf<"heard">): Made<HeardItem> {
  const { id, sentence: text, session, from, user } = one;
  const ref = id.toLowerCase();
  const speaker = speakerOf(user, profile.people);
  const answers = [heardStep(one, text, profile.people)];
  return { kind: "heard", id, ref, text, session, from, answers, ...defined({ said_by: user ?? speaker }) };
}

const INSTEAD = "Record it, or leave it: a person decides in tenet review.";

/** Closes sentences that a person says correct nothing. */
export async function dropHeard(ctx: Context, ids: readonly string[]): Promise<void> {
  await requirePerson(ctx, "dropping what a person said", true, INSTEAD);
  closeHeard(ctx, ids);
}

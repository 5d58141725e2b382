/** The input of an answer about a pair, and the rights of its author. Called by `resolve.ts` and `resolve-line.ts`. */
import { type Answering, sidesOf } from "../capture/answers/answer-pair.js";
import type { Context } from "../context.js";
import type { PairAnswer } from "../entry/entry.js";
import { answererTier } from "../entry/gates/may-change.js";
import { tierOf } from "../entry/gates/trust.js";
import { cutsOf } from "../entry/near/near-cuts.js";
import type { Row } from "../store/open-store.js";
import { answeringPerson, provenanceHere } from "../store/profile/people-only.js";
import { stamp } from "../text/durations.js";

export type Resolution = PairAnswer | "open";

export interface ResolveInput {
  /** The entry that holds, or the exception. */
  a: string;
  /** Absent: the open pair of `a`. */
  b?: string | undefined;
  how: Resolution;
  reason?: string | undefined;
}

export interface NamedPair extends Omit<ResolveInput, "b"> {
  b: string;
  /** The claims that a person was shown, by id: about an entry that says something else by now nothing is answered. */
  shown?: Readonly<Record<string, string>>;
}

/** The author of an answer: a person at a terminal, or an agent with the trust of its session. */
export async function answeringOf(ctx: Context, a: Row, b?: Row): Promise<Answering> {
  const { actor, profile, clock } = ctx;
  const newer = b === undefined ? a : sidesOf(a, b).newer;
  const person = await answeringPerson(ctx);
  const own = tierOf(await provenanceHere(ctx)).tier;
  const typed = person !== undefined;
  const inSession = newer.session !== undefined && newer.session === actor.session;
  const tier = answererTier(own, { typed, inSession }, newer);
  const changer = { tier, typed };
  return {
    changer,
    by: person ?? actor.agent,
    at: stamp(clock.now()),
    mode: profile.apply_mode,
    cuts: cutsOf(profile),
  };
}

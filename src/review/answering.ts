/** The input of an answer about a pair, and the rights of its author. Called by `resolve.ts`. */
import { type Answering, bearerOf } from "../capture/answers/answer-pair.js";
import type { Side } from "../capture/answers/sides.js";
import type { Context } from "../context.js";
import type { PairAnswer, Tier } from "../entry/entry.js";
import { sessionOf } from "../entry/entry.js";
import { compareTiers } from "../entry/gates/trust.js";
import { entryOf } from "../store/cache/row.js";
import { answeringPerson, provenanceHere } from "../store/profile/people-only.js";
import { tierOf } from "../store/profile/tier-of.js";
import { stamp } from "../text/durations.js";

export type Resolution = PairAnswer | "open";

export interface ResolveInput {
  /** The entry that holds, or the exception; or a line that people wrote. */
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
export async function answeringOf(ctx: Context, a: Side, b: Side): Promise<Answering> {
  const { actor, clock } = ctx;
  const [newer] = bearerOf(a, b);
  const person = await answeringPerson(ctx);
  const own = tierOf(await provenanceHere(ctx)).tier;
  const inSession = sessionOf(entryOf(newer)) === actor.session;
  const tier = answererTier(own, { typed: person !== undefined, inSession }, newer);
  return { tier, by: person ?? actor.agent, at: stamp(clock.now()) };
}

/**
 * How far an answer about two entries is trusted. What a person types has that person's tier. An agent's has, in the
 * session of the capture, the lower of the newer entry's tier and `relayed`, later the agent's own.
 */
export function answererTier(
  own: Tier,
  { typed, inSession }: { typed: boolean; inSession: boolean },
  newer: { tier: Tier },
): Tier {
  if (typed || !inSession) return own;
  return compareTiers(newer.tier, "relayed") > 0 ? "relayed" : newer.tier;
}

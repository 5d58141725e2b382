/** The input of an answer about a pair, and the rights of its author. Called by `resolve.ts` and `resolve-line.ts`. */
import { type Answering, sidesOf } from "../capture/answer-pair.js";
import type { Context } from "../context.js";
import type { PairAnswer } from "../entry/entry.js";
import { answererTier } from "../entry/gates/may-change.js";
import { tierOf } from "../entry/gates/trust.js";
import { cutsOf } from "../entry/near/near-cuts.js";
import { laterUntil } from "../store/loop/question-log.js";
import type { EntryMeta } from "../store/open-store.js";
import { answeringPerson, provenanceHere } from "../store/people/people-only.js";
import { stamp } from "../text/durations.js";

export type Resolution = PairAnswer | "reopen";

export interface ResolveInput {
  /** The entry that holds, or the exception. */
  a: string;
  /** Absent: all open pairs of `a`. */
  b?: string | undefined;
  how: Resolution;
  /** For `later`: `5d`, `12h`, `2w`, a date. */
  later?: string | undefined;
  reason?: string | undefined;
  /** For `unrelated`: both stay linked, as `--both` of earlier versions did. */
  keepsLink?: boolean | undefined;
}

/** The longest time for which an agent postpones a pair. */
const LONGEST_LATER_DAYS = 30;
const DEFAULT_LATER = "5d";

export interface NamedPair extends Omit<ResolveInput, "b"> {
  b: string;
  /** The claims that a person was shown, by id: about an entry that says something else by now nothing is answered. */
  shown?: Readonly<Record<string, string>>;
}

/** The author of an answer: a person at a terminal, or an agent with the trust of its session. */
export async function answeringOf(ctx: Context, a: EntryMeta, b?: EntryMeta): Promise<Answering> {
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

/** The day until which a pair is postponed. A person who gives a reason leaves it open without an end. */
export function untilOf(
  { clock, warn }: Context,
  later: string | undefined,
  typed: boolean,
  reason?: string,
): string | undefined {
  if (later === undefined && typed && reason !== undefined) return undefined;
  const now = clock.now();
  const askedDate = laterUntil(later ?? DEFAULT_LATER, now);
  const latest = new Date(now.getTime() + LONGEST_LATER_DAYS * 24 * 3_600_000);
  if (typed || askedDate <= latest) return stamp(askedDate);
  warn(`An agent puts a pair off for ${LONGEST_LATER_DAYS} days at the most.`);
  return stamp(latest);
}

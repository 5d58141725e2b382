/** What saying something again counts and proves, in a form that can be taken back. Used by captures, answers and forgetting. */
import { defined } from "../text/defined.js";
import { type Entry, isLearning, type SeenBy, type Stick, type Tier } from "./entry.js";
import type { Attribution } from "./gates/attribution.js";
import { mayChange } from "./gates/may-change.js";

/** Does a repeat prove that the earlier one did not stick? */
export function mayRelapse(repeat: { tier: Tier }, earlier: { tier: Tier }): boolean {
  return mayChange({ tier: repeat.tier }, { tier: earlier.tier }, "relapse") === "yes";
}

/** Counts a repetition with who said it, so that it can be taken back. */
export function countAgain(
  counts: { seen?: number | undefined; seen_by?: readonly SeenBy[] | undefined },
  who: Attribution,
): { seen: number; seen_by: SeenBy[] } {
  const { agent, source, origin, session, run } = who;
  const by = defined({ agent, source, origin, session, run });
  const same = (one: SeenBy) =>
    (["agent", "source", "origin", "session", "run"] as const).every((field) => one[field] === by[field]);
  const list = counts.seen_by ?? [];
  const times = (list.find(same)?.times ?? 0) + 1;
  const seen_by = times > 1 ? list.map((one) => (same(one) ? { ...one, times } : one)) : [...list, { ...by, times }];
  return { seen: (counts.seen ?? 0) + 1, seen_by };
}

/** An answer with the one it takes the place of, so that it can be taken back. */
export function stickAfter(before: Stick | undefined, now: Stick): Stick {
  if (before === undefined || before.verdict === "unknown") return now;
  const { was: _, ...last } = before;
  return { ...now, was: last };
}

/** The newest answer to a learning; nothing else has one. */
export function stickOf(entry: Entry): Stick | undefined {
  return isLearning(entry) ? entry.stick : undefined;
}

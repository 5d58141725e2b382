/** Whether the clock may be believed. */
import type { Context } from "../../context.js";
import { daysBetween, HOUR_MS } from "../../text/durations.js";
import type { Store } from "../open-store.js";
import type { Questions } from "./question-log.js";

/** Beyond this gap since anything last happened, the clock is doubted. No workspace in use rests so long. */
const DOUBTFUL_DAYS = 366;

/** How long a doubted clock must stay there before anything expires by it. */
const STABLE_HOURS = 20;

/**
 * Whether the present may be taken at its word. `newest` is the latest moment anything is known to have happened,
 * `leapt` the moment at which a leap was first noticed.
 */
export function timeLeap(
  now: Date,
  newest: string | undefined,
  leapt: string | undefined,
): { doubted: boolean; leapt?: string; because?: string } {
  if (newest === undefined) return { doubted: false };
  const gap = daysBetween(newest, now);
  if (gap <= DOUBTFUL_DAYS) return { doubted: false };
  const since = leapt === undefined ? Number.NaN : now.getTime() - new Date(leapt).getTime();
  if (since >= STABLE_HOURS * HOUR_MS) return { doubted: false };
  // A moment noted in another wrong future has no meaning for this one.
  const noticed = since >= 0 ? leapt : undefined;
  return {
    doubted: true,
    leapt: noticed ?? now.toISOString(),
    because: `The clock stands ${Math.floor(gap)} days after anything that happened here. Nothing runs out by it until it has stayed so for ${STABLE_HOURS} hours.`,
  };
}

/** The same of a tree, by what happened in it and when questions were asked. */
export function leapIn(
  { clock }: Pick<Context, "clock">,
  tree: Store,
  questions: Questions,
): ReturnType<typeof timeLeap> {
  const happened = [tree.newest(1)[0]?.timestamp, questions.last, questions.asked.at(-1)?.at];
  const newest = happened.filter((moment) => moment !== undefined).sort();
  return timeLeap(clock.now(), newest.at(-1), questions.leapt);
}

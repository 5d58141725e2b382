/** Stores when questions were asked, postponed and printed: local state of the outcome loop. */
import { isDeepStrictEqual } from "node:util";
import type { Context } from "../../context.js";
import { wrongUsage } from "../../errors.js";
import type { AskedQuestion, Postponement } from "../../loop/policy/outcome-loop.js";
import { stamp, untilOf } from "../../text/durations.js";
import type { Workspace } from "../workspace.js";
import { State } from "./state-db.js";

export interface Questions {
  asked: AskedQuestion[];
  later: Postponement[];
  /** Notices, by when they were last printed: `review`, `version`, `did`. */
  printed: Record<string, string>;
  /** Actions not printed yet. */
  did?: string[];
  /** The clock at the last heartbeat that wrote. */
  last?: string;
}

/** Lines about actions that wait to be printed. */
export const MOST_WAITING = 20;

const QUESTIONS = "questions";
const NONE: Questions = { asked: [], later: [], printed: {} };

/** The stored questions. */
export const readQuestions = (ws: Workspace): Questions => State.of(ws).value<Questions>(QUESTIONS) ?? NONE;

/**
 * Changes the stored questions; the body gets the stored ones and returns those to store, or undefined to change nothing.
 * It runs again where another process stored others meanwhile, so that two heartbeats at once never ask the same.
 */
export async function changeQuestions<T>(
  { workspace: ws, clock }: Pick<Context, "workspace" | "clock">,
  body: (now: Questions) => Promise<{ keep: Questions | undefined; answer: T }>,
): Promise<T> {
  const state = State.of(ws);
  for (;;) {
    const before = readQuestions(ws);
    const { keep, answer } = await body(before);
    const isStored = state.transaction(() => {
      if (!isDeepStrictEqual(readQuestions(ws), before)) return false;
      if (keep !== undefined) state.put(QUESTIONS, { at: stamp(clock.now()), value: keep });
      return true;
    });
    if (isStored) return answer;
  }
}

/** The instant that `--later` means. Throws `usage` for one that is not ahead. */
export function laterUntil(later: string, now: Date): Date {
  const until = untilOf(later, now);
  if (until !== undefined && until > now) return until;
  throw wrongUsage(`later is no time ahead: ${JSON.stringify(later)}`, "Write it like 5d, 12h, 2w or 2026-03-01.");
}

/** Remembers until when an item, an entry or a pair, is not asked about. */
export async function postpone(ctx: Context, id: string, until: Date): Promise<void> {
  const at = stamp(ctx.clock.now());
  await changeQuestions(ctx, async (now) => {
    const later = [...now.later.filter((one) => one.id !== id), { id, until: stamp(until), at }];
    return { keep: { ...now, later }, answer: undefined };
  });
}

/** When questions were asked, postponed and printed: local state of the outcome loop. */
import { isDeepStrictEqual } from "node:util";
import type { Context } from "../../context.js";
import type { AskedQuestion, Postponement } from "../../loop/policy/outcome-loop.js";
import { stamp } from "../../text/durations.js";
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

/** The stored questions. */
export const readQuestions = (ws: Workspace): Questions =>
  State.of(ws).value<Questions>(QUESTIONS) ?? { asked: [], later: [], printed: {} };

/**
 * Changes the stored questions: the body answers those to store, and something for the caller. It runs again where
 * another process stored others meanwhile, so that two heartbeats at once never ask the same.
 */
export async function changeQuestions<T>(
  { workspace: ws, clock }: Pick<Context, "workspace" | "clock">,
  body: (now: Questions) => Promise<{ keep: Questions; answer: T }>,
): Promise<T> {
  const state = State.of(ws);
  for (;;) {
    const before = readQuestions(ws);
    const { keep, answer } = await body(before);
    const isStored = state.transaction(() => {
      const isSame = isDeepStrictEqual(readQuestions(ws), before);
      if (isSame) state.put(QUESTIONS, { at: stamp(clock.now()), value: keep });
      return isSame;
    });
    if (isStored) return answer;
  }
}

/** When questions were asked, postponed and printed: local state of the outcome loop. */
import { isDeepStrictEqual } from "node:util";
import type { Context } from "../../context.js";
import { stamp } from "../../text/durations.js";
import type { Workspace } from "../workspace.js";
import { State } from "./state-db.js";

/** Something that was printed. */
export interface AskedQuestion {
  /** An entry's id, or the key of a pair. */
  id: string;
  /** 0, 1, 2: which of its questions. Absent: it was only brought to mind. */
  stage?: number;
  at: string;
}

/** "Too early": do not ask before `until`, then ask again whatever was asked before. */
export interface Postponement {
  id: string;
  until: string;
  at: string;
}

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

export const readQuestions = (ws: Workspace): Questions =>
  State.of(ws).value<Questions>(QUESTIONS) ?? { asked: [], later: [], printed: {} };

/** Stores what the body answers to keep. It runs again where another process stored others meanwhile: nothing is asked twice. */
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

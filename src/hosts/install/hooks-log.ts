/** What went wrong in hooks: they fail without a word, so that `doctor` can tell what nobody saw. */
import { State } from "../../store/state/state-db.js";
import type { Workspace } from "../../store/workspace.js";
import { beginningOf, oneLine } from "../../text/shorten.js";

/** One failure. Never holds words of a prompt or a transcript. */
export interface HookFailure {
  /** UTC to the second. */
  at: string;
  event: string;
  host?: string;
  code: string;
  message: string;
}

const FAILURE = "hook failure";
const MOST_MESSAGE = 300;

/** Notes one failure, the last of its code and event; nothing where it cannot be kept. */
export function logHookFailure(ws: Workspace, failure: HookFailure): void {
  const message = beginningOf(oneLine(failure.message), MOST_MESSAGE);
  const key = `${failure.event} ${failure.code}`;
  State.of(ws).note(FAILURE, { key, at: failure.at, value: { ...failure, message } });
}

/** The newest failure. */
export const lastHookFailure = (ws: Workspace): HookFailure | undefined =>
  State.of(ws).values<HookFailure>(FAILURE).at(-1);

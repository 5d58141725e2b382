/** What went wrong in hooks: they fail without a word, so that `doctor` can tell what nobody saw. */

import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { isLongerThan, shortenLog } from "../../store/files/fact-log.js";
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

const MOST_BYTES = 64 * 1024;
const MOST_MESSAGE = 300;

/** Appends one failure; does nothing where the folder is unwritable. Drops the older half of a log that is too long. */
export function logHookFailure(ws: Workspace, failure: HookFailure): void {
  const path = ws.hooksLog;
  const message = beginningOf(oneLine(failure.message), MOST_MESSAGE);
  try {
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, `${JSON.stringify({ ...failure, message })}\n`, { mode: 0o600 });
    if (isLongerThan(path, MOST_BYTES)) shortenLog(path, MOST_BYTES);
  } catch {
    // A log that cannot be kept is no reason to fail.
  }
}

/** The newest failure that can be read. */
export function lastHookFailure(ws: Workspace): HookFailure | undefined {
  let lines: string[];
  try {
    lines = readFileSync(ws.hooksLog, "utf8").split("\n");
  } catch {
    return undefined;
  }
  for (const line of lines.reverse()) {
    try {
      const failure = JSON.parse(line) as Partial<HookFailure>;
      const { at, event, code, message } = failure;
      if ([at, event, code, message].every((one) => typeof one === "string")) return failure as HookFailure;
    } catch {
      // A torn line.
    }
  }
  return undefined;
}

/** Whether an answer that a correction held is written at once, or only noted until it has proved itself. */

import type { Correction } from "../../entry/entry.js";
import { STICK_DAYS } from "../../entry/lessons.js";
import { DAY_MS } from "../../text/durations.js";
import { isWindowOpen, watchedSince } from "../policy/stick.js";

/**
 * Why `held` is not written on the newest entry of a lesson yet, in one sentence; undefined where it is. `seen`: a
 * person's statement, which counts before the window has ended.
 */
export function heldLater(carrier: Correction, { now, seen }: { now: Date; seen: boolean }): string | undefined {
  if (seen || !isWindowOpen(carrier, now)) return undefined;
  const ends = new Date(Date.parse(watchedSince(carrier)) + STICK_DAYS * DAY_MS).toISOString().slice(0, 10);
  return `Whether it held shows on ${ends}: if it is not repeated by then, a heartbeat notes that it held.`;
}

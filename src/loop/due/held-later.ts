/** Whether an answer that a correction held is written at once, or only noted until it has proved itself. */

import type { Correction } from "../../entry/entry.js";
import type { Profile } from "../../settings.js";
import { DAY_MS } from "../../text/durations.js";
import { isWindowOpen, watchedSince } from "../policy/stick.js";

/** By what it is decided, the moment apart: the profile's `stick`. */
export type HeldRules = Pick<Profile["stick"], "window_days">;

/**
 * Why `held` is not written on the newest entry of a lesson yet, in one sentence; undefined where it is. `seen`: a
 * person's statement, which counts before the window has ended.
 */
export function heldLater(
  carrier: Correction,
  { window_days, now, seen }: HeldRules & { now: Date; seen: boolean },
): string | undefined {
  if (seen || !isWindowOpen(carrier, window_days, now)) return undefined;
  const ends = new Date(Date.parse(watchedSince(carrier)) + window_days * DAY_MS).toISOString().slice(0, 10);
  return `Whether it held shows on ${ends}: if it is not repeated by then, a heartbeat notes that it held.`;
}

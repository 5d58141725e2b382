/** Whether an answer that a correction held is written at once, or only noted until it has proved itself. */

import type { Context } from "../../context.js";
import type { Correction } from "../../entry/entry.js";
import type { Lesson } from "../../entry/lessons.js";
import type { BlockingTime } from "../../entry/near/blocking.js";
import { cutsOf } from "../../entry/near/near-cuts.js";
import type { Profile } from "../../settings.js";
import { DAY_MS } from "../../text/durations.js";
import type { EntryMeta, Store } from "../open-store.js";
import { isWindowOpen, watchedSince } from "./policy/stick.js";
import { undecidedAmong } from "./undecided.js";

/** By what it is decided, the moment apart. */
export type HeldRules = Pick<Profile["stick"], "window_days"> & Pick<BlockingTime, "cuts"> & Pick<Context, "steps">;

/** Those of a workspace, in the words of the door that was called by. */
export function heldRulesOf({ profile, steps }: Pick<Context, "profile" | "steps">): HeldRules {
  return { window_days: profile.stick.window_days, cuts: cutsOf(profile), steps };
}

/**
 * Why `held` is not written on the newest entry of a lesson yet, in one sentence; undefined where it is. `seen`: a
 * person's statement, which counts before the window has ended.
 */
export function heldLater(
  tree: Pick<Store, "head" | "withAny">,
  carrier: Correction,
  lesson: Lesson<EntryMeta> | undefined,
  { window_days, cuts, steps, now, seen }: HeldRules & { now: Date; seen: boolean },
): string | undefined {
  if (!seen && isWindowOpen(carrier, window_days, now)) {
    const ends = new Date(Date.parse(watchedSince(carrier)) + window_days * DAY_MS).toISOString().slice(0, 10);
    return `Whether it held shows on ${ends}: if it is not repeated by then, a heartbeat notes that it held.`;
  }
  const other = lesson && undecidedAmong(tree, [lesson], { cuts, now }).get(carrier.id);
  if (other === undefined) return undefined;
  const decide = steps.decide(carrier.id, other, ["same", "replaces", "exception", "unrelated"]);
  return `Whether it held shows when it is decided beside ${other}: ${decide}`;
}

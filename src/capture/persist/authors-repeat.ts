/** Repeats that an author states. Called when a learning is stored. */
import type { Entry } from "../../entry/entry.js";
import { repeatedAs } from "../../entry/entry.js";
import { isLive } from "../../entry/gates/visible.js";
import { mayRelapse, stickOf } from "../../entry/repetition.js";
import type { Change } from "../../store/change/change.js";

/** The correction that a stored one repeats by its author's statement, and whether that correction failed. */
export async function correctionRepeatedBy(
  change: Change,
  id: string,
): Promise<{ id: string; fails: boolean } | undefined> {
  const entry = await change.entry(id);
  if (entry.type !== "correction" || entry.recurrence_of === undefined) return undefined;
  const earlier = await change.entry(entry.recurrence_of);
  return { id: earlier.id, fails: stickOf(earlier)?.evidence === repeatedAs(id) };
}

/** The repeat that the author states: it proves as much as a repeat in equal words. */
export async function authorsRepeatOf(change: Change, entry: Entry) {
  if (entry.type !== "correction" || entry.recurrence_of === undefined) return undefined;
  const id = entry.recurrence_of;
  const earlier = await change.entry(id);
  const fails = isLive(earlier) && mayRelapse(entry, earlier);
  const because = fails
    ? `${id} did not stick: it is up for reinforcement until it has held again.`
    : `A repeat by a less trusted source (${entry.tier}) does not prove that ${id} failed.`;
  return { id, fails, because: [because] };
}

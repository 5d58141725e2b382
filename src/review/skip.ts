/** Puts off what a person skips in a review: it waits nowhere for a day, on this machine. */
import type { Context } from "../context.js";
import { postpone } from "../store/loop/question-log.js";
import { skipKey } from "../store/waiting/waiting.js";
import { DAY_MS } from "../text/durations.js";
import type { QueueItem } from "./review-schemas.js";

export async function skipForADay(ctx: Context, item: Pick<QueueItem, "key">): Promise<void> {
  await postpone(ctx, skipKey(item), new Date(ctx.clock.now().getTime() + DAY_MS));
}

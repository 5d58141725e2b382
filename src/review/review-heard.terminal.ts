/** Applies a review's answer about a heard sentence. Called by `review-round.terminal.ts`. */

import type { Asker, Call } from "../command/call.js";
import type { HeardItem } from "./review-schemas.js";

/** One decision of a round. */
export interface RoundDecision {
  /** An entry's id, both of a pair, or a version's. */
  ids: string[];
  decision: string;
  says: string;
}

/** Applies one answer. A kept sentence has the person's tier, and its near claims are asked about at once. */
export async function heardStep(
  call: Call,
  asker: Asker,
  { id, ref, text }: HeardItem,
  word: string,
): Promise<RoundDecision | "skip"> {
  const ctx = await call.context();
  const { dropHeard } = await import("./queue/heard-items.js");
  if (word === "drop") {
    await dropHeard(ctx, [id]);
    return { ids: [id], decision: "drop", says: `Nobody is asked about ${ref} again.` };
  }
  // Checked first, so that nobody is asked in vain.
  (await import("../store/change/prepare-write.js")).requireLearning(ctx.profile);
  const corrected_to = word === "reword" ? await asker.line("What holds now? (Enter: nothing is kept)", "") : text;
  if (corrected_to === "") return "skip";
  const [{ record }, { answerAsks }] = await Promise.all([
    import("../capture/record.js"),
    import("../capture/answers/answer-asks.terminal.js"),
  ]);
  const stored = await record(ctx, { type: "correction", corrected_to, heard: [id] });
  const { id: by = id, because } = await answerAsks(call, stored);
  return { ids: [by], decision: word, says: because.join(" ") };
}

/** A question as its author states it: one sentence on one line. */
import { wrongUsage } from "../../errors.js";
import { oneLine } from "../../text/shorten.js";

const LONGEST_QUESTION = 300;

/** Refuses what is too long: question and answer make one memory. */
export function questionWords(stated: Record<string, unknown>): Record<string, unknown> {
  if (typeof stated["question"] !== "string") return { ...stated };
  const question = oneLine(stated["question"]).trim();
  if ([...question].length > LONGEST_QUESTION) {
    throw wrongUsage(
      `a question has at most ${LONGEST_QUESTION} characters`,
      "Ask for one thing, and say under `because` what it blocks.",
      "too-long",
    );
  }
  return { ...stated, question };
}

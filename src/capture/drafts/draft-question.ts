/** Checks a drafted question: one sentence on one line. Called by `draft-fields.ts`. */
import { wrongUsage } from "../../errors.js";
import { oneLine } from "../../text/shorten.js";

const LONGEST_QUESTION = 300;

/** Refuses a question that is too long: question and answer make one memory. */
export function questionWords(statedFields: Record<string, unknown>): Record<string, unknown> {
  if (typeof statedFields["question"] !== "string") return { ...statedFields };
  const question = oneLine(statedFields["question"]).trim();
  if ([...question].length > LONGEST_QUESTION) {
    throw wrongUsage(
      `a question has at most ${LONGEST_QUESTION} characters`,
      "Ask for one thing, and say under `because` what it blocks.",
      "too-long",
    );
  }
  return { ...statedFields, question };
}

/** A decision as one line of a context: in which situation, what was done, and why. Pure. */
import type { Decision } from "../../../entry/entry.js";
import { oneLine, shorten } from "../../../text/shorten.js";

/** Characters of each part: the whole is one line of a context, and the entry itself is one command away. */
const LONGEST = { situation: 90, action: 110, rationale: 80 } as const;

/** `In: CI red by a known flake. Did: ship without the retry. Because: ...` Of texts that were screened: each is cut. */
export function exampleLine({ situation, action, rationale }: Pick<Decision, keyof typeof LONGEST>): string {
  const part = (text: string, longest: number) => shorten(oneLine(text), longest).replace(/[.\s]+$/u, "");
  return [
    `In: ${part(situation, LONGEST.situation)}.`,
    `Did: ${part(action, LONGEST.action)}.`,
    `Because: ${part(rationale, LONGEST.rationale)}.`,
  ].join(" ");
}

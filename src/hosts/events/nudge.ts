/** The nudge after a person's correction: their full words, and the command that records them. Printed by hooks. */

import type { Context } from "../../context.js";
import { speakerOf } from "../../entry/gates/attribution.js";
import { captureCommand } from "../../screening/detect/capture-command.js";
import { RANK } from "../../screening/detect/detect.js";
import { type MissedLearning, missedIn } from "../../screening/detect/missed-learnings.js";
import type { HeardSentence } from "../../store/state/heard.js";
import { claimHash } from "../../text/claims/canonical.js";
import { dataLine, dataLineOf } from "../../text/fence.js";
import { counted } from "../../text/paint.js";
import { shellQuoted } from "../../text/shell-quoted.js";
import { shorten } from "../../text/shorten.js";

/** The corrections that are worth a nudge: a complaint that it was said before, then the clearer. */
export function correctionsIn(prompt: string): MissedLearning[] {
  const weight = ({ strength, repeat }: MissedLearning) => RANK[strength] + (repeat ? 3 : 0);
  return missedIn(prompt, "correction").sort((a, b) => weight(b) - weight(a));
}

/** Of the words that gave it away. */
const MOST_OF_PHRASE = 300;
/** Hosts take 9,000 characters; of more than this in one prompt the rest is counted. */
const MOST_TOLD = 6_000;

/** The lines of a nudge: each correction in full, in the command that records it. `heard`: under which names they are kept. */
export function nudgeOf(
  ctx: Pick<Context, "actor" | "profile">,
  corrections: readonly MissedLearning[],
  heard: readonly HeardSentence[],
): string[] {
  const [first] = corrections;
  if (first === undefined) return [];
  const source = speakerOf(ctx.actor.user, ctx.profile.people);
  const saidBy = source === undefined ? [] : [`--said-by ${shellQuoted(dataLine(source))}`];
  let room = MOST_TOLD;
  const commands = corrections.flatMap(({ quote }, at) => {
    const quoted = shorten(dataLine(quote), MOST_TOLD);
    room -= quoted.length;
    if (room < 0 && at > 0) return [];
    const heardSentence = heard.find(({ sentence }) => claimHash(sentence) === claimHash(quote));
    const flags = heardSentence === undefined ? saidBy : [...saidBy, `--heard ${heardSentence.id.toLowerCase()}`];
    return [captureCommand("correction", quoted, flags).command];
  });
  const unquoted = corrections.length - commands.length;
  return [
    `tenet: this sounds like a correction (${JSON.stringify(dataLineOf(first.phrase, MOST_OF_PHRASE))}: ${first.says}).`,
    "If it is one, record it before going on, worded so that it holds by itself; --instead-of, --risk, --so where known:",
    ...commands,
    ...(unquoted === 0
      ? []
      : [`${counted(unquoted, "more correction")} in this prompt: too long to be repeated here.`]),
  ];
}

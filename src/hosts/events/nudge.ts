/** The nudge after a person's correction: their full words, and the command that records them. Printed by hooks. */

import type { Context } from "../../context.js";
import { speakerOf } from "../../entry/gates/attribution.js";
import type { HeardSentence } from "../../entry/heard.js";
import { captureCommand } from "../../screening/detect/capture-command.js";
import { RANK } from "../../screening/detect/detect.js";
import { type MissedLearning, missedIn } from "../../screening/detect/missed-learnings.js";
import { claimHash } from "../../text/canonical.js";
import { dataLine, dataLineOf } from "../../text/fence.js";
import { counted } from "../../text/paint.js";
import { shellQuoted } from "../../text/shell-quoted.js";
import { shorten } from "../../text/shorten.js";

/** The corrections that are worth a nudge: a complaint that it was said before, then the clearer. */
export function correctionsIn(prompt: string): MissedLearning[] {
  const weight = ({ strength, repeat }: MissedLearning) => RANK[strength] + (repeat ? 3 : 0);
  return missedIn(prompt, "correction").sort((a, b) => weight(b) - weight(a));
}

/** How far it was looked whether a correction was made before. */
export type LookedUp = "not" | "too-little" | "by-words" | "whole";

/** Said of a repeat of which nothing was found: that nothing is known only when all was looked through. */
const NOT_FOUND: Readonly<Record<LookedUp, string>> = {
  not: "It was said before. Whether anything here remembers it was not looked up in time.",
  "by-words": "It was said before. Nothing here says it in these words; by meaning it was not looked up.",
  "too-little": "It was said before; there is too little in it to look for what.",
  whole: "It was said before, and nothing here remembers it.",
};

/** Of the words that gave it away. */
const MOST_OF_PHRASE = 300;
/** Hosts take 9,000 characters; of more than this in one prompt the rest is counted. */
const MOST_TOLD = 6_000;

/** What stands behind the corrections of a prompt. */
interface Behind {
  /** Under which names their sentences are kept. */
  heard?: readonly HeardSentence[];
  /** The ids of earlier statements; they stand in a fence beneath. */
  earlier?: readonly string[];
}

/** The lines of a nudge: each correction in full, in the command that records it. */
export function nudgeOf(
  ctx: Pick<Context, "actor" | "profile">,
  corrections: readonly MissedLearning[],
  { heard = [], earlier = [] }: Behind,
  lookedUp: LookedUp,
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
    ...repeatLines(first, earlier, lookedUp),
    "If it is one, record it before going on, worded so that it holds by itself; --instead-of, --risk, --so where known:",
    ...commands,
    ...(unquoted === 0
      ? []
      : [`${counted(unquoted, "more correction")} in this prompt: too long to be repeated here.`]),
  ];
}

function repeatLines({ repeat }: MissedLearning, earlier: readonly string[], lookedUp: LookedUp): string[] {
  if (earlier.length > 0) {
    return [
      `It was said before and not heeded: ${earlier.join(", ")}, below. Record it all the same: the repeat is linked to it.`,
    ];
  }
  return repeat ? [NOT_FOUND[lookedUp]] : [];
}

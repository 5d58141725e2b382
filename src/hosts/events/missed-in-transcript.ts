/** Strong corrections in what a person said, with a quote that may be kept. */
import { createHash } from "node:crypto";
import { stamp } from "../../clock.js";
import type { Context } from "../../context.js";
import { detect } from "../../detect/detect.js";
import { type MissedCorrection, openingOf, quoteOf } from "./missed-corrections.js";
import type { Turn } from "../host.js";

/** Where the sentence begins in which something stands. */
function sentenceStart(text: string, at: number): number {
  const before = text.slice(0, at);
  const ends = [...before.matchAll(/[.!?。！？]["')\]]*\s|\n/gu)].at(-1);
  return ends === undefined ? 0 : ends.index + ends[0].length;
}

/**
 * What a turn corrects, one for all signals of a turn that begin together. Words are screened before anything of them
 * is cut or kept: half a secret would not be known for one.
 */
export async function missedCorrectionsIn(
  ctx: Pick<Context, "actor" | "clock">,
  session: string,
  turn: Pick<Turn, "text" | "at">,
): Promise<MissedCorrection[]> {
  const said = openingOf(turn.text);
  const isStrong = ({ type, strength }: { type: string; strength: string }) =>
    type === "correction" && strength === "strong";
  if (!detect(said).signals.some(isStrong)) return [];
  const { screenText } = await import("../../screening/screen.js");
  const { value } = await screenText(said, "the quote", { mode: "redact", bidi: "strip" });
  const heard: MissedCorrection[] = [];
  let quotedTo = -1;
  for (const signal of detect(value).signals.filter(isStrong)) {
    // A sentence that the quote before shows already.
    if (signal.start < quotedTo) continue;
    const start = sentenceStart(value, signal.start);
    const quote = quoteOf(value.slice(start, start + 1_000));
    quotedTo = start + quote.length;
    const { corrected_to, prior_belief } = signal.found;
    heard.push({
      key: createHash("sha256").update(`${session}\n${quote}`).digest("hex").slice(0, 6),
      at: turn.at ?? stamp(ctx.clock.now()),
      session,
      ...(ctx.actor.user === undefined ? {} : { user: ctx.actor.user }),
      quote,
      phrase: quoteOf(signal.phrase, 80),
      ...(corrected_to === undefined ? {} : { corrected_to: quoteOf(corrected_to) }),
      ...(prior_belief === undefined ? {} : { prior_belief: quoteOf(prior_belief) }),
    });
  }
  return heard;
}

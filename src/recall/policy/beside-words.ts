/** Why one entry is printed beside another, and the words for it. */

import { oneLine } from "../../text/shorten.js";
import { boundText } from "./bound-text.js";

/** In the order in which they are printed. */
export const BESIDE_REASONS = ["refuted", "undecided", "exception", "replaced"] as const;
export type BesideReason = (typeof BESIDE_REASONS)[number];

const WORDS: Readonly<Record<BesideReason, string>> = {
  refuted: "refuted by",
  undecided: "undecided beside",
  exception: "exception",
  replaced: "replaced by",
};

/** `refuted by COR-20260215-K7Q2X (owner): The port is 8080`. */
export function besideText(
  partner: BesideSaid & { id: string; where?: string | undefined; why: BesideReason; of?: string | undefined },
): string {
  return `${besideWords(partner)} ${partner.where ?? partner.id} ${besideSays(partner)}`;
}

interface BesideSaid {
  text: string;
  tier: string;
  doubts?: readonly string[] | undefined;
  paths?: readonly string[] | undefined;
}

/** `(owner, invalidated): The port is 8080`. */
export function besideSays({ text, tier, doubts = [], paths }: BesideSaid): string {
  return `(${[tier, ...doubts, boundText({ paths }) ?? []].flat().join(", ")}): ${oneLine(text)}`;
}

/** `refuted by`; with the id of another entry before it where the reason is one of that entry. */
export function besideWords({ why, of }: { why: BesideReason; of?: string | undefined }): string {
  return of === undefined ? WORDS[why] : `${of} ${WORDS[why]}`;
}

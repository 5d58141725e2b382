/**
 * Learnings in a person's turn that are not recorded: for hooks, which keep them until they are, and for a harvest of
 * old transcripts, which offers them.
 */

import type { EntryType } from "../../entry/entry.js";
import { claimHash } from "../../text/claims/canonical.js";
import { oneLine, shorten } from "../../text/shorten.js";
import { detect, RANK } from "./detect.js";
import type { Signal, Strength } from "./detect-schemas.js";
import { isOwnOutput } from "./own-output.js";
import { paragraphEnd, sentencePlaces, wholeSentences, wordsIn } from "./sentences.js";
import type { Span } from "./speech.js";

/** One learning found in a turn. */
export interface MissedLearning {
  type: "correction" | "insight" | "outcome";
  strength: Strength;
  /** Their words: whole sentences, on one line. */
  quote: string;
  /** Of the canonical quote. */
  hash: string;
  /** The words that gave it away, and what they show. */
  phrase: string;
  says: string;
  /** How the model's turn before ended: what they answer. */
  answers?: string;
  /** They complained that it was said before. */
  repeat: boolean;
}

const CODE_BLOCK = /^\s{0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\s{0,3}\1[`~]*[ \t]*$|$(?![\s\S]))/gm;
const LONGEST_ANSWERED = 200;
/** A learning that is no correction needs both a claim and a reason. */
const FINDING_WORDS = 9;

/** The last paragraph of prose in what the model wrote, on one line. */
function endingOf(text: string): string {
  const last = text
    .replace(CODE_BLOCK, "\n\n")
    .trim()
    .split(/\n\s*\n/)
    .at(-1) as string;
  return shorten(oneLine(last), LONGEST_ANSWERED, 0.5);
}

/**
 * The learnings in a person's turn, of one type if `only` names it; at most one of a type and paragraph. `before`: what
 * the model wrote last.
 */
export function missedIn(text: string, only?: EntryType, before?: string): MissedLearning[] {
  const signals = detect(text, only).signals.filter(({ strength }) => strength !== "weak");
  if (signals.length === 0 || isOwnOutput(text)) return [];
  const sentences = sentencePlaces(text);
  const together = new Map<string, Signal[]>();
  for (const signal of signals) {
    const key = `${signal.type} ${paragraphEnd(text, signal.start)}`;
    together.set(key, [...(together.get(key) ?? []), signal]);
  }
  return [...together.values()].flatMap((group) => missedOf(text, sentences, group, before) ?? []);
}

/** A complaint that it was said before, then the stronger, then the first. */
function clearestOf(signals: readonly Signal[]): Signal {
  const weight = ({ strength, retrieval_failure }: Signal) => RANK[strength] + (retrieval_failure === true ? 3 : 0);
  return signals.reduce((best, one) => (weight(one) > weight(best) ? one : best));
}

function missedOf(
  text: string,
  sentences: readonly Span[],
  signals: readonly Signal[],
  before: string | undefined,
): MissedLearning | undefined {
  const sign = clearestOf(signals);
  const quote = wholeSentences(text, sentences, signals[0] as Signal, signals.at(-1) as Signal);
  if (isOwnOutput(quote)) return undefined;
  if (sign.type !== "correction" && wordsIn(quote).length < FINDING_WORDS) return undefined;
  const answers = before === undefined ? "" : endingOf(before);
  return {
    type: sign.type as MissedLearning["type"],
    strength: sign.strength,
    quote,
    hash: claimHash(quote),
    phrase: sign.phrase,
    says: sign.says,
    repeat: signals.some((signal) => signal.retrieval_failure === true),
    ...(answers === "" ? {} : { answers }),
  };
}

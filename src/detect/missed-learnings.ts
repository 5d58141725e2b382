/**
 * What a person's turn teaches that nobody recorded: for hooks, which keep it until somebody does, and for a harvest of old
 * transcripts, which offers it to the person. They differ in how strict they are, and in nothing else.
 */

import { claimHash } from "../text/canonical.js";
import { oneLine, shorten } from "../text/shorten.js";
import { detect, RANK, WEAKER } from "./detect.js";
import type { Signal, Strength } from "./detect-schemas.js";
import { type NamedEntry, ownOutputIn } from "./own-output.js";
import { paragraphEnd, sentencePlaces, wholeSentences, wordsIn } from "./sentences.js";
import { overlaps, REPORTED, type Span } from "./speech.js";

/** One learning that a turn says. */
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

/** How much is asked of a turn before something in it counts. */
export interface Strictness {
  /** The signals that count. */
  counts(signal: Signal): boolean;
  /**
   * The turn stands in an old transcript, with pasted logs, reported speech and long specifications, and nobody is
   * there to ask: only what was surely typed counts, doubtful signs count less, and a page of signs counts as none.
   */
  isOld: boolean;
}

/** For what is said in a session: whatever is worth a nudge. */
export const NUDGED_CORRECTIONS: Strictness = {
  counts: ({ type, strength }) => type === "correction" && strength !== "weak",
  isOld: false,
};

/** For a harvest. */
export const OLD_TRANSCRIPT: Strictness = { counts: () => true, isOld: true };

/** Who corrects types a few sentences; in longer turns only beginning and end are theirs for sure. */
const TYPED_CHARS = 2_500;
const EDGE_CHARS = 600;

/** What stands in the middle of a long turn was pasted, as far as anybody can tell. */
function pastedSpan(text: string): Span[] {
  return text.length <= TYPED_CHARS ? [] : [{ start: EDGE_CHARS, end: text.length - EDGE_CHARS }];
}

/** A list of rules in a first prompt, a page of instructions: signals one line after the other are no corrections. */
const MOST_A_TURN = 6;

const CODE_BLOCK = /^\s{0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\s{0,3}\1[`~]*[ \t]*$|$(?![\s\S]))/gm;
const LONGEST_ANSWERED = 200;

/** The last paragraph of prose in what the model wrote, on one line. */
function endingOf(text: string): string {
  const last = text
    .replace(CODE_BLOCK, "\n\n")
    .trim()
    .split(/\n\s*\n/)
    .at(-1) as string;
  return shorten(oneLine(last), LONGEST_ANSWERED, 0.5);
}

/** They put themselves right, not the agent. */
const OWN_MISTAKE = /^(?:i |my |correction)/i;
/** Something in the world is out of date: a task as often as a correction, unless it speaks of what was just said. */
const OUT_OF_DATE = /(?:outdated|out of date|obsolete|stale|deprecated|superseded|no longer|any ?more)/i;
const WHAT_WAS_SAID = /^(?:that|this|it|your)\b/i;
const ASKS_HOW_OFTEN = /^how (?:many times|often)/i;
const TELLING = /\b(?:say|tell|repeat|explain|ask|remind|correct)\b/i;
/** What is asked for in one breath with a finding makes it the reason of a task. */
const REQUEST =
  /\b(?:please|can you|could you|would you|let's|we (?:also |still )?need|look into)\b|[,;] (?:so |and )?(?:go|fix|add|use|make|look|check|update|remove|migrate|write|change|find|keep|run|try|do)\b|\?\s*$/i;
/** It speaks of how something is, or was, not of what the agent did. */
const OF_THINGS = /^(?:it was|same mistake as|the same mistake as|contradicts)\b/i;
const AS_IT_LOOKS = /^(?:looks|seems|sounds|(?:doesn't|does not) (?:match|fit|add up))\b/i;
/** What is to be found out is not said. */
const TO_FIND_OUT =
  /\b(?:check|see|verify|test|find out|make sure|tell me|show me|ask)\b[^,;]{0,30}\b(?:if|whether|that|anything)\b/i;
/** A finding that somebody can learn from says what and why. */
const FINDING_WORDS = 9;

/** One step down for what is no clear sign when it stands in an old conversation. */
function isDoubtful({ type, phrase }: Signal, sentence: string): boolean {
  if (type !== "correction") return wordsIn(sentence).length < FINDING_WORDS || REQUEST.test(sentence);
  if (
    OWN_MISTAKE.test(phrase) &&
    !/^i(?:'ve| have)? (?:already |told|asked|said|reminded|mentioned|explained)/i.test(phrase)
  )
    return true;
  if (ASKS_HOW_OFTEN.test(phrase)) return !TELLING.test(sentence);
  if (OF_THINGS.test(phrase) || TO_FIND_OUT.test(sentence)) return true;
  if (AS_IT_LOOKS.test(phrase) && REQUEST.test(sentence)) return true;
  return OUT_OF_DATE.test(phrase) && !WHAT_WAS_SAID.test(phrase);
}

/** Only what a person typed, as far as anybody can tell. */
function isTyped(text: string, sentences: readonly Span[], signals: readonly Signal[]): Signal[] {
  const pasted = pastedSpan(text);
  return signals.filter((signal) => {
    if (pasted.some((span) => overlaps(span, signal))) return false;
    const sentence = sentences.find((one) => overlaps(one, signal));
    return sentence === undefined || !REPORTED.test(text.slice(sentence.start, signal.start));
  });
}

/** What is known of a turn besides its text. */
interface TurnContext {
  /**
   * What the model wrote last: without it there is nothing to correct in an old transcript, and what looks like a
   * correction is an instruction.
   */
  before?: string | undefined;
  /** The entries that the turn names. */
  entries?: readonly NamedEntry[];
}

/** What a person's turn says, at most one of a type and paragraph. */
export function missedIn(text: string, how: Strictness, known: TurnContext = {}): MissedLearning[] {
  const signals = detect(text).signals.filter(how.counts);
  if (signals.length === 0 || ownOutputIn(text, known.entries) !== undefined) return [];
  const sentences = sentencePlaces(text);
  const together = new Map<string, Signal[]>();
  for (const signal of how.isOld ? isTyped(text, sentences, signals) : signals) {
    const key = `${signal.type} ${paragraphEnd(text, signal.start)}`;
    together.set(key, [...(together.get(key) ?? []), signal]);
  }
  if (how.isOld && together.size > MOST_A_TURN) return [];
  return [...together.values()].flatMap((group) => missedOf(text, sentences, group, how, known) ?? []);
}

/** How sure a group of signals in an old transcript is; undefined when it is too doubtful to be told of. */
function strengthIn(
  text: string,
  sentences: readonly Span[],
  signals: readonly Signal[],
  before: string | undefined,
): Pick<Signal, "type" | "strength" | "phrase" | "says"> | undefined {
  const judged = signals.flatMap((signal) => {
    const at = sentences.find((sentence) => overlaps(sentence, signal));
    const doubtful = at !== undefined && isDoubtful(signal, text.slice(at.start, at.end));
    const strength = doubtful ? WEAKER[signal.strength] : signal.strength;
    return strength === undefined ? [] : [{ ...signal, strength }];
  });
  const [strongest] = judged.sort((a, b) => RANK[b.strength] - RANK[a.strength]);
  if (strongest === undefined) return undefined;
  const repeat = signals.some((signal) => signal.retrieval_failure === true);
  const instruction = strongest.type === "correction" && before === undefined && !repeat;
  const strength = instruction ? WEAKER[strongest.strength] : strongest.strength;
  return strength === undefined ? undefined : { ...strongest, strength };
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
  how: Strictness,
  { before, entries }: TurnContext,
): MissedLearning | undefined {
  const sign = how.isOld ? strengthIn(text, sentences, signals, before) : clearestOf(signals);
  if (sign === undefined) return undefined;
  const quote = wholeSentences(text, sentences, signals[0] as Signal, signals.at(-1) as Signal);
  if (how.isOld && wordsIn(quote).length < 2) return undefined;
  if (ownOutputIn(quote, entries) !== undefined) return undefined;
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

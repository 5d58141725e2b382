/**
 * Learnings in a person's turn that are not recorded: for hooks, which keep them until they are, and for a harvest of
 * old transcripts, which offers them. The two differ only in strictness.
 */

import type { EntryType } from "../../entry/entry.js";
import { claimHash } from "../../text/canonical.js";
import { oneLine, shorten } from "../../text/shorten.js";
import { detect, RANK, WEAKER } from "./detect.js";
import type { Signal, Strength } from "./detect-schemas.js";
import doubts from "./languages/en-doubts.json" with { type: "json" };
import { type NamedEntry, ownOutputIn } from "./own-output.js";
import { paragraphEnd, sentencePlaces, wholeSentences, wordsIn } from "./sentences.js";
import { overlaps, REPORTED, type Span } from "./speech.js";

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

/** How strong the signs in a turn must be. */
export interface Strictness {
  /** The one type that is looked for; all without it. */
  only?: EntryType;
  /** The signals that count. */
  counts(signal: Signal): boolean;
  /**
   * The turn is from an old transcript, with pasted logs, reported speech and long specifications: only surely typed
   * text counts, doubtful signs count less, and a page full of signs counts as none.
   */
  isOld: boolean;
}

/** For live sessions: everything that is worth a nudge. */
export const NUDGED_CORRECTIONS: Strictness = {
  only: "correction",
  counts: ({ strength }) => strength !== "weak",
  isOld: false,
};

/** For a harvest. */
export const OLD_TRANSCRIPT: Strictness = { counts: () => true, isOld: true };

/** Corrections are short; in longer turns only the beginning and the end surely belong to the typist. */
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

/** What makes a sign in an old conversation less clear: words of what gave it away, or of its sentence. */
interface Doubt {
  says: string;
  phrase?: string;
  unless_phrase?: string;
  sentence?: string;
  unless_sentence?: string;
}

const has = (text: string, pattern: string | undefined, otherwise: boolean): boolean =>
  pattern === undefined ? otherwise : new RegExp(pattern, "i").test(text);

/** A learning needs both a claim and a reason. */
const FINDING_WORDS = 9;

/** Lowers unclear signs by one step in an old conversation. */
function isDoubtful({ type, phrase }: Signal, sentence: string): boolean {
  if (type !== "correction" && wordsIn(sentence).length < FINDING_WORDS) return true;
  const rows: readonly Doubt[] = type === "correction" ? doubts.corrections : doubts.findings;
  return rows.some(
    (row) =>
      has(phrase, row.phrase, true) &&
      has(sentence, row.sentence, true) &&
      !has(phrase, row.unless_phrase, false) &&
      !has(sentence, row.unless_sentence, false),
  );
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

/** The learnings in a person's turn, at most one of a type and paragraph. */
export function missedIn(text: string, how: Strictness, context: TurnContext = {}): MissedLearning[] {
  const signals = detect(text, how.only).signals.filter(how.counts);
  if (signals.length === 0 || ownOutputIn(text, context.entries) !== undefined) return [];
  const sentences = sentencePlaces(text);
  const together = new Map<string, Signal[]>();
  for (const signal of how.isOld ? isTyped(text, sentences, signals) : signals) {
    const key = `${signal.type} ${paragraphEnd(text, signal.start)}`;
    together.set(key, [...(together.get(key) ?? []), signal]);
  }
  if (how.isOld && together.size > MOST_A_TURN) return [];
  return [...together.values()].flatMap((group) => missedOf(text, sentences, group, how, context) ?? []);
}

/** The strength of a group of signals in an old transcript; undefined when it is too doubtful to report. */
function strengthIn(
  text: string,
  sentences: readonly Span[],
  signals: readonly Signal[],
  before: string | undefined,
): Pick<Signal, "type" | "strength" | "phrase" | "says"> | undefined {
  const rankedSignals = signals.flatMap((signal) => {
    const at = sentences.find((sentence) => overlaps(sentence, signal));
    const doubtful = at !== undefined && isDoubtful(signal, text.slice(at.start, at.end));
    const strength = doubtful ? WEAKER[signal.strength] : signal.strength;
    return strength === undefined ? [] : [{ ...signal, strength }];
  });
  const [strongest] = rankedSignals.sort((a, b) => RANK[b.strength] - RANK[a.strength]);
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

/**
 * What a person's turn teaches that nobody recorded: for hooks, which keep it until somebody does, and for a harvest of old
 * transcripts, which offers it to the person. They differ in how strict they are, and in nothing else.
 */

import { claimHash } from "../text/canonical.js";
import { oneLine, shorten } from "../text/shorten.js";
import { STOP_WORDS } from "../text/stop-words.js";
import { detect, RANK, sentencePlaces, WEAKER } from "./detect.js";
import type { Signal, Strength } from "./detect-schemas.js";
import { type NamedEntry, ownOutputIn } from "./own-output.js";
import { overlaps, REPORTED, type Span } from "./speech.js";

/** One learning that a turn says. */
export interface MissedLearning {
  type: "correction" | "insight" | "outcome";
  strength: Strength;
  /** Their words, on one line. */
  quote: string;
  /** Of the canonical quote. */
  hash: string;
  /** The words that gave it away. */
  phrase: string;
  /** What the model had written before, in one sentence. */
  believed?: string;
  /** What the sentence itself says of both sides. */
  found: Signal["found"];
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
  longestQuote: number;
}

/** For what is said in a session: whatever is worth a nudge, as it was said. */
export const NUDGED_CORRECTIONS: Strictness = {
  counts: ({ type, strength }) => type === "correction" && strength !== "weak",
  isOld: false,
  longestQuote: 2_000,
};

/** For a harvest. */
export const OLD_TRANSCRIPT: Strictness = { counts: () => true, isOld: true, longestQuote: 400 };

/** Who corrects types a few sentences; in longer turns only beginning and end are theirs for sure. */
const TYPED_CHARS = 2_500;
const EDGE_CHARS = 600;
const MAX_BELIEVED = 200;
/** A sentence of fewer words says that something is wrong, and the next one what. */
const TELLING_WORDS = 4;

/** What stands in the middle of a long turn was pasted, as far as anybody can tell. */
function pastedSpan(text: string): Span[] {
  return text.length <= TYPED_CHARS ? [] : [{ start: EDGE_CHARS, end: text.length - EDGE_CHARS }];
}

/** A list of rules in a first prompt, a page of instructions: signals one line after the other are no corrections. */
const MOST_A_TURN = 6;

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'_./-]*/gu) ?? [];

/** The paragraph's end, as a place in the text. */
function paragraphEnd(text: string, from: number): number {
  const found = /\n[ \t]*\n/.exec(text.slice(from));
  return found === null ? text.length : from + found.index;
}

const CODE_BLOCK = /^\s{0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\s{0,3}\1[`~]*[ \t]*$|$(?![\s\S]))/gm;
/** So many telling words in common, or half of what was said, make it likely that one sentence answers the other. */
const ANSWERING_WORDS = 2;
/** What the person turns down; a sentence of the model's that holds it is the one that is meant. */
const TURNED_DOWN =
  /\b(?:not|never|instead of|rather than|stop|without) (?:(?:use|using|with|in|to|by|from|the|a|an) )*(\S+)/giu;

const telling = (text: string): string[] =>
  words(text)
    .map((word) => word.replace(/[._/-]+$/, "").replace(/(?<=\w{4})(?:ing|ed|s)$/, ""))
    .filter((word) => word.length > 2 && !STOP_WORDS.has(word));

/**
 * The model's sentence that is being corrected, on one line. Empty rather than a guess: a person takes a suggestion with
 * Enter, and a sentence that has little to do with the correction would stand in the entry as what was believed.
 */
function believedIn(before: string, quote: string): string | undefined {
  const wanted = new Set(telling(suggestedTruth({ quote, found: {} })));
  const turnedDown = new Set(telling([...quote.matchAll(TURNED_DOWN)].map((found) => found[1]).join(" ")));
  const prose = before.replace(CODE_BLOCK, "\n");
  let best: { text: string; shared: number } | undefined;
  for (const { start, end } of sentencePlaces(prose)) {
    const text = oneLine(prose.slice(start, end)).replace(/^[\s#>*-]+/, "");
    if (words(text).length < 3) continue;
    const own = new Set(telling(text));
    const shared = [...own].filter((word) => wanted.has(word)).length;
    const answers =
      shared >= ANSWERING_WORDS || shared * 2 >= wanted.size || [...own].some((word) => turnedDown.has(word));
    if (!answers) continue;
    // of equal ones the last: people answer what they read last
    if (best === undefined || shared >= best.shared) best = { text, shared };
  }
  return best === undefined ? undefined : shorten(best.text, MAX_BELIEVED, 0.5);
}

/** The words of a group of signals: their sentences, and the next one when they only say that something is wrong. */
function quoteOf(text: string, sentences: readonly Span[], signals: readonly Signal[], longest: number): string {
  const [first, last] = [signals[0] as Signal, signals.at(-1) as Signal];
  const opening = sentences.findIndex((sentence) => overlaps(sentence, first));
  let closing = sentences.findIndex((sentence) => overlaps(sentence, last));
  if (opening === -1 || closing === -1) return "";
  const start = sentences[opening]?.start as number;
  const border = paragraphEnd(text, first.start);
  for (;;) {
    const told = words(text.slice(start, sentences[closing]?.end)).length - words(first.phrase).length;
    const next = sentences[closing + 1];
    if (told >= TELLING_WORDS || next === undefined || next.start >= border) break;
    closing++;
  }
  const whole = oneLine(text.slice(start, sentences[closing]?.end));
  return shorten(whole.replace(/^(?:[-*>]|\d+[.)])\s+/, ""), longest, 0.5);
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
  if (type !== "correction") return words(sentence).length < FINDING_WORDS || REQUEST.test(sentence);
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
): Pick<Signal, "type" | "strength" | "phrase"> | undefined {
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

function missedOf(
  text: string,
  sentences: readonly Span[],
  signals: readonly Signal[],
  how: Strictness,
  { before, entries }: TurnContext,
): MissedLearning | undefined {
  const sign = how.isOld ? strengthIn(text, sentences, signals, before) : signals[0];
  if (sign === undefined) return undefined;
  const quote = quoteOf(text, sentences, signals, how.longestQuote);
  if (how.isOld && words(quote).length < 2) return undefined;
  if (ownOutputIn(quote, entries) !== undefined) return undefined;
  const believed = before === undefined || sign.type !== "correction" ? undefined : believedIn(before, quote);
  return {
    type: sign.type as MissedLearning["type"],
    strength: sign.strength,
    quote,
    hash: claimHash(quote),
    phrase: sign.phrase,
    found: signals.find(({ found }) => found.corrected_to !== undefined)?.found ?? {},
    repeat: signals.some((signal) => signal.retrieval_failure === true),
    ...(believed === undefined ? {} : { believed }),
  };
}

/** Words that open a correction and say nothing of what is right. */
const OPENERS =
  /^(?:(?:no|nope|nah|wait|stop|hey|sorry|hmm+|ugh|argh|ok(?:ay)?|well|please|actually|again|seriously|and|but|so)\b[\s,.!:;–—-]*)+/i;
const ONLY_WRONG =
  /^(?:(?:that|this|it)(?:'s| is| was)|you(?:'re| are)|your \w+ (?:is|was)) (?:still |just |simply |completely |plain )?(?:wrong|incorrect|not (?:quite )?(?:right|correct|true|it)|not what i (?:asked|meant|wanted|said)(?: for)?)(?: again)?[.!,:;–—-]+\s*/i;
const TOLD_BEFORE =
  /^(?:(?:as|like) )?(?:i(?:'ve| have)? (?:already )?(?:told|asked|said|reminded|mentioned|explained)(?: (?:you|this|that))?(?: (?:before|already|yesterday|twice|again|many times|several times|last (?:time|week)))?|for the (?:\w+) time)[\s,:;.!–—-]*(?:(?:to|that) )?/i;

/** A sentence for `corrected_to`, suggested from what was said: the person words it. */
export function suggestedTruth({ quote, found }: Pick<MissedLearning, "quote" | "found">): string {
  if (found.corrected_to !== undefined && words(found.corrected_to).length > 2) return upperFirst(found.corrected_to);
  let text = quote;
  for (const opening of [OPENERS, ONLY_WRONG, OPENERS, TOLD_BEFORE, OPENERS]) {
    const rest = text.replace(opening, "");
    if (words(rest).length >= 2) text = rest;
  }
  return upperFirst(text.trim());
}

const upperFirst = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

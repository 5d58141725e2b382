/** Which sentences of a text announce a learning, and which are activity. Reads nothing, stores nothing. */

import type { EntryType } from "../../entry/entry.js";
import { TenetError } from "../../errors.js";
import { captureCommand } from "./capture-command.js";
import type { Detected, Signal, Strength } from "./detect-schemas.js";
import { phrasesFor, type SignalRow } from "./phrases.js";
import { sentencesIn, spokenBeginning, wholeSentences } from "./sentences.js";
import { overlaps, REPORTED, type Span, spans } from "./speech.js";

/** Which of two strengths is the greater. */
export const RANK: Readonly<Record<Strength, number>> = { strong: 2, medium: 1, weak: 0 };
/** Lowers a less clear sign by one step. */
export const WEAKER: Readonly<Record<Strength, Strength | undefined>> = {
  strong: "medium",
  medium: "weak",
  weak: undefined,
};

/** A longer sentence is tried at its beginning. */
const MAX_SENTENCE = 600;

interface Sentence {
  text: string;
  start: number;
  end: number;
  asks: boolean;
}

/** Of the same length, so that places stay. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function sentencesOf(speech: string): Sentence[] {
  return sentencesIn(speech).map(({ start, end }) => {
    const whole = speech.slice(start, end);
    return { text: lowerCase(whole.slice(0, MAX_SENTENCE)), start, end, asks: /[?？]\s*$/u.test(whole) };
  });
}

/** A question is no statement: one step weaker, unless it complains. */
function strengthOf(row: SignalRow, sentence: Sentence): Strength | undefined {
  if (!sentence.asks || row.repeat === true || row.asks === true) return row.strength;
  return row.strength === "medium" && !row.questions ? undefined : WEAKER[row.strength];
}

interface RankedSignal {
  row: SignalRow;
  strength: Strength;
  span: Span;
}

/** Of several signals of one type in a sentence: the repeat, then the stronger, then the first of the table. */
function isBetter(next: RankedSignal, current: RankedSignal): boolean {
  const repeat = Number(next.row.repeat === true) - Number(current.row.repeat === true);
  return repeat !== 0 ? repeat > 0 : RANK[next.strength] > RANK[current.strength];
}

/** The strongest signal of each type in a sentence; `tell`: what the person said around it, in full. */
function signalsIn(sentence: Sentence, text: string, tell: (span: Span) => string, only?: EntryType): Signal[] {
  const { signals, negatives } = phrasesFor(sentence.text);
  // Trying a phrase for the first time compiles it: most sentences hold no signal that another phrase could cancel.
  const cancelling = new Map<RegExp, Span[]>();
  const isCancelled = (type: EntryType, span: Span) =>
    negatives.some(({ types, pattern }) => {
      if (!types.has(type)) return false;
      if (!cancelling.has(pattern)) cancelling.set(pattern, spans(pattern, sentence.text));
      return cancelling.get(pattern)?.some((one) => overlaps(one, span));
    });
  const best = new Map<EntryType, RankedSignal>();
  for (const row of signals) {
    if (only !== undefined && row.type !== only) continue;
    const strength = strengthOf(row, sentence);
    if (strength === undefined) continue;
    for (const span of spans(row.pattern, sentence.text)) {
      if (isCancelled(row.type, span)) continue;
      if (row.type === "correction" && REPORTED.test(sentence.text.slice(0, span.start))) continue;
      const bestOfType = best.get(row.type);
      if (bestOfType === undefined || isBetter({ row, strength, span }, bestOfType))
        best.set(row.type, { row, strength, span });
    }
  }
  return [...best.values()].map(({ row: { type, says, repeat }, strength, span }) => {
    const [start, end] = [sentence.start + span.start, sentence.start + span.end];
    const phrase = text.slice(start, end).trim();
    const failure = repeat === true ? { retrieval_failure: true as const } : {};
    const toldSentence = tell({ start, end });
    return {
      type,
      strength,
      phrase,
      start,
      end,
      says,
      ...failure,
      sentence: toldSentence,
      ...captureCommand(type, toldSentence),
    };
  });
}

/**
 * Looks for signals sentence by sentence, of one type if `only` names it. English first; corrections in all languages of
 * `languages/`.
 */
export function detect(text: string, only?: EntryType): Detected {
  const sentences = sentencesOf(spokenBeginning(text));
  const tell = (span: Span) => wholeSentences(text, sentences, span, span);
  const signals = sentences
    .flatMap((sentence) => signalsIn(sentence, text, tell, only))
    .sort((a, b) => a.start - b.start);
  if (signals.length > 0) return { verdict: "learning", signals, because: signals.map(reason) };
  return { verdict: "nothing", signals, because: ["Nothing in it sounds like a learning."] };
}

function reason(signal: Signal): string {
  const failure = signal.retrieval_failure === true ? ", so it was not found when it was needed" : "";
  return `"${signal.phrase}": ${signal.says}${failure}.`;
}

/** What a text would teach, and the commands that record it. Stores nothing, needs no workspace. */
export async function detectLearning(input: { text: string }): Promise<Detected> {
  if (input.text.trim() === "") {
    throw new TenetError("nothing to look at", {
      failure: "usage",
      hint: 'Give a text: tenet detect "no, that\'s not right"',
    });
  }
  return detect(input.text);
}

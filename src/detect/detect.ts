/** Which sentences of a text announce a learning, and which are activity. Reads nothing, stores nothing. */

import type { EntryType } from "../entry/entry.js";
import { TenetError } from "../errors.js";
import { shellQuoted } from "../text/shell-quoted.js";
import { ACTIVITIES } from "./activity.js";
import type { Activity, Detected, Signal, Strength } from "./detect-schemas.js";
import { phrasesFor, type SignalRow } from "./phrases.js";
import { overlaps, REPORTED, type Span, spans, speechOf } from "./speech.js";

/** Which of two strengths is the greater. */
export const RANK: Readonly<Record<Strength, number>> = { strong: 2, medium: 1, weak: 0 };
/** One step down, for what is less clear. */
export const WEAKER: Readonly<Record<Strength, Strength | undefined>> = {
  strong: "medium",
  medium: "weak",
  weak: undefined,
};

/** Longer texts are judged by their beginning: signals open a message, and patterns stay fast. */
const MAX_CHARS = 20_000;
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

function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  // A full stop inside `2.3` or `file.ts` ends nothing.
  for (const found of text.matchAll(/(?:[^.!?。！？\n]|[.!?](?=[^\s"')\]]))+[.!?。！？]*/gu)) {
    const whole = found[0];
    if (whole.trim() === "") continue;
    sentences.push({
      text: lowerCase(whole.slice(0, MAX_SENTENCE)),
      start: found.index,
      end: found.index + whole.length,
      asks: /[?？]\s*$/u.test(whole),
    });
  }
  return sentences;
}

/** A question is no statement: one step weaker, unless it complains. */
function strengthOf(row: SignalRow, sentence: Sentence): Strength | undefined {
  if (!sentence.asks || row.repeat === true || row.asks === true) return row.strength;
  return row.strength === "medium" && !row.questions ? undefined : WEAKER[row.strength];
}

function commandFor(type: EntryType, found: Signal["found"]): { command: string; lacks: string[] } {
  if (type === "insight") {
    return {
      command:
        'tenet learn "<what was learned>" --because "<what shows it>" --risk "<high|medium|low>: <what goes wrong>"',
      lacks: ["insight", "at_risk"],
    };
  }
  if (type === "outcome") {
    return {
      command: 'tenet outcome <ID> --verdict <validated|invalidated|mixed|inconclusive> --result "<what happened>"',
      lacks: ["references", "verdict", "result"],
    };
  }
  const { corrected_to, prior_belief } = found;
  const now = corrected_to === undefined ? '"<what holds from now on>"' : shellQuoted(corrected_to);
  const before = prior_belief === undefined ? "" : ` --instead-of ${shellQuoted(prior_belief)}`;
  return { command: `tenet correct ${now}${before}`, lacks: corrected_to === undefined ? ["corrected_to"] : [] };
}

interface RankedSignal {
  row: SignalRow;
  strength: Strength;
  span: Span;
}

/** Of several signals of one type in a sentence: the repeat, then the stronger, then the first of the table. */
function isBetter(next: RankedSignal, known: RankedSignal): boolean {
  const repeat = Number(next.row.repeat === true) - Number(known.row.repeat === true);
  return repeat !== 0 ? repeat > 0 : RANK[next.strength] > RANK[known.strength];
}

/** What a sentence says of both sides, in the words of the text as given. */
function sidesOf({ indices }: RegExpExecArray, { start }: Sentence, text: string): Signal["found"] | undefined {
  const { now, before } = indices?.groups ?? {};
  if (now === undefined || before === undefined) return undefined;
  const words = ([from, to]: [number, number]) => text.slice(start + from, start + to).trim();
  return { corrected_to: words(now), prior_belief: words(before) };
}

/** The strongest signal of each type; what any of them says of both sides goes into its command. */
function signalsIn(sentence: Sentence, text: string): Signal[] {
  const { signals, negatives } = phrasesFor(sentence.text);
  const cancelled = negatives.map(({ types, pattern }) => ({ types, spans: spans(pattern, sentence.text) }));
  const best = new Map<EntryType, RankedSignal>();
  let sides: Signal["found"] | undefined;
  for (const row of signals) {
    const strength = strengthOf(row, sentence);
    if (strength === undefined) continue;
    for (const match of sentence.text.matchAll(row.pattern)) {
      const span = { start: match.index, end: match.index + match[0].length };
      if (cancelled.some(({ types, spans }) => types.has(row.type) && spans.some((one) => overlaps(one, span))))
        continue;
      if (row.type === "correction" && REPORTED.test(sentence.text.slice(0, span.start))) continue;
      sides ??= sidesOf(match, sentence, text);
      const known = best.get(row.type);
      if (known === undefined || isBetter({ row, strength, span }, known)) best.set(row.type, { row, strength, span });
    }
  }
  return [...best.values()].map(({ row: { type, says, repeat }, strength, span }) => {
    const [start, end] = [sentence.start + span.start, sentence.start + span.end];
    const found = type === "correction" ? (sides ?? {}) : {};
    const phrase = text.slice(start, end).trim();
    const failure = repeat === true ? { retrieval_failure: true as const } : {};
    return { type, strength, phrase, start, end, says, ...failure, found, ...commandFor(type, found) };
  });
}

function activityIn(sentence: Sentence, text: string): Activity | undefined {
  for (const { kind, pattern } of ACTIVITIES) {
    const found = pattern.exec(sentence.text.trim());
    if (found === null) continue;
    const lead = sentence.text.length - sentence.text.trimStart().length;
    const start = sentence.start + lead + found.index;
    const end = start + found[0].length;
    return { kind, phrase: text.slice(start, end).trim(), start, end };
  }
  return undefined;
}

/** Where the sentences of a text stand that are speech: signals stand within them. Longer texts: of their beginning. */
export function sentencePlaces(text: string): Span[] {
  return sentencesOf(speechOf(text.slice(0, MAX_CHARS))).map(({ start, end }) => ({ start, end }));
}

/** Looks for signals sentence by sentence. English first; corrections in all languages of `languages/`. */
export function detect(text: string): Detected {
  const heard = speechOf(text.slice(0, MAX_CHARS));
  const signals: Signal[] = [];
  const activity: Activity[] = [];
  for (const sentence of sentencesOf(heard)) {
    const found = signalsIn(sentence, text);
    signals.push(...found);
    if (found.length > 0) continue;
    const did = activityIn(sentence, text);
    if (did !== undefined) activity.push(did);
  }
  signals.sort((a, b) => a.start - b.start);
  if (signals.length > 0) return { verdict: "learning", signals, activity, because: signals.map(reason) };
  if (activity.length > 0) {
    const kinds = [...new Set(activity.map((one) => one.kind))].join(", ");
    const because = [`No alternatives and no uncertainty (${kinds}): the daily log at most.`];
    return { verdict: "activity", signals, activity, because };
  }
  return { verdict: "nothing", signals, activity, because: ["Nothing in it sounds like a learning."] };
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

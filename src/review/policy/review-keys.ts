/** The keys with which a person decides on each kind of item: key, word and meaning. Called by the review. Pure. */
import type { QueueItem } from "../review-schemas.js";

export interface ReviewKey {
  /** One character, or the name of a key. */
  key: string;
  word: string;
  /** One line for the help on the screen. */
  means: string;
}

type Row = readonly [key: string, word: string, means: string];

const STICK: readonly Row[] = [
  ["h", "held", "it came up, and nobody had to say it again"],
  ["f", "failed", "it happened again: every session start brings it up until it holds"],
];

const OUTCOME: readonly Row[] = [
  ["w", "worked", "it turned out as it says; you are asked what happened"],
  ["n", "did not", "it turned out wrong; you are asked what happened"],
  ["m", "mixed", "in part; you are asked what happened"],
];

const QUESTION: readonly Row[] = [["l", "later", "too early to tell: it is asked again when you say"]];

const ASK: readonly Row[] = [
  ["a", "answer", "your words stand before every session from then on"],
  ["n", "none", "there is no answer: it is not asked any more"],
];

const ENTRY: readonly Row[] = [
  ["a", "approve", "it may be retrieved and become a rule"],
  ["e", "edit", "your editor opens at it; then it is shown again"],
  ["r", "reject", "it stays in its file, and is not used"],
  ["o", "once", "it was right once, and is not used"],
  ["s", "sensitive", "its words are not shown any more; its id stays"],
];

const VERSION: readonly Row[] = [
  ["a", "approve", "it is in force from the next session on; you type its word"],
  ["e", "edit", "the proposed lines open in your editor; then you are asked again"],
  ["r", "reject", "the rules stay as they are, and it comes back only by a person"],
];

/** What is said once beside the question, and not among the answers. */
const ALWAYS: readonly Row[] = [
  ["Enter", "skip", "nothing changes"],
  ["q", "quit", "what was decided stays"],
  ["?", "keys", "this list"],
];

const PAIR: readonly Row[] = [
  ["s", "same", "the same, said again or taken further: one of them is enough"],
  ["1", "first", "the first holds instead of the second"],
  ["2", "second", "the second holds instead of the first"],
  ["e", "exception", "both hold: the first is an exception to the second"],
  ["g", "general", "both hold: the second is an exception to the first"],
  ["u", "unrelated", "neither bears on the other"],
];

const LINE: readonly Row[] = [
  ["s", "same", "the line says it already: the entry becomes no rule in that file"],
  ["c", "change", "the entry holds: your editor opens at the line, for you to change it"],
  ["i", "line", "the line holds: the entry is not used any more"],
  ["e", "exception", "both hold: the entry is an exception to the line"],
  ["g", "general", "both hold: the line is an exception to the entry"],
  ["u", "unrelated", "neither bears on the other"],
];

const HEARD: readonly Row[] = [
  ["k", "keep", "it is a correction, in these words"],
  ["r", "reword", "it is one, in words of yours"],
  ["d", "drop", "it corrects nothing: nobody is asked about it any more"],
];

function rowsOf(item: QueueItem): readonly Row[] {
  switch (item.kind) {
    case "question":
      return [...(item.about === "stick" ? STICK : OUTCOME), ...QUESTION];
    case "ask":
      return ASK;
    case "entry":
      return ENTRY;
    case "version":
      return VERSION;
    case "pair":
      return PAIR;
    case "line":
      return LINE;
    case "heard":
      return HEARD;
  }
}

/** Every key that works while this item is on the screen. */
export function keysOf(item: QueueItem): ReviewKey[] {
  return [...rowsOf(item), ...ALWAYS].map(([key, word, means]) => ({ key, word, means }));
}

/** Whether a key decides nothing: it stands beside the question, and not among the answers. */
export const isBeside = ({ key }: ReviewKey): boolean => ALWAYS.some(([always]) => always === key);

/** Whether approving takes a typed word: text from outside or from another agent reaches every later session. */
export function needsWord({ tier }: { tier: string }): boolean {
  return tier === "external" || tier === "peer";
}

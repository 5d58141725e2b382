/** Decides when an entry's outcome, or a pair, is asked about: the stages of a question, each asked once. */

import { bornAt, questionDays } from "../../entry/lessons.js";
import type { Profile } from "../../settings.js";
import type { Row } from "../../store/cache/row.js";
import type { TreePair } from "../../store/open-pairs.js";
import type { AskedQuestion, Postponement } from "../../store/state/question-log.js";
import { DAY_MS, daysBetween, HOUR_MS, stamp } from "../../text/durations.js";

/** Ages in days at which a close pair is asked about again. */
const PAIR_DAYS: readonly number[] = [3, 7, 14];
/** The words of the first question, those between and the last one; the profile's `outcome.days` sets their days. */
const ASK = {
  first: { ask: "How did it turn out?", askCorrection: "Did it hold?" },
  between: { ask: "Any results?", askCorrection: "Does it still hold?" },
  last: { ask: "Last question: how did it turn out?", askCorrection: "Last question: did it hold?" },
} as const;

/** Hours in which nothing is printed twice. */
export const QUIET_HOURS = 20;

/** A stage of a question that is due. */
export interface DueStage {
  stage: number;
  /** Age in whole days. */
  age: number;
  /** An earlier stage of it was asked. */
  isAsked: boolean;
}

/** A question to print. */
export interface Due extends DueStage {
  entry: Row;
  /** `stick`: a correction's question whether it held. */
  kind: "outcome" | "stick";
  ask: string;
  /** It is the last one: whoever reads the file alone is told then that nobody answered. */
  isLast: boolean;
}

/** Two entries, or an entry and a line that people wrote. */
export type AskedPair = TreePair & {
  /** Nobody answered, and one side becomes no rule because of it. */
  keepsBack?: boolean;
};

/** A pair to print. */
export interface DuePair extends DueStage {
  pair: AskedPair;
}

/** The questions and postponements of one item. */
interface History {
  /** The highest stage asked; -1: none. */
  highest: number;
  /** When it was last asked. */
  asked?: string;
  /** When it was last printed for whatever reason. */
  printed?: string;
  later?: Postponement;
}

/** All that is remembered, by item. */
export class QuestionMemory {
  readonly #asked = new Map<string, AskedQuestion[]>();
  readonly #later = new Map<string, Postponement>();

  constructor(askedQuestions: readonly AskedQuestion[], later: readonly Postponement[]) {
    for (const one of askedQuestions) {
      const askedBefore = this.#asked.get(one.id);
      if (askedBefore === undefined) this.#asked.set(one.id, [one]);
      else askedBefore.push(one);
    }
    for (const one of later) {
      const lastPostponement = this.#later.get(one.id);
      if (lastPostponement === undefined || one.at >= lastPostponement.at) this.#later.set(one.id, one);
    }
  }

  /** The history of an item from an instant on: a reopened pair is asked about anew. */
  of(id: string, since = ""): History {
    const history: History = { highest: -1 };
    for (const { stage, at } of this.#asked.get(id) ?? []) {
      if (at < since) continue;
      if (history.printed === undefined || at > history.printed) history.printed = at;
      if (stage === undefined) continue;
      history.highest = Math.max(history.highest, stage);
      if (history.asked === undefined || at > history.asked) history.asked = at;
    }
    const later = this.#later.get(id);
    return later === undefined ? history : { ...history, later };
  }

  /** True while an item may not be printed: it was printed a short while ago, or was postponed. */
  isSilent(id: string, now: Date, hours: number): boolean {
    const { printed, later } = this.of(id);
    return (
      (printed !== undefined && isQuiet(printed, now, hours)) || (later !== undefined && new Date(later.until) > now)
    );
  }
}

/** True when something printed at `at` is still quiet. A clock that was far ahead must not silence it for years. */
export function isQuiet(at: string, now: Date, hours: number): boolean {
  return Math.abs(now.getTime() - new Date(at).getTime()) < hours * HOUR_MS;
}

/** The stage an age belongs to: 0 from the first day on, and so forth; -1 before. */
export function stageAt(age: number, days: readonly number[]): number {
  return days.findLastIndex((day) => age >= day);
}

/** After "later" an item is asked once more, regardless of earlier questions. */
function comesBack({ later, asked }: History): boolean {
  return later !== undefined && (asked === undefined || asked < later.until);
}

/** The stage to ask now; undefined where none is due, it was asked, or it is silent. */
function stageDue(
  id: string,
  age: number,
  days: readonly number[],
  { memory, since, ...when }: When,
): DueStage | undefined {
  const stage = stageAt(age, days);
  const history = memory.of(id, since);
  if (stage < 0 || (stage <= history.highest && !comesBack(history))) return undefined;
  if (memory.isSilent(id, when.now, when.hours)) return undefined;
  return { stage, age: Math.floor(age), isAsked: history.highest >= 0 };
}

interface When {
  memory: QuestionMemory;
  now: Date;
  hours: number;
  /** Questions before this instant do not count. */
  since?: string | undefined;
}

/** Every question about an entry that is due, in no order. `open`: all that are asked about. */
export function promptsDue(input: {
  open: readonly Row[];
  memory: QuestionMemory;
  limits: Pick<Profile["outcome"], "days">;
  now: Date;
}): Due[] {
  const { memory, limits, now } = input;
  return input.open.flatMap((entry): Due[] => {
    const age = daysBetween(entry.born, now);
    const days = questionDays(entry, limits);
    const final = days.length - 1;
    const dueStage = stageDue(entry.id, age, days, { memory, now, hours: QUIET_HOURS });
    if (dueStage === undefined) return [];
    const { stage } = dueStage;
    return [{ entry, ...dueStage, ...question(entry, stage, final), isLast: stage === final }];
  });
}

function question(entry: Row, stage: number, final: number): Pick<Due, "kind" | "ask"> {
  const row = stage === 0 ? ASK.first : stage === final ? ASK.last : ASK.between;
  return entry.type === "correction" ? { kind: "stick", ask: row.askCorrection } : { kind: "outcome", ask: row.ask };
}

/**
 * Every due pair: asked at {@link PAIR_DAYS}, then no more; one that keeps a rule back also at once. Not those waiting
 * for a person.
 */
export function pairsDue(input: {
  pairs: readonly AskedPair[];
  memory: QuestionMemory;
  hours: number;
  now: Date;
}): DuePair[] {
  const { pairs, now } = input;
  const openPairs = pairs.filter(({ near }) => near.proposed === undefined);
  return openPairs.flatMap((pair): DuePair[] => {
    const since = openSince(pair);
    const stageInput = { ...input, since };
    const days = pair.keepsBack === true ? [0, ...PAIR_DAYS.slice(1)] : PAIR_DAYS;
    const dueStage = stageDue(pair.key, daysBetween(since, now), days, stageInput);
    return dueStage === undefined ? [] : [{ pair, ...dueStage }];
  });
}

/** Since when an entry waits for an answer: since its first question was due. */
export function answerableSince(entry: Row, limits: Pick<Profile["outcome"], "days">): string {
  const [first = 0] = questionDays(entry, limits);
  return stamp(new Date(Date.parse(entry.born) + first * DAY_MS));
}

/** When the pair was opened; of an import not before the import. */
export function openSince({ at, newer }: Pick<TreePair, "newer" | "at">): string {
  const born = bornAt(newer);
  return at > born ? at : born;
}

/** What the results of golden questions say: which are asked next, and how things stand. */
import { DAY_MS } from "../../text/durations.js";

/** How a question was answered once; a line of `memory/eval/runs.jsonl`. */
export interface Run {
  /** UTC to the second. */
  at: string;
  id: string;
  pass: boolean;
  /** The place by which everything expected was found. */
  rank?: number;
  /** Why it did not pass. */
  reason?: string;
  /** Who answered: `recall`. */
  by: string;
  /** Milliseconds. */
  ms: number;
  /** The beginning of the hash of all record files. */
  tree: string;
}

/** The newest result of each question, up to a moment: what a wrong clock dated later would count for ever. */
export function newestRuns(runs: readonly Run[], until: Date): Map<string, Run> {
  const last = `${until.toISOString().slice(0, 19)}Z`;
  const newest = new Map<string, Run>();
  for (const run of runs) {
    const known = newest.get(run.id);
    if (run.at <= last && (known === undefined || known.at <= run.at)) newest.set(run.id, run);
  }
  return newest;
}

/** The questions that were asked longest ago: never asked ones first, by id where it is the same. */
export function leastRecentlyAsked<T extends { id: string }>(
  questions: readonly T[],
  newest: ReadonlyMap<string, Pick<Run, "at">>,
  most: number,
): T[] {
  const asked = ({ id }: T) => newest.get(id)?.at ?? "";
  const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return [...questions].sort((a, b) => order(asked(a), asked(b)) || order(a.id, b.id)).slice(0, most);
}

/** How golden questions stand. */
export interface Standing {
  /** Questions there are. */
  questions: number;
  /** Of those how many passed when last asked. */
  answered: number;
  /** The same as of seven days before; absent where nothing had been asked by then. */
  before?: number;
  /** Ids of those that did not pass, by name. */
  failing: string[];
  /** How many were never asked. */
  unasked: number;
}

const WEEK_MS = 7 * DAY_MS;

/** Of the questions there are; undefined where there are none, or none was ever asked. */
export function standingOf(runs: readonly Run[], ids: ReadonlySet<string>, now: Date): Standing | undefined {
  const own = runs.filter(({ id }) => ids.has(id));
  const newest = newestRuns(own, now);
  if (newest.size === 0) return undefined;
  const passed = (newest: ReadonlyMap<string, Run>) => [...newest.values()].filter(({ pass }) => pass).length;
  const before = newestRuns(own, new Date(now.getTime() - WEEK_MS));
  const failing = [...newest.values()].filter(({ pass }) => !pass).map(({ id }) => id);
  return {
    questions: ids.size,
    answered: passed(newest),
    ...(before.size === 0 ? {} : { before: passed(before) }),
    failing: failing.sort(),
    unasked: ids.size - newest.size,
  };
}

const MOST_NAMED = 5;

/** `18 of 20 answered, last week 15; failing: releases, billing`. */
export function standingText({ questions, answered, before, failing, unasked }: Standing): string {
  const named = failing.slice(0, MOST_NAMED).join(", ");
  const more = failing.length > MOST_NAMED ? ` and ${failing.length - MOST_NAMED} more` : "";
  return [
    `${answered} of ${questions} answered${before === undefined ? "" : `, last week ${before}`}`,
    ...(failing.length === 0 ? [] : [`failing: ${named}${more}`]),
    ...(unasked === 0 ? [] : [`not asked yet: ${unasked}`]),
  ].join("; ");
}

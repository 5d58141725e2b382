/** The questions at 3, 7 and 14 days: how did it turn out? */
import { bornAt, type LessonEntry } from "../entry/lessons.js";
import { daysBetween, HOUR_MS } from "../text/durations.js";
import { stakesRank } from "./stick.js";

/** How the first question, those between and the last one are put; the profile's `outcome.days` says when. */
const ASK = {
  first: { ask: "How did it turn out?", askCorrection: "How did it turn out?" },
  between: { ask: "Any results?", askCorrection: "Did it happen again?" },
  last: { ask: "Last question: how did it turn out?", askCorrection: "Last question: did it happen again?" },
} as const;

/**
 * From this age on an entry is set inconclusive even if no earlier question was asked (a fresh container), and a
 * promoted one is left alone.
 */
export const SILENT_DAYS = 21;

/** A question that was printed: local state. */
export interface AskedQuestion {
  id: string;
  /** 0, 1, 2: position in `outcome.days`. */
  stage: number;
  at: string;
}

/** "Too early": do not ask before `until`, then ask again whatever was asked before. */
export interface Postponement {
  id: string;
  until: string;
  at: string;
}

export interface LoopLimits {
  days: readonly number[];
  per_heartbeat: number;
  per_day: number;
  quiet_hours: number;
}

/** A question to print. */
export interface Due<E extends LessonEntry = LessonEntry> {
  entry: E;
  stage: number;
  /** `stick`: a correction's question whether it happened again. */
  kind: "outcome" | "stick";
  ask: string;
  /** Age in whole days. */
  age: number;
  /** Set `inconclusive` together with printing it. */
  settles: boolean;
}

export interface Loop<E extends LessonEntry = LessonEntry> {
  /** In the order in which they are asked; may be cut further by what fits. */
  due: Due<E>[];
  /** Due today but beyond the caps. */
  waiting: number;
  /** Asked in vain and {@link SILENT_DAYS} old: set inconclusive without another question. */
  unanswered: E[];
}

/** True when something printed at `at` is still quiet. A clock that was far ahead must not silence it for years. */
export function isQuiet(at: string, now: Date, hours: number): boolean {
  return Math.abs(now.getTime() - new Date(at).getTime()) < hours * HOUR_MS;
}

/** The stage an age belongs to: 0 from the first day on, and so forth; -1 before. */
export function stageAt(age: number, days: readonly number[]): number {
  return days.findLastIndex((day) => age >= day);
}

interface QuestionHistory {
  /** The highest stage asked. */
  stage: number;
  earlier: boolean;
  last: string;
}

function historyOf(asked: readonly AskedQuestion[], final: number): Map<string, QuestionHistory> {
  const memories = new Map<string, QuestionHistory>();
  for (const one of asked) {
    const known = memories.get(one.id);
    memories.set(one.id, {
      stage: Math.max(one.stage, known?.stage ?? -1),
      earlier: one.stage < final || known?.earlier === true,
      last: known === undefined || one.at > known.last ? one.at : known.last,
    });
  }
  return memories;
}

/**
 * What to ask now. `localDay` names the calendar day of an instant in the profile's time zone: the daily cap counts
 * by it. The caller prints, remembers what was asked, and writes.
 */
export function promptsDue<E extends LessonEntry>(input: {
  /** All that are asked about ({@link openQuestions}). */
  open: readonly E[];
  asked: readonly AskedQuestion[];
  later: readonly Postponement[];
  limits: LoopLimits;
  now: Date;
  localDay: (at: Date) => string;
}): Loop<E> {
  const { limits, now } = input;
  const final = limits.days.length - 1;
  const memories = historyOf(input.asked, final);
  const postponed = new Map<string, Postponement>();
  for (const one of input.later) {
    const known = postponed.get(one.id);
    if (known === undefined || one.at >= known.at) postponed.set(one.id, one);
  }
  const due: Due<E>[] = [];
  const unanswered: E[] = [];
  for (const entry of input.open) {
    const age = daysBetween(bornAt(entry), now);
    const stage = stageAt(age, limits.days);
    if (stage < 0) continue;
    const later = postponed.get(entry.id);
    if (later !== undefined && new Date(later.until) > now) continue;
    const known = memories.get(entry.id);
    const comesBack = later !== undefined && (known === undefined || known.last < later.until);
    const silent = age >= Math.max(SILENT_DAYS, limits.days[final] ?? 0);
    const promoted = entry.status === "promoted";
    if (promoted && silent) continue;
    if (known !== undefined && stage <= known.stage && !comesBack) {
      if (silent && stage === final) unanswered.push(entry);
      continue;
    }
    if (known !== undefined && isQuiet(known.last, now, limits.quiet_hours)) continue;
    const isLast = stage === final;
    due.push({
      entry,
      stage,
      ...question(entry, stage, final),
      age: Math.floor(age),
      settles: isLast && !promoted && (known?.earlier === true || silent),
    });
  }
  // Most of the time; naming a calendar day loads the tables of time zones.
  if (due.length === 0) return { due, waiting: 0, unanswered };
  due.sort((a, b) => inOrder(a, b, memories));
  const today = input.localDay(now);
  const askedToday = input.asked.filter((one) => input.localDay(new Date(one.at)) === today).length;
  const room = Math.max(0, Math.min(limits.per_heartbeat, limits.per_day - askedToday));
  return { due: due.slice(0, room), waiting: Math.max(0, due.length - room), unanswered };
}

function question(entry: LessonEntry, stage: number, final: number): { kind: "outcome" | "stick"; ask: string } {
  const row = stage === final ? ASK.last : stage === 0 ? ASK.first : ASK.between;
  if (entry.type !== "correction" || stage === 0) return { kind: "outcome", ask: row.ask };
  return { kind: "stick", ask: row.askCorrection };
}

/** Never-asked entries first, then stakes, native before imported, older. */
function inOrder(a: Due, b: Due, memories: ReadonlyMap<string, unknown>): number {
  const born = (due: Due) => new Date(bornAt(due.entry)).getTime();
  return (
    Number(memories.has(a.entry.id)) - Number(memories.has(b.entry.id)) ||
    stakesRank(a.entry.stakes) - stakesRank(b.entry.stakes) ||
    Number(a.entry.imported !== undefined) - Number(b.entry.imported !== undefined) ||
    born(a) - born(b) ||
    (a.entry.id < b.entry.id ? -1 : 1)
  );
}

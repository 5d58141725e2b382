/** The questions at 3, 7 and 14 days: how did it turn out? */
import { isApproved, type Verdict } from "../entry/entry.js";
import { daysBetween, HOUR_MS } from "../text/durations.js";
import { bornAt, type Lesson, type StickEntry, stakesRank } from "./stick.js";

/** The stages of the loop by age; the profile's `outcome.days` may move the days. */
export const SCHEDULE = [
  { day: 3, ask: "How did it turn out?", askCorrection: "How did it turn out?" },
  { day: 7, ask: "Any results?", askCorrection: "Did it happen again?" },
  { day: 14, ask: "Last question: how did it turn out?", askCorrection: "Last question: did it happen again?" },
] as const;

/**
 * From this age on an entry is set inconclusive even if no earlier question was asked (a fresh container), and a
 * promoted one is left alone.
 */
export const SILENT_DAYS = 21;

/** The flag of a rule about which somebody answered that it is no longer relevant. */
export const IRRELEVANT = "irrelevant";

export interface LoopEntry extends StickEntry {
  flags?: readonly string[] | undefined;
  outcome?: Verdict | undefined;
  outcome_date?: string | undefined;
  /** Present: somebody wrote how it turned out. */
  outcome_note?: unknown;
}

/** A question that was printed: local state. */
export interface Asked {
  id: string;
  /** 0, 1, 2: position in the schedule. */
  stage: number;
  at: string;
}

/** "Too early": do not ask before `until`, then ask again whatever was asked before. */
export interface Later {
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
export interface Due<E extends LoopEntry = LoopEntry> {
  entry: E;
  stage: number;
  /** `stick`: a correction's question whether it happened again. */
  kind: "outcome" | "stick";
  ask: string;
  /** Age in whole days. */
  age: number;
  /** Set `inconclusive` together with printing it. */
  settles: boolean;
  because: string;
}

export interface Loop<E extends LoopEntry = LoopEntry> {
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

const absent = (value: unknown): boolean => value === undefined;

/**
 * What makes an entry one to ask about, field by field, so that an index by field finds them without a look at each.
 * What most entries of a grown tree fail comes first.
 */
export const OPEN = {
  outcome: absent,
  outcome_date: absent,
  outcome_note: absent,
  type: (type: LoopEntry["type"]) => type === "correction" || type === "insight",
  status: (status: LoopEntry["status"]) => status === "active" || status === "promoted",
  // What waits for review is not put before an agent, not even as a question.
  review: (review: LoopEntry["review"]) => isApproved({ review }) || review?.state === "sensitive",
  stick: (stick: LoopEntry["stick"]) => stick?.verdict !== "held" && stick?.verdict !== "failed",
  flags: (flags: LoopEntry["flags"]) => flags?.includes(IRRELEVANT) !== true,
};

const TESTS = Object.entries(OPEN) as [keyof LoopEntry, (value: unknown) => boolean][];

/** Is it an entry to ask about? */
export function isOpen(entry: LoopEntry): boolean {
  return TESTS.every(([field, test]) => test(entry[field]));
}

interface Memory {
  /** The highest stage asked. */
  stage: number;
  earlier: boolean;
  last: string;
}

function memoryOf(asked: readonly Asked[], final: number): Map<string, Memory> {
  const memories = new Map<string, Memory>();
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
 * by it. Entries may be all heads of the tree; the caller prints, remembers what was asked, and writes.
 */
export function promptsDue<E extends LoopEntry>(input: {
  /** All that are open ({@link OPEN}). */
  open: readonly E[];
  /** All lessons; none where nothing was ever repeated. Asked for when something is open. */
  lessons: () => readonly Lesson<E>[];
  asked: readonly Asked[];
  later: readonly Later[];
  limits: LoopLimits;
  now: Date;
  localDay: (at: Date) => string;
}): Loop<E> {
  const { limits, now } = input;
  const final = limits.days.length - 1;
  const memories = memoryOf(input.asked, final);
  const postponed = new Map<string, Later>();
  for (const one of input.later) {
    const known = postponed.get(one.id);
    if (known === undefined || one.at >= known.at) postponed.set(one.id, one);
  }
  const due: Due<E>[] = [];
  const unanswered: E[] = [];
  for (const entry of newestOf(input.open, input.lessons)) {
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
      because: `${Math.floor(age)} days old, and nobody has said how it turned out.`,
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

/** Of a chain of recurrences only the newest is asked about. */
function newestOf<E extends LoopEntry>(open: readonly E[], lessons: () => readonly Lesson<E>[]): readonly E[] {
  if (open.length === 0) return open;
  const carried = new Set<string>();
  for (const { carrier, members } of lessons()) {
    for (const member of members) if (member !== carrier) carried.add(member.id);
  }
  return open.filter((entry) => !carried.has(entry.id));
}

function question(entry: LoopEntry, stage: number, final: number): { kind: "outcome" | "stick"; ask: string } {
  const row = stage === final ? SCHEDULE[2] : stage === 0 ? SCHEDULE[0] : SCHEDULE[1];
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

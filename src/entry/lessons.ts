/**
 * Which entries need an outcome, and which corrections are one lesson because they repeat each other. Used by the loop,
 * the index page and the rules.
 */
import type { EntryType, ReviewState, Stakes, Status, Verdict } from "./entry.js";
import { isApproved, isInUse, isLive } from "./gates/visible.js";
import { JUDGED_TYPES } from "./record-types.js";

/** The fields of an entry that this file reads; heads of a tree have all of them. */
export interface LessonEntry {
  id: string;
  type: EntryType;
  timestamp: string;
  recorded?: string | undefined;
  status: Status;
  stakes?: Stakes | undefined;
  review?: { state: ReviewState } | undefined;
  session?: string | undefined;
  imported?: { at: string; people?: true | undefined } | undefined;
  recurrence_of?: string | undefined;
  aliases?: readonly string[] | undefined;
  stick?: { verdict: "held" | "failed" | "unknown"; at: string } | undefined;
  flags?: readonly string[] | undefined;
  outcome?: Verdict | undefined;
  outcome_date?: string | undefined;
  /** Present: the outcome is recorded. */
  outcome_note?: unknown;
  /** Of an outcome: the entries that it judges. */
  references?: readonly string[] | undefined;
}

/** Days in which a correction must not be repeated to count as held. */
export const STICK_DAYS = 7;

/** A correction with all that repeated it. */
export interface Lesson<E extends LessonEntry = LessonEntry> {
  /** The newest live one: carries window, question and reinforcement. */
  carrier: E;
  /** Oldest first, those that no longer count included. */
  members: readonly E[];
}

/** The moment from which an entry's age counts: an import is as old as its import. */
export function bornAt(entry: { timestamp: string; imported?: { at: string } | undefined }): string {
  return entry.imported?.at ?? entry.timestamp;
}

/** The moment since which evidence can speak of an entry: when it was written, whatever date it states. */
export function writtenAt(entry: {
  timestamp: string;
  recorded?: string | undefined;
  imported?: { at: string } | undefined;
}): string {
  return entry.recorded ?? bornAt(entry);
}

/** The profile's days of questions. */
export interface QuestionDays {
  /** Ages in days at which the entry's outcome is asked for. */
  days: readonly number[];
}

/** A rule is not asked about from this age on; others are set inconclusive then though no earlier question was asked. */
export const SILENT_DAYS = 21;

/** What is little at stake is asked about once. */
const LOW_STAKES_DAYS = [7];

/** The ages in days at which an entry's outcome is asked for. */
export function questionDays(entry: Pick<LessonEntry, "stakes" | "status">, limits: QuestionDays): readonly number[] {
  const days = entry.stakes === "low" ? LOW_STAKES_DAYS : limits.days;
  return entry.status === "promoted" ? days.filter((day) => day < SILENT_DAYS) : days;
}

type Aged = Pick<LessonEntry, "id" | "timestamp">;

/** Order of entries by time, those of one second by id. */
export const byAge = (a: Aged, b: Aged): number =>
  a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : a.id < b.id ? -1 : 1;

/** Every chain of corrections that repeat each other, oldest member first, single ones included. Linear. */
export function chainsOf<E extends Pick<LessonEntry, "id" | "type" | "timestamp" | "recurrence_of">>(
  entries: readonly E[],
): E[][] {
  const corrections = new Map<string, E>();
  for (const entry of entries) if (entry.type === "correction") corrections.set(entry.id, entry);
  const rootOf = (start: E): string => {
    let at = start;
    const metIds = new Set<string>();
    for (;;) {
      metIds.add(at.id);
      const earlier = at.recurrence_of === undefined ? undefined : corrections.get(at.recurrence_of);
      // Hand-written links may form a ring: any member will do, as long as it is always the same.
      if (earlier === undefined) return at.id;
      if (metIds.has(earlier.id)) return [...metIds].sort()[0] as string;
      at = earlier;
    }
  };
  const chains = new Map<string, E[]>();
  for (const correction of corrections.values()) {
    const root = correction.recurrence_of === undefined ? correction.id : rootOf(correction);
    const chain = chains.get(root);
    if (chain === undefined) chains.set(root, [correction]);
    else chain.push(correction);
  }
  return [...chains.values()].map((chain) => (chain.length === 1 ? chain : chain.sort(byAge)));
}

/** All lessons that have a live member, oldest carrier first. Linear in the number of entries. */
export function lessonsOf<E extends LessonEntry>(entries: readonly E[]): Lesson<E>[] {
  const lessons: Lesson<E>[] = [];
  for (const members of chainsOf(entries)) {
    const carrier = members.findLast((member) => isLive(member));
    if (carrier !== undefined) lessons.push({ carrier, members });
  }
  return lessons.sort((a, b) => byAge(a.carrier, b.carrier));
}

/** The part of a store that this file needs. */
export interface LessonTree<E extends LessonEntry> {
  head(id: string): E | undefined;
  where(conditions: typeof UNANSWERED): readonly E[];
  withAny(field: "recurrence_of"): readonly E[];
  naming(ids: Iterable<string>, relation: "references"): readonly E[];
}

/**
 * The lessons of corrections that repeat another or are repeated, and those of some others that may repeat nothing; no
 * other entry is looked at.
 */
export function repeatedLessons<E extends LessonEntry>(
  tree: Pick<LessonTree<E>, "head" | "withAny">,
  others: readonly E[] = [],
): Lesson<E>[] {
  const linked = new Map(others.map((one) => [one.id, one]));
  for (const repeat of tree.withAny("recurrence_of")) {
    linked.set(repeat.id, repeat);
    const earlier = tree.head(repeat.recurrence_of ?? "");
    if (earlier !== undefined) linked.set(earlier.id, earlier);
  }
  return lessonsOf([...linked.values()]);
}

/** The lesson that an entry belongs to; an entry that repeats nothing is its own lesson. */
export function lessonWith<E extends LessonEntry>(tree: Pick<LessonTree<E>, "head" | "withAny">, head: E): Lesson<E> {
  const lessons = head.type === "correction" ? repeatedLessons(tree) : [];
  const ownLesson = lessons.find(({ members }) => members.some(({ id }) => id === head.id));
  return ownLesson ?? { carrier: head, members: [head] };
}

/** Flag of a rule, or of a correction that did not stick, that a person called no longer relevant. */
export const IRRELEVANT = "irrelevant";

/** The flag of an entry of which a person said that another one holds instead, however far that one is trusted. */
export const REPLACED_BY_PERSON = "replaced-by-person";

/** What every open question has, by columns: most entries of a grown tree are answered, and are not looked at. */
export const UNANSWERED = {
  type: JUDGED_TYPES,
  status: ["active", "promoted"],
  outcome: null,
  outcome_date: null,
  outcome_note: null,
} as const;

/** Whether the outcome of entries of these types is asked for until it is known. */
export function isAskedAbout({
  type,
  stakes,
  review,
  imported,
}: Pick<LessonEntry, "type" | "stakes" | "review" | "imported">): boolean {
  if (imported?.people === true) return false;
  // Where nothing is at stake, nobody need know how it turned out.
  if (type === "decision" && stakes === undefined) return false;
  // What may not be retrieved is not put before an agent, not even as a question.
  return isApproved({ review });
}

/** Whether a correction changed the behaviour, and since when that is known; undefined until it is. */
export function knownStick({
  stick,
}: Pick<LessonEntry, "stick">): { verdict: "held" | "failed"; at: string } | undefined {
  return stick === undefined || stick.verdict === "unknown" ? undefined : { verdict: stick.verdict, at: stick.at };
}

/** Whether an entry states the outcome of others. */
export function isJudging(entry: Pick<LessonEntry, "type" | "status" | "review">): boolean {
  return entry.type === "outcome" && isInUse(entry);
}

/** What a hand may call an entry by. */
const namesOf = ({ id, aliases = [] }: LessonEntry): string[] => [id, ...aliases];

function isOpen(entry: LessonEntry): boolean {
  return isAskedAbout(entry) && knownStick(entry) === undefined && entry.flags?.includes(IRRELEVANT) !== true;
}

/**
 * The entries of a tree whose outcome is asked for sooner or later; of a chain of repeats only the newest. An outcome
 * counts for its references as soon as it is in the tree.
 */
export function openQuestions<E extends LessonEntry>(tree: LessonTree<E>): readonly E[] {
  const unanswered = tree.where(UNANSWERED).filter(isOpen);
  if (unanswered.length === 0) return unanswered;
  // A name that several have names none.
  const byName = new Map<string, E | undefined>();
  for (const one of unanswered) for (const name of namesOf(one)) byName.set(name, byName.has(name) ? undefined : one);
  const outcomes = tree.naming(byName.keys(), "references").filter(isJudging);
  const judgedEntries = new Set(outcomes.flatMap(({ references = [] }) => references.map((name) => byName.get(name))));
  const open = unanswered.filter((one) => !judgedEntries.has(one));
  const carried = new Set<string>();
  for (const { carrier, members } of repeatedLessons(tree)) {
    for (const member of members) if (member !== carrier) carried.add(member.id);
  }
  return carried.size === 0 ? open : open.filter(({ id }) => !carried.has(id));
}

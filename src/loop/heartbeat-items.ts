/** What a heartbeat has to say, as data: questions with their answers, what to reinforce, what waits for a person. */
import { isApproved, isLive, refOf, tailOf } from "../entry/entry.js";
import type { Lesson } from "../entry/lessons.js";
import { isSensitive, SENSITIVE } from "../entry/visible.js";
import type { Chain } from "../rules/versions/chain.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import { oneLine, shorten } from "../text/shorten.js";
import type { Pending, Question, Quoted, Reinforcement } from "./loop-schemas.js";
import { type Due, isQuiet } from "./outcome-loop.js";
import { failingLessons } from "./question-log.js";

const LONGEST = 110;

/** One line that never holds the word which says that nothing is due. */
export function plainLine(text: string): string {
  return oneLine(text).replace(/HEARTBEAT_OK/gi, "HEARTBEAT-OK");
}

/** One line of at most {@link LONGEST} characters that can close no quotation. */
export function quotable(text: string): string {
  return shorten(plainLine(text).replaceAll('"', "'"), LONGEST);
}

/** Tails that tenet drew itself: no two are the same. Looking through all ids would cost more than the heartbeat. */
const DRAWN = /^(?=.*[A-Z])[0-9A-Z]{5}$/;

export function quotedOf(head: EntryMeta): Quoted {
  const tail = tailOf(head.id);
  const { id, type, tier, stakes } = head;
  const text = isSensitive(head) ? SENSITIVE : quotable(head.text);
  return defined({ id, ref: DRAWN.test(tail) ? tail.toLowerCase() : id, type, text, tier, stakes });
}

/** A question of the outcome loop with every answer it takes. */
export function questionOf(due: Due<EntryMeta>): Question {
  const quoted = quotedOf(due.entry);
  const command = `tenet outcome ${quoted.ref}`;
  const stick =
    due.entry.type === "correction" ? [`${command} --held --evidence T`, `${command} --failed --evidence T`] : [];
  const verdict = `${command} --verdict V --result T [--score 1-10] [--lesson T]`;
  return {
    ...quoted,
    key: `question:${due.entry.id}`,
    kind: due.kind,
    ask: due.ask,
    age_days: due.age,
    stage: due.stage + 1,
    answers: [
      ...(due.kind === "stick" ? [...stick, verdict] : [verdict, ...stick]),
      `${command} --later 5d`,
      `${command} --irrelevant`,
    ],
  };
}

const isShown = (head: EntryMeta | undefined): head is EntryMeta =>
  head !== undefined && isLive(head) && isApproved(head);

/** At most this many pairs of a kind a heartbeat. */
const MOST_PAIRS = 3;

/** Corrections that may repeat an earlier one, and contested pairs: newest first, each once. */
export function pairsOf(tree: Store, quiet: (key: string) => boolean): Question[] {
  const recurrences: Question[] = [];
  const contested: Question[] = [];
  const met = new Set<string>();
  for (const head of tree.withAny("maybe_recurrence_of", "contests").reverse()) {
    if (!isShown(head)) continue;
    const earlier = head.maybe_recurrence_of === undefined ? undefined : tree.head(head.maybe_recurrence_of);
    if (isShown(earlier)) recurrences.push(pairQuestion(head, earlier, "recurrence"));
    for (const id of head.contests ?? []) {
      const other = tree.head(id);
      const key = pairKey(head.id, id);
      if (!isShown(other) || met.has(key)) continue;
      met.add(key);
      contested.push(pairQuestion(head, other, "contested"));
    }
  }
  const loud = (questions: Question[]) => questions.filter(({ key }) => !quiet(key)).slice(0, MOST_PAIRS);
  return [...loud(recurrences), ...loud(contested)];
}

function pairKey(a: string, b: string): string {
  return `contested:${[a, b].sort().join("+")}`;
}

function pairQuestion(head: EntryMeta, other: EntryMeta, kind: "recurrence" | "contested"): Question {
  const [a, b] = [quotedOf(head), quotedOf(other)];
  const resolve = `tenet resolve ${a.ref} ${b.ref}`;
  if (kind === "recurrence") {
    return {
      ...a,
      key: `recurrence:${head.id}`,
      kind,
      ask: "Did the earlier one not stick, and this repeats it?",
      other: b,
      answers: [`${resolve} --recurrence`, `${resolve} --both`],
    };
  }
  return {
    ...a,
    key: pairKey(head.id, other.id),
    kind,
    ask: "They contradict. Which is right?",
    other: b,
    answers: [`${resolve} --supersedes`, `tenet resolve ${b.ref} ${a.ref} --supersedes`, `${resolve} --both`],
  };
}

/** Lessons that did not stick, at most three, without those printed a short while ago. */
export async function reinforcementsOf(tree: Store, quiet: (key: string) => boolean): Promise<Reinforcement[]> {
  const keyOf = (lesson: Lesson<EntryMeta>) => `reinforce:${lesson.carrier.id}`;
  const loud = failingLessons(tree).filter((one) => isShown(one.carrier) && !quiet(keyOf(one)));
  const chosen = loud.slice(0, MOST_REINFORCED);
  const entries = await tree.load(chosen.map(({ carrier }) => carrier.id));
  const next = new Map(
    entries.map(({ entry }) => [entry.id, entry.type === "correction" ? entry.behavioral_change : undefined]),
  );
  return chosen.map((lesson) => {
    const quoted = quotedOf(lesson.carrier);
    const nextTime = next.get(quoted.id);
    return defined({
      ...quoted,
      key: keyOf(lesson),
      said: lesson.members.length,
      next_time: nextTime === undefined ? undefined : quotable(nextTime),
      answers: [`tenet outcome ${quoted.ref} --held --evidence T`],
    });
  });
}

const MOST_REINFORCED = 3;

/** Entries that wait for a person's review, as one line. */
export function pendingOf(...trees: readonly Store[]): Pending[] {
  const waiting = trees.flatMap((tree) => tree.where({ review: "needs_review" })).filter((head) => isLive(head));
  const since = (head: EntryMeta) => head.review?.at ?? head.timestamp;
  const [first] = waiting;
  if (first === undefined) return [];
  const oldest = waiting.reduce((least, head) => (since(head) < since(least) ? head : least), first);
  const { id, ref } = quotedOf(oldest);
  return [{ key: "review", kind: "review", count: waiting.length, oldest: { id, ref, since: since(oldest) } }];
}

/** True when an item was printed within the quiet hours. */
export function quietBy(printed: Readonly<Record<string, string>>, now: Date, hours: number): (key: string) => boolean {
  return (key) => printed[key] !== undefined && isQuiet(printed[key], now, hours);
}

/** Versions that wait for a person; none, or one line. What is decided and only not in force yet waits for no person. */
export function waitingVersionsOf(chain: Chain): Pending[] {
  const waiting = chain.versions.filter(({ status }) => status === "pending");
  const [first] = waiting;
  if (first === undefined) return [];
  const { id, created } = waiting.reduce((least, one) => (one.created < least.created ? one : least), first);
  return [{ key: "version", kind: "version", count: waiting.length, oldest: { id, ref: refOf(id), since: created } }];
}

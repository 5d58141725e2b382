/** Counts what waits for a person, by kind, and says it in one line. Pure. */
import { ageInDays } from "../../text/durations.js";
import { counted } from "../../text/paint.js";
import type { WaitingItem, WaitingKind } from "../waiting/waiting.js";
import type { WaitingOfKind } from "../waiting/waiting-schemas.js";

/** Of each kind its word for one and for several; in the order in which they are counted. */
const WORDS: Readonly<Record<WaitingKind, readonly [one: string, many: string]>> = {
  pair: ["pair", "pairs"],
  line: ["line", "lines"],
  ask: ["question", "questions"],
  version: ["version", "versions"],
  entry: ["entry", "entries"],
  question: ["outcome", "outcomes"],
  heard: ["heard sentence", "heard sentences"],
};

/** What an agent may answer as well: without anything else no agent is told that a person is waited for. */
const AGENTS_TOO: ReadonlySet<WaitingKind> = new Set(["pair", "line", "question", "heard"]);

/** Whether something waits that only a person can decide. */
export const needsPerson = (waiting: readonly Pick<WaitingOfKind, "kind">[]): boolean =>
  waiting.some(({ kind }) => !AGENTS_TOO.has(kind));

/** By kind, kinds of which nothing waits left out. */
export function countWaiting(items: readonly WaitingItem[], now: Date): WaitingOfKind[] {
  return (Object.keys(WORDS) as WaitingKind[]).flatMap((kind) => {
    const ofKind = items.filter((item) => item.kind === kind);
    const [first] = ofKind;
    if (first === undefined) return [];
    const { id, since } = ofKind.reduce((oldest, one) => (one.since < oldest.since ? one : oldest), first);
    return [{ kind, count: ofKind.length, since, days: ageInDays(since, now), id }];
  });
}

export const sumOf = (waiting: readonly Pick<WaitingOfKind, "count">[]): number =>
  waiting.reduce((sum, { count }) => sum + count, 0);

/** `3 things (1 pair, 2 outcomes), oldest 4 days`; of one kind `2 outcomes`; undefined where nothing waits. */
export function waitingText(waiting: readonly WaitingOfKind[]): string | undefined {
  const sum = sumOf(waiting);
  if (sum === 0) return undefined;
  const kinds = waiting.map(({ kind, count }) => counted(count, ...WORDS[kind])).join(", ");
  const what = waiting.length === 1 ? kinds : `${counted(sum, "thing")} (${kinds})`;
  const days = Math.max(0, ...waiting.map((one) => one.days));
  return `${what}${days === 0 ? "" : `, oldest ${counted(days, "day")}`}`;
}

/** Groups a person's repeated statements: equal words first, then near ones, counted by session. Pure. */

import { RANK } from "../screening/detect/detect.js";
import type { Strength } from "../screening/detect/detect-schemas.js";
import type { MissedLearning } from "../screening/detect/missed-learnings.js";
import { defined } from "../text/defined.js";
import type { TranscriptFormat } from "../transcripts/transcript.js";

/** One thing that a person said in a session; its words are screened. */
export interface Utterance extends Omit<MissedLearning, "phrase" | "says"> {
  /** UTC to the second, where the transcript has a time. */
  at?: string;
  host: TranscriptFormat;
  session: string;
}

/** Things said that are shown as one. */
export interface UtteranceGroup {
  type: Utterance["type"];
  /** Of its strongest. */
  strength: Strength;
  /** The one that was said last: it speaks for all. */
  last: Utterance;
  /** The newest first; those without an instant behind them. */
  said: readonly Utterance[];
  sessions: readonly string[];
  /** When the oldest of them was said. */
  firstAt?: string;
}

/** Said in so many sessions it is a habit of the agent's, not a slip. */
export const OFTEN = 3;

/** The sessions in which something was said. */
export const sessionsIn = (utterances: readonly Utterance[]): string[] => [
  ...new Set(utterances.map(({ host, session }) => `${host} ${session}`)),
];

const byInstant = (a: Utterance, b: Utterance): number => (b.at ?? "").localeCompare(a.at ?? "");

/** Groups statements with equal words, by type. A turn in two files, because its session was resumed, counts once. */
export function groupsOf(utterances: readonly Utterance[]): UtteranceGroup[] {
  const texts = new Map<string, Map<string, Utterance>>();
  for (const one of utterances) {
    const key = `${one.type} ${one.hash}`;
    const turns = texts.get(key) ?? new Map<string, Utterance>();
    const turn = one.at ?? `${one.host} ${one.session}`;
    texts.set(key, turns.has(turn) ? turns : turns.set(turn, one));
  }
  return [...texts.values()].map((turns) => groupOf([...turns.values()])).sort(byWeight);
}

/** How near two groups are; undefined where nothing can tell. */
export type Nearness = (a: UtteranceGroup, b: UtteranceGroup) => number | undefined;

/**
 * Joins groups of one type that are as near as `close`, each with the nearest heavier one. Nearness means one subject,
 * not one claim: every wording stays, and the last one represents the group.
 */
export function joinNear(groups: readonly UtteranceGroup[], nearness: Nearness, close: number): UtteranceGroup[] {
  const joined: UtteranceGroup[][] = [];
  for (const group of [...groups].sort(byWeight)) {
    let place: UtteranceGroup[] | undefined;
    let nearest = close;
    for (const near of joined) {
      const [heaviest] = near as [UtteranceGroup];
      const score = heaviest.type === group.type ? nearness(heaviest, group) : undefined;
      if (score !== undefined && score >= nearest) [place, nearest] = [near, score];
    }
    if (place === undefined) joined.push([group]);
    else place.push(group);
  }
  return joined.map((near) => groupOf(near.flatMap(({ said }) => said))).sort(byWeight);
}

function groupOf(all: readonly Utterance[]): UtteranceGroup {
  const byTime = [...all].sort(byInstant);
  const last = byTime[0] as Utterance;
  const strongest = byTime.reduce((best, one) => (RANK[one.strength] > RANK[best.strength] ? one : best));
  const firstAt = byTime.flatMap(({ at }) => at ?? []).at(-1);
  return defined({
    type: last.type,
    strength: strongest.strength,
    last,
    said: byTime,
    sessions: sessionsIn(byTime),
    firstAt,
  });
}

/** They complained that they had said it before. */
export const isComplaint = ({ said }: UtteranceGroup): boolean => said.some(({ repeat }) => repeat);

/** Most sessions first, then complaints about a repeat, the stronger, the newer. */
function byWeight(a: UtteranceGroup, b: UtteranceGroup): number {
  return (
    b.sessions.length - a.sessions.length ||
    Number(isComplaint(b)) - Number(isComplaint(a)) ||
    RANK[b.strength] - RANK[a.strength] ||
    (b.last.at ?? "").localeCompare(a.last.at ?? "") ||
    (a.last.hash < b.last.hash ? -1 : 1)
  );
}

/** What a person said again and again: equal words put together, counted by session. */

import { RANK } from "../detect/detect.js";
import type { Strength } from "../detect/detect-schemas.js";
import type { MissedLearning } from "../detect/missed-learnings.js";
import type { TranscriptFormat } from "../hosts/transcript.js";
import { defined } from "../text/defined.js";

/** One thing that a person said in a session; its words are screened. */
export interface Utterance extends Omit<MissedLearning, "phrase" | "says"> {
  /** UTC to the second, where the transcript says when. */
  at?: string;
  host: TranscriptFormat;
  session: string;
}

/** Things said that are one and the same. */
export interface UtteranceGroup {
  /** The hash of its words. */
  id: string;
  type: Utterance["type"];
  /** Of its strongest. */
  strength: Strength;
  /** The one that speaks for all. */
  best: Utterance;
  /** The newest first; those without an instant last. */
  said: readonly Utterance[];
  sessions: readonly string[];
  first?: string;
  last?: string;
}

/** Said in so many sessions it is a habit of the agent's, not a slip. */
export const OFTEN = 3;

/** The sessions in which something was said. */
export const sessionsIn = (said: readonly Utterance[]): string[] => [
  ...new Set(said.map(({ host, session }) => `${host} ${session}`)),
];

const byInstant = (a: Utterance, b: Utterance): number => (b.at ?? "").localeCompare(a.at ?? "");

/**
 * Puts together what was said in equal words, by type. What was said in other words is a group of its own: whether it means
 * the same is for whoever reads both. A turn that stands in two files, because its session was resumed, counts once.
 */
export function groupsOf(said: readonly Utterance[]): UtteranceGroup[] {
  const texts = new Map<string, Utterance[]>();
  const seen = new Set<string>();
  for (const one of said) {
    const key = `${one.type} ${one.hash}`;
    const turn = `${key} ${one.at ?? `${one.host} ${one.session}`}`;
    if (seen.has(turn)) continue;
    seen.add(turn);
    const known = texts.get(key);
    if (known === undefined) texts.set(key, [one]);
    else known.push(one);
  }
  return [...texts.values()].map(groupOf).sort(byWeight);
}

function groupOf(all: readonly Utterance[]): UtteranceGroup {
  const said = [...all].sort(byInstant);
  const better = (a: Utterance, b: Utterance) => RANK[b.strength] - RANK[a.strength] || byInstant(a, b);
  const best = [...said].sort(better)[0] as Utterance;
  const instants = said.flatMap(({ at }) => at ?? []);
  const [last, first] = [instants[0], instants.at(-1)];
  return defined({
    id: best.hash,
    type: best.type,
    strength: best.strength,
    best,
    said,
    sessions: sessionsIn(said),
    first,
    last,
  });
}

/** Most sessions first, then complaints about a repeat, the stronger, the newer. */
function byWeight(a: UtteranceGroup, b: UtteranceGroup): number {
  return (
    b.sessions.length - a.sessions.length ||
    Number(b.said.some(({ repeat }) => repeat)) - Number(a.said.some(({ repeat }) => repeat)) ||
    RANK[b.strength] - RANK[a.strength] ||
    (b.last ?? "").localeCompare(a.last ?? "") ||
    (a.id < b.id ? -1 : 1)
  );
}

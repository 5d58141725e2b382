/** What a person said again and again: repeats put together, counted by session. */

import { RANK } from "../detect/detect.js";
import type { Strength } from "../detect/detect-schemas.js";
import type { MissedLearning } from "../detect/missed-learnings.js";
import type { TranscriptFormat } from "../hosts/transcript.js";
import { defined } from "../text/defined.js";

/** One thing that a person said in a session; its words are screened. */
export interface Utterance extends Omit<MissedLearning, "phrase"> {
  /** UTC to the second, where the transcript says when. */
  at?: string;
  host: TranscriptFormat;
  session: string;
}

/** Things said that are one and the same. */
export interface UtteranceGroup {
  /** The hash of the quote that speaks for it. */
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

/** From here on two quotes say the same. */
export const ALIKE = 0.45;
/** What is in a group by way of another still has this much in common with what began it. */
export const ALIKE_FIRST = 0.2;
/** Said in so many sessions it is a habit of the agent's, not a slip. */
export const OFTEN = 3;

/** Lexical likeness of texts, given by their places in a list. */
export interface Likeness {
  /** Places of texts that may be alike; never itself. */
  near(at: number): Iterable<number>;
  lex(a: number, b: number): number;
}

/** One text among many, said once or often. */
export interface UtteranceText {
  hash: string;
  type: Utterance["type"];
  quote: string;
  said: readonly Utterance[];
}

/** The sessions in which something was said. */
export const sessionsIn = (said: readonly Utterance[]): string[] => [
  ...new Set(said.map(({ host, session }) => `${host} ${session}`)),
];

const byInstant = (a: Utterance, b: Utterance): number => (b.at ?? "").localeCompare(a.at ?? "");

/**
 * Texts in the order in which they begin groups: what was said in most sessions first. A turn that stands in two files,
 * because its session was resumed, counts once.
 */
export function textsOf(said: readonly Utterance[]): UtteranceText[] {
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
  return [...texts.values()]
    .map((all) => {
      const [{ hash, type, quote }] = all as [Utterance, ...Utterance[]];
      return { hash, type, quote, said: all };
    })
    .sort((a, b) => sessionsIn(b.said).length - sessionsIn(a.said).length || (a.hash < b.hash ? -1 : 1));
}

/**
 * Puts texts of one type together when they are alike, also by way of a third, as long as they have something in common
 * with the one that began the group: chains do not run away.
 */
export function groupsOf(texts: readonly UtteranceText[], like: Likeness): UtteranceGroup[] {
  const taken = new Set<number>();
  const groups: UtteranceGroup[] = [];
  for (const [first, { type }] of texts.entries()) {
    if (taken.has(first)) continue;
    taken.add(first);
    const places = [first];
    for (const place of places) {
      for (const next of like.near(place)) {
        if (taken.has(next) || texts[next]?.type !== type || like.lex(place, next) < ALIKE) continue;
        if (place !== first && like.lex(first, next) < ALIKE_FIRST) continue;
        taken.add(next);
        places.push(next);
      }
    }
    groups.push(groupOf(places.flatMap((place) => texts[place]?.said ?? [])));
  }
  return groups.sort(byWeight);
}

function groupOf(all: readonly Utterance[]): UtteranceGroup {
  const said = [...all].sort(byInstant);
  const times = new Map<string, number>();
  for (const { hash } of said) times.set(hash, (times.get(hash) ?? 0) + 1);
  // of equal ones the one that says most, for a person who reads it without its session
  const better = (a: Utterance, b: Utterance) =>
    RANK[b.strength] - RANK[a.strength] ||
    Number(b.found.corrected_to !== undefined) - Number(a.found.corrected_to !== undefined) ||
    (times.get(b.hash) ?? 0) - (times.get(a.hash) ?? 0) ||
    byInstant(a, b);
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

/**
 * Notes of engineering and office life with questions of four kinds, each with one right answer, and questions that no note
 * answers. Seeded: the same seed, the same notes. Odd seeds take one half of the questions without an answer, even seeds
 * the other, so that a cut decided on one is tried on words it has not seen.
 */
import type { Correction, Insight } from "../src/entry/entry.js";
import { randomFrom } from "./generated-tree.js";
import { FILLERS, LESSONS, type Lesson, SUBJECTS, type Subject, UNANSWERED } from "./note-words.js";

/** What is asked for lies in the claim, and for `detail` in what stands behind it. */
export const NOTE_KINDS = ["keyword", "mixed", "paraphrased", "detail", "long prompt"] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

export interface NoteQuestion {
  kind: NoteKind | "reworded" | "unanswered";
  query: string;
  /** Id of the one right answer; none where no note answers. */
  answer?: string;
}

export interface Notes {
  entries: (Insight | Correction)[];
  questions: NoteQuestion[];
}

interface Chooser {
  below(bound: number): number;
  pick<T>(list: readonly T[]): T;
}

function chooserOf(seed: number): Chooser {
  const random = randomFrom(seed);
  const below = (bound: number) => Math.floor(random() * bound);
  return { below, pick: (list) => list[below(list.length)] as (typeof list)[number] };
}

/** What a note speaks of. */
interface Topic {
  subject: Subject;
  lesson: Lesson;
}

const TEAMS = "Nordwind Falke Linden Marlow Quarz Tamsin Oriel Brevik Castor Dunes Elmar Fjord".split(" ");
const startsLarge = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const about = (words: string, subject: string) => words.replace("@", subject);

function noteOf(
  { subject: [noted], lesson: [claimed, , evidence] }: Topic,
  number: number,
  { pick, below }: Chooser,
): Insight | Correction {
  const claim = startsLarge(about(claimed, noted));
  // Details of every note speak of other subjects and lessons, too.
  const [other, further, lost] = [pick(SUBJECTS)[0], pick(LESSONS)[1], pick(LESSONS)[1]];
  const seen = `${evidence}; ${pick(TEAMS)} saw it in ticket ${1_000 + below(9_000)}, next to ${other}`;
  const risk = `${startsLarge(lost)} would be for nothing`;
  const tail = `${String.fromCharCode(65 + (number % 8))}${String(number).padStart(4, "0")}`;
  const head = { timestamp: "2026-01-01T08:00:00Z", agent: "main", tier: "self", status: "active" } as const;
  if (number % 2 === 0) {
    return {
      type: "insight",
      id: `INS-20260101-${tail}`,
      ...head,
      insight: claim,
      evidence: seen,
      stakes: "medium",
      at_risk: risk,
    };
  }
  return {
    type: "correction",
    id: `COR-20260101-${tail}`,
    ...head,
    corrected_to: claim,
    prior_belief: `That was thought to matter for ${other} alone`,
    context: seen,
    behavioral_change: `Think of ${further} and ask ${pick(TEAMS)}`,
    stakes: "medium",
    at_risk: risk,
  };
}

/** The longer words of a phrase: what is typed into a search box. */
const wordsOf = (phrase: string) => phrase.split(" ").filter((word) => word.length > 3);

const ASKED: Readonly<Record<NoteKind, (topic: Topic, chooser: Chooser) => string>> = {
  keyword: ({ subject: [noted], lesson: [, keys] }, { below }) => {
    const named = wordsOf(noted).slice(-2).join(" ");
    return below(2) === 0 ? `${named} ${keys}` : `${keys} ${named}`;
  },
  mixed: ({ subject: [noted, other], lesson: [, keys, , asked] }, { below }) =>
    below(2) === 0 ? about(asked, noted) : `what do we know about ${keys} when it comes to ${other}`,
  paraphrased: ({ subject: [, other], lesson: [, , , asked] }) => about(asked, other),
  detail: ({ subject, lesson: [, , evidence] }, { below }) =>
    `what did we learn about ${subject[below(2)]} when ${evidence.charAt(0).toLowerCase()}${evidence.slice(1)}`,
  "long prompt": ({ subject, lesson: [, , , asked] }, { below, pick }) => {
    const question = about(asked, subject[below(2)] as string);
    return [pick(FILLERS), `${startsLarge(question)}?`, pick(FILLERS), pick(FILLERS)].join(" ");
  },
};

/** At most as many notes as subjects have lessons; as many questions of each kind. */
export function generateNotes(seed: number, notes: number, questions: number): Notes {
  const chooser = chooserOf(seed);
  const topics = SUBJECTS.flatMap((subject) => LESSONS.map((lesson): Topic => ({ subject, lesson })));
  for (let at = topics.length - 1; at > 0; at--) {
    const other = chooser.below(at + 1);
    [topics[at], topics[other]] = [topics[other] as Topic, topics[at] as Topic];
  }
  const chosen = topics.slice(0, notes);
  const entries = chosen.map((topic, number) => noteOf(topic, number, chooser));
  const answered = NOTE_KINDS.flatMap((kind) =>
    Array.from({ length: questions }, (): NoteQuestion => {
      const number = chooser.below(chosen.length);
      const { id } = entries[number] as Insight | Correction;
      return { kind, query: ASKED[kind](chosen[number] as Topic, chooser), answer: id };
    }),
  );
  const unanswered = UNANSWERED.filter((_, number) => number % 2 === seed % 2);
  return { entries, questions: [...answered, ...unanswered.map((query) => ({ kind: "unanswered" as const, query }))] };
}

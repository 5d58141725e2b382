/** One complete draft of every type of record: a type that is missing here does not compile, and so is tried by nothing. */
import type { EntryType } from "../../src/entry/record-types.js";

type Draft = Readonly<Record<string, unknown>>;

/** `word` stands in every text that its author states; `known` is the id of a learning for what refers to one. */
export const SAMPLE_DRAFTS: Readonly<Record<EntryType, (word: string, known: string) => Draft>> = {
  correction: (word) => ({
    prior_belief: `Doors open outwards ${word}`,
    corrected_to: `Doors open inwards ${word}`,
    stakes: "high",
    at_risk: `People run into them ${word}`,
    behavioral_change: `Pull first ${word}`,
  }),
  insight: (word) => ({
    insight: `Hinges rust in winter ${word}`,
    evidence: `Four of nine did ${word}`,
    stakes: "medium",
    at_risk: `A door falls ${word}`,
    applications: [`Oil them in autumn ${word}`],
  }),
  outcome: (word, known) => ({
    references: [known],
    result: `No door fell ${word}`,
    verdict: "validated",
    lesson: `Oil helps ${word}`,
  }),
  memory: (word) => ({ content: `The cellar door is green ${word}`, category: "fact", key: `cellar.${word}` }),
  question: (word) => ({
    question: `May the gate stay open at night ${word}?`,
    because: `The evening round waits ${word}`,
    key: `gate.${word}`,
  }),
  decision: (word) => ({
    situation: `The lock was broken on a Friday ${word}`,
    action: `Shut the gate with a chain ${word}`,
    rationale: `No locksmith before Monday ${word}`,
    alternatives: [`A guard ${word}`],
  }),
  edit: (word) => ({
    context: `Somebody asks when the cellar opens ${word}`,
    original: `The cellar is closed ${word}`,
    final: `The cellar opens at nine, shall I keep a key for you? ${word}`,
    why: `Say what is possible ${word}`,
    kind: "approach",
  }),
  reflexion: (word) => ({
    reflexion: `The round failed because the key hung elsewhere ${word}`,
    entities: [`key:${word}`],
    tags: [word],
  }),
};

/** The draft with its type, as `tenet add` takes it. */
export const sampleDraft = (type: EntryType, word: string, known: string, more: Draft = {}): Draft => ({
  type,
  ...SAMPLE_DRAFTS[type](word, known),
  ...more,
});

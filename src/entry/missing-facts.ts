/** The facts that an entry lacks. It counts without them. */

import type { Entry } from "./entry.js";
import { isLive, isSensitive } from "./gates/visible.js";

/** Flag of an entry without a stated level: it counts as medium. */
export const STAKES_NOT_STATED = "stakes-not-stated";
/** Flag of an entry with a text where the level belongs, which counts as medium as well. */
export const STAKES_NOT_RATED = "stakes-not-rated";
/** The flags that end when a level is stated. */
export const UNRATED: readonly string[] = [STAKES_NOT_STATED, STAKES_NOT_RATED];

/** The facts that may be missing, in the order of their questions. */
export const FACT_QUESTIONS = {
  correction: {
    prior_belief: "What held before?",
    at_risk: "What goes wrong if this is forgotten?",
    stakes: "How bad?",
    behavioral_change: "What will you do differently?",
  },
  insight: {
    evidence: "What shows that it is true?",
    at_risk: "What goes wrong if this is wrong?",
    stakes: "How bad?",
  },
} as const;

/** What a fact is called where an entry is shown. */
export const FACT_LABELS = {
  prior_belief: "before",
  evidence: "because",
  at_risk: "at risk",
  stakes: "stakes",
  behavioral_change: "next time",
} as const;

type FactField = keyof typeof FACT_LABELS;

/** `before, next time`. */
export function missingText(fields: readonly FactField[]): string {
  return fields.map((field) => FACT_LABELS[field]).join(", ");
}

export interface MissingFact {
  /** Its name in the schema. */
  field: FactField;
  question: string;
}

/** The facts that a live entry lacks, as far as its words may be shown. What was said to be of no risk lacks none. */
export function missingFacts(entry: Entry): MissingFact[] {
  if (entry.type !== "correction" && entry.type !== "insight") return [];
  if (!isLive(entry) || isSensitive(entry)) return [];
  const statedFields: Readonly<Record<string, unknown>> = entry;
  const isMissing = ({ field }: MissingFact): boolean => {
    if (field === "stakes") return entry.flags?.some((flag) => UNRATED.includes(flag)) === true;
    if (field === "at_risk" && entry.stakes === "low") return false;
    return statedFields[field] === undefined || statedFields[field] === "";
  };
  const questions = Object.entries(FACT_QUESTIONS[entry.type]);
  return questions.map(([field, question]) => ({ field: field as FactField, question })).filter(isMissing);
}

/** Whether a draft is asked for a fact at a terminal: all where the stakes are high; unrated one, what goes wrong. */
export function isFactAsked(field: string, { stakes, at_risk }: { stakes?: unknown; at_risk?: unknown }): boolean {
  if (stakes !== undefined) return stakes === "high";
  return at_risk === undefined && field === "at_risk";
}

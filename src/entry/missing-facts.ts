/** The facts that a correction or insight may lack; it counts without them. Asked at a terminal, and shown as missing. */
import type { Entry } from "./entry.js";

/** The facts of a type, in the order of their questions. */
export const FACT_QUESTIONS = {
  correction: {
    prior_belief: "What held before?",
    at_risk: "What goes wrong if this is forgotten?",
    behavioral_change: "What will you do differently?",
  },
  insight: {
    evidence: "What shows that it is true?",
    at_risk: "What goes wrong if this is wrong?",
  },
} as const;

/** What a fact is called where an entry is shown. */
export const FACT_LABELS = {
  prior_belief: "before",
  evidence: "because",
  at_risk: "at risk",
  behavioral_change: "next time",
} as const;

/** The facts that an entry lacks. What was said to be of no risk lacks none. */
export function missingFacts(entry: Entry): (keyof typeof FACT_LABELS)[] {
  if (entry.type !== "correction" && entry.type !== "insight") return [];
  const { stakes, ...fields }: Readonly<Record<string, unknown>> = entry;
  const names = Object.keys(FACT_QUESTIONS[entry.type]) as (keyof typeof FACT_LABELS)[];
  return names.filter((name) => (fields[name] ?? "") === "" && !(name === "at_risk" && stakes === "low"));
}

/**
 * The fields a draft lacks, as questions for a person and as a stub for an agent. Called by `draft.ts` and by prompts
 * at a terminal.
 */
import type { EntryType } from "../../entry/entry.js";
import { FACT_QUESTIONS, isFactAsked } from "../../entry/missing-facts.js";
import { RECORD_TYPES } from "../../entry/record-types.js";
import { saysNothing } from "./stakes.js";

/** One missing field, as a question. */
export interface FieldQuestion {
  /** Name in the schema. */
  field: string;
  question: string;
  /** The short flag of the command that records this type. */
  flag: string;
  /** What an answer looks like. */
  example: string;
}

/** A question that may be left open: the entry is stored without its answer. */
interface AskedField extends FieldQuestion {
  optional?: true;
  fact?: true;
}

/** Flags that are not named after their field. */
const FLAGS: Readonly<Record<string, string>> = {
  prior_belief: "--instead-of",
  at_risk: "--risk",
  stakes: "--risk",
  behavioral_change: "--so",
  evidence: "--because",
  situation: "--in",
  rationale: "--because",
};

function ask(field: string, question: string, example: string): FieldQuestion {
  return { field, question, flag: FLAGS[field] ?? `--${field.replaceAll("_", "-")}`, example };
}

/** Questions about facts: optional here, and asked as {@link isFactAsked} says. */
function askFacts(type: keyof typeof FACT_QUESTIONS): AskedField[] {
  return Object.entries(FACT_QUESTIONS[type]).map(([field, question]) => ({
    ...ask(field, question, ""),
    optional: true,
    fact: true,
  }));
}

const NONE_IS_AN_ANSWER = "(none: daily log)";

/** The questions of a type; a type without a row is asked for its claim. */
const QUESTIONS: { readonly [type in EntryType]?: readonly AskedField[] } = {
  correction: [ask("corrected_to", "What holds from now on?", "what holds from now on"), ...askFacts("correction")],
  insight: [
    ask("insight", "What did you learn?", "what was learned"),
    ...askFacts("insight").map((one) =>
      one.field === "at_risk"
        ? ask("at_risk", `${one.question} ${NONE_IS_AN_ANSWER}`, "what goes wrong if this is wrong")
        : one,
    ),
  ],
  outcome: [
    ask("references", "Which entry is judged?", "COR-20260215-K7Q2X"),
    ask("result", "What happened?", "what happened"),
    ask("verdict", "How did it turn out? validated, invalidated, mixed or inconclusive", "validated"),
  ],
  memory: [ask("content", "What is to be remembered?", "one fact")],
  question: [
    ask("question", "What is to be asked?", "what only the owner can answer"),
    ask("because", "What cannot go on without an answer?", "what waits for it"),
  ],
  decision: [
    ask("situation", "What was the situation?", "what was on the table"),
    ask("action", "What was decided?", "what was done"),
    ask("rationale", "Why?", "why this and nothing else"),
  ],
  edit: [
    ask("context", "What was it an answer to?", "what was asked"),
    ask("original", "What did the agent write?", "what the agent wrote"),
    { ...ask("final", "What was sent instead? (nothing: rejected outright)", "what was sent"), optional: true },
    { ...ask("why", "Why?", "the person's own words"), optional: true },
  ],
  reflexion: [ask("reflexion", "What did it teach?", "what went wrong, and why")],
};

const questionsOf = (type: EntryType): readonly AskedField[] =>
  QUESTIONS[type] ?? [ask(RECORD_TYPES[type].claim, "What does it say?", "one sentence")];

function isStated(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && !(typeof value === "string" && value.trim() === "");
}

/**
 * The fields a draft lacks, in the order in which a person is asked. Where nothing is at risk no level is needed; such
 * an insight needs only its text, and goes to the daily log.
 */
export function openFields(type: EntryType, fields: Readonly<Record<string, unknown>>): AskedField[] {
  const risk = fields["at_risk"];
  const risksNothing = typeof risk === "string" && saysNothing(risk);
  return questionsOf(type).filter(({ field, fact }) => {
    if (isStated(fields[field]) || (fact === true && !isFactAsked(field, fields))) return false;
    if (!risksNothing) return true;
    if (field === "stakes" || field === "at_risk") return false;
    return type !== "insight" || field === "insight";
  });
}

/** The missing fields without which nothing is stored. */
export function missingFields(type: EntryType, fields: Readonly<Record<string, unknown>>): FieldQuestion[] {
  return openFields(type, fields).filter(({ optional }) => optional !== true);
}

/**
 * The draft as YAML for `tenet add`, what is stated filled in and what is missing left as a hint in angle brackets.
 * Values are JSON strings, which YAML reads the same.
 */
export function fillInStub(type: EntryType, fields: Readonly<Record<string, unknown>>): string {
  const missingNames = new Set(missingFields(type, fields).map(({ field }) => field));
  const questions = questionsOf(type).filter(({ field }) => missingNames.has(field) || isStated(fields[field]));
  const otherFields = Object.keys(fields).filter(
    (field) => field !== "type" && isStated(fields[field]) && !questions.some((one) => one.field === field),
  );
  const lines = [
    `type: ${type}`,
    ...questions.map(({ field, example }) =>
      missingNames.has(field)
        ? `${field}: ${JSON.stringify(`<${example}>`)}`
        : `${field}: ${JSON.stringify(fields[field])}`,
    ),
    ...otherFields.map((field) => `${field}: ${JSON.stringify(fields[field])}`),
  ];
  return lines.join("\n");
}

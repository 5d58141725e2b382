/** What a draft still lacks: asked of a person, or listed for an agent with a stub to fill in. */
import type { EntryType } from "../../entry/entry.js";
import { saysNothing } from "./stakes.js";

/** One thing a draft still lacks, as it is asked of a person or listed for an agent. */
export interface FieldQuestion {
  /** Name in the schema. */
  field: string;
  question: string;
  /** The short flag of the command that records this type. */
  flag: string;
  /** What an answer looks like. */
  example: string;
}

/** Flags that are not named after their field. */
const FLAGS: Readonly<Record<string, string>> = {
  prior_belief: "--instead-of",
  at_risk: "--risk",
  stakes: "--risk",
  behavioral_change: "--so",
  evidence: "--because",
};

function ask(field: string, question: string, example: string): FieldQuestion {
  return { field, question, flag: FLAGS[field] ?? `--${field.replaceAll("_", "-")}`, example };
}

const ASK_STAKES = ask("stakes", "How bad? low, medium or high", "high");

const QUESTIONS: Readonly<Record<EntryType, readonly FieldQuestion[]>> = {
  correction: [
    ask("corrected_to", "What is right now?", "what is right now"),
    ask("prior_belief", "What was believed before?", "what was believed before"),
    ask("at_risk", "What goes wrong if this is forgotten?", "what goes wrong if this is forgotten"),
    ASK_STAKES,
    ask("behavioral_change", "What will you do differently?", "what to do differently next time"),
  ],
  insight: [
    ask("insight", "What did you learn?", "what was learned"),
    ask("evidence", "What shows that it is true?", "what shows it"),
    ask(
      "at_risk",
      "What goes wrong if this is wrong? (none: it is kept in the daily log)",
      "what goes wrong if this is wrong",
    ),
    ASK_STAKES,
  ],
  outcome: [
    ask("references", "Which entry is judged?", "COR-20260215-K7Q2X"),
    ask("result", "What happened?", "what happened"),
    ask("verdict", "How did it turn out? validated, invalidated, mixed or inconclusive", "validated"),
  ],
  memory: [
    ask("content", "What is to be remembered?", "one fact"),
    ask("category", "What is it? preference, pattern, fact, instruction or convention", "preference"),
  ],
};

function isStated(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && !(typeof value === "string" && value.trim() === "");
}

/**
 * The required fields a draft lacks, in the order in which a person is asked. Where nothing is at risk no level is
 * needed, and of an insight nothing but the text: it goes to the daily log.
 */
export function missingFields(type: EntryType, fields: Readonly<Record<string, unknown>>): FieldQuestion[] {
  const risk = fields["at_risk"];
  const nothing = typeof risk === "string" && saysNothing(risk);
  return QUESTIONS[type].filter(({ field }) => {
    if (isStated(fields[field])) return false;
    if (!nothing) return true;
    if (field === "stakes" || field === "at_risk") return false;
    return type !== "insight" || field === "insight";
  });
}

/**
 * The draft as YAML for `tenet add`, what is stated filled in and what is missing left as a hint in angle brackets.
 * Values are JSON strings, which YAML reads the same.
 */
export function fillInStub(type: EntryType, fields: Readonly<Record<string, unknown>>): string {
  const missing = new Set(missingFields(type, fields).map(({ field }) => field));
  const questions = QUESTIONS[type].filter(({ field }) => missing.has(field) || isStated(fields[field]));
  const others = Object.keys(fields).filter(
    (field) => field !== "type" && isStated(fields[field]) && !questions.some((one) => one.field === field),
  );
  const lines = [
    `type: ${type}`,
    ...questions.map(({ field, example }) =>
      missing.has(field)
        ? `${field}: ${JSON.stringify(`<${field === "stakes" ? "high | medium | low" : example}>`)}`
        : `${field}: ${JSON.stringify(fields[field])}`,
    ),
    ...others.map((field) => `${field}: ${JSON.stringify(fields[field])}`),
  ];
  return lines.join("\n");
}

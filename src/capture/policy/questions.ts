/** The fields a draft lacks, as questions. Called by `draft.ts` and by prompts at a terminal. */
import type { EntryType, Fact } from "../../entry/entry.js";
import { RECORD_TYPES } from "../../entry/record-types.js";
import { VERDICTS } from "../../entry/words.js";
import { saysNothing } from "./stakes.js";

export interface FieldQuestion {
  /** Name in the schema. */
  field: string;
  question: string;
  /** How an answer is typed in a command. */
  flag: string;
}

/** A question that Enter may pass over: what follows then. */
interface AskedField extends FieldQuestion {
  optional?: "left open" | "daily log";
  fact?: true;
}

const ask = (field: string, question: string, flag: string): FieldQuestion => ({ field, question, flag });

/** A question about a fact: optional, and asked as {@link isFactAsked} says. */
const askFact = (field: Fact, question: string): AskedField => ({
  ...{ field, question, flag: "" },
  ...{ optional: "left open", fact: true },
});
/** An insight without a level and a risk is activity. */
const WHAT_RISK: AskedField = { ...ask("at_risk", "What goes wrong if this is wrong?", ""), optional: "daily log" };

/** The questions of a type; a type without a row is asked for its claim. */
const QUESTIONS: { readonly [type in EntryType]?: readonly AskedField[] } = {
  correction: [
    ask("corrected_to", "What holds from now on?", '"what holds"'),
    askFact("prior_belief", "What held before?"),
    askFact("at_risk", "What goes wrong if this is forgotten?"),
    askFact("behavioral_change", "What will you do differently?"),
  ],
  insight: [
    ask("insight", "What did you learn?", '"what was learned"'),
    askFact("evidence", "What shows that it is true?"),
    askFact("at_risk", WHAT_RISK.question),
  ],
  outcome: [
    ask("references", "Which entry is judged?", "ID"),
    ask("result", "What happened?", '--result "what happened"'),
    ask("verdict", `How did it turn out? ${VERDICTS.join(", ")}`, "--verdict validated"),
  ],
  memory: [ask("content", "What is to be remembered?", '"one fact"')],
  question: [
    ask("question", "What is to be asked?", '"what only the owner can answer"'),
    ask("because", "What cannot go on without an answer?", '--because "what waits for it"'),
  ],
  decision: [
    ask("situation", "What was the situation?", '--in "what was on the table"'),
    ask("action", "What was decided?", '"what was done"'),
    ask("rationale", "Why?", '--because "why this"'),
  ],
  edit: [
    ask("context", "What was it an answer to?", '--context "what was asked"'),
    ask("original", "What did the agent write?", '--original "what the agent wrote"'),
    { ...ask("final", "What was sent instead? (nothing: rejected outright)", ""), optional: "left open" },
    { ...ask("why", "Why?", ""), optional: "left open" },
  ],
  reflexion: [ask("reflexion", "What did it teach?", '"what went wrong, and why"')],
};

const questionsOf = (type: EntryType): readonly AskedField[] =>
  QUESTIONS[type] ?? [ask(RECORD_TYPES[type].claim, "What does it say?", '"one sentence"')];

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
  const needsRisk = type === "insight" && !isStated(fields["stakes"]);
  const open = questionsOf(type).filter(({ field, fact }) => {
    if (isStated(fields[field]) || (fact === true && !isFactAsked(field, fields))) return false;
    if (!risksNothing) return true;
    if (field === "stakes" || field === "at_risk") return false;
    return type !== "insight" || field === "insight";
  });
  return open.map((one) => (needsRisk && one.field === "at_risk" ? WHAT_RISK : one));
}

/** The missing fields without which nothing is stored. */
export function missingFields(type: EntryType, fields: Readonly<Record<string, unknown>>): FieldQuestion[] {
  return openFields(type, fields).filter(({ optional }) => optional === undefined);
}

/** Whether a draft is asked for a fact at a terminal: all where the stakes are high; unrated one, what goes wrong. */
function isFactAsked(field: string, { stakes, at_risk }: { stakes?: unknown; at_risk?: unknown }): boolean {
  if (stakes !== undefined) return stakes === "high";
  return at_risk === undefined && field === "at_risk";
}

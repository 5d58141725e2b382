/** The step that answers what the outcome loop asks about one entry. */
import { next, optional, type Step, type StepArgs } from "../../steps.js";

const FORMS = {
  held: { held: true, evidence: "T" },
  failed: { failed: true, evidence: "T" },
  verdict: { verdict: "V", result: "T", score: optional("1-10"), lesson: optional("T") },
  later: { later: "5d" },
} satisfies Record<string, StepArgs>;
export type AnswerForm = keyof typeof FORMS;

/** What V and T stand for in it. */
export const LEGEND = ["V: validated, invalidated, mixed or inconclusive", "T: your own words in 'single quotes'"];

export const answerStep = (ref: string, forms: readonly AnswerForm[], why = ""): Step =>
  next(why, "outcome", { ids: [ref] }, ...forms.map((form) => FORMS[form]));

import { missingFields, parseRisk } from "../capture/policy/stakes.js";
import type { EntryType } from "../entry/entry.js";
import type { Asker } from "./ask.js";

type Fields = Record<string, unknown>;

/** Questions are padded to this, so that answers stand in one column. */
const QUESTION_WIDTH = 38;

/** Questions whose answer is one of a few words, with the one that is offered first. */
const CHOICES: Readonly<Record<string, { question: string; words: readonly string[]; first: string }>> = {
  stakes: { question: "How bad?", words: ["low", "medium", "high"], first: "medium" },
  category: {
    question: "What is it?",
    words: ["preference", "pattern", "correction", "fact", "instruction", "convention"],
    first: "fact",
  },
  verdict: {
    question: "How did it turn out?",
    words: ["validated", "invalidated", "mixed", "inconclusive"],
    first: "validated",
  },
};

/** `risk` is two fields in one; what is missing is asked by the fields themselves. */
function spread(fields: Fields): Fields {
  const { risk, ...rest } = fields;
  return typeof risk === "string" ? { ...rest, ...parseRisk(risk) } : rest;
}

/** Asks a person for what a draft still lacks, and only for that; an answer may make a later question needless. */
export async function askMissing(asker: Asker, type: EntryType, stated: Fields): Promise<Fields> {
  let fields = spread(stated);
  for (;;) {
    const [missing] = missingFields(type, fields);
    if (missing === undefined) return fields;
    const { field, question } = missing;
    const choice = CHOICES[field];
    if (choice !== undefined) {
      fields = { ...fields, [field]: await asker.choose(choice.question, choice.words, choice.first) };
      continue;
    }
    const answer = await asker.line(question.padEnd(QUESTION_WIDTH));
    fields = { ...fields, ...(field === "at_risk" ? parseRisk(answer) : { [field]: answer }) };
  }
}

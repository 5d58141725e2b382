/** Asks a person at a terminal for the fields of a draft that are missing. Called by the commands that capture. */
import type { EntryType } from "../entry/entry.js";
import { VERDICTS } from "../entry/words.js";
import type { Asker } from "./call.js";

type Fields = Record<string, unknown>;

/** Questions are padded to this, so that answers stand in one column. */
export const QUESTION_WIDTH = 38;

/** Questions with a few possible answers, and the suggested one. */
const CHOICES: Readonly<Record<string, { question: string; words: readonly string[]; first: string }>> = {
  verdict: {
    question: "How did it turn out?",
    words: VERDICTS,
    first: "validated",
  },
};

/**
 * Asks a person for the missing fields of a draft; an answer may make a later question needless. Optional fields are
 * left open with Enter.
 */
export async function askMissing(asker: Asker, type: EntryType, statedFields: Fields): Promise<Fields> {
  const { openFields } = await import("../capture/policy/questions.js");
  const { parseRisk } = await import("../capture/policy/stakes.js");
  // `risk` combines two fields, which are asked for separately.
  const { risk, ...rest } = statedFields;
  let fields = typeof risk === "string" ? { ...rest, ...parseRisk(risk) } : rest;
  const leftOpen = new Set<string>();
  let lead = "";
  for (let isFirst = true; ; ) {
    const next = openFields(type, fields).find(({ field }) => !leftOpen.has(field));
    if (next === undefined) return fields;
    const { field, optional } = next;
    const question = `${lead}${next.question}`;
    lead = "";
    if (optional && isFirst) {
      asker.say("Enter leaves a question open.");
      isFirst = false;
    }
    const choice = CHOICES[field];
    if (choice !== undefined) {
      fields = { ...fields, [field]: await asker.choose(choice.question, choice.words, choice.first) };
      continue;
    }
    const padded = question.padEnd(QUESTION_WIDTH);
    const answer = field === "stakes" ? await asker.level(question) : await asker.line(padded, optional && "");
    const newFields =
      field === "at_risk" || field === "stakes" ? unstatedOnly(parseRisk(answer), fields) : { [field]: answer };
    if (answer === "" || (optional && Object.keys(newFields).length === 0)) leftOpen.add(field);
    else fields = { ...fields, ...newFields };
    const level = field === "at_risk" && answer !== "" && !("at_risk" in newFields) ? newFields["stakes"] : undefined;
    if (level !== undefined) lead = `${capitalised(String(level))}, then. `;
  }
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The fields of an answer that were not stated before. */
const unstatedOnly = (answer: Fields, statedFields: Fields): Fields =>
  Object.fromEntries(Object.entries(answer).filter(([field]) => statedFields[field] === undefined));

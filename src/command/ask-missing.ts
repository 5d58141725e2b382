/** Asks a person at a terminal for the fields of a draft that are missing. Called by the commands that capture. */
import type { EntryType } from "../entry/entry.js";
import { VERDICTS } from "../entry/words.js";
import type { Asker } from "./call.js";

type Fields = Record<string, unknown>;

/** Questions with a few possible answers. */
const CHOICES: Readonly<Record<string, { question: string; words: readonly string[] }>> = {
  verdict: { question: "How did it turn out?", words: VERDICTS },
};

const LEFT_OPEN = "(Enter: left open)";
const LEAVE = "leave it open";

/**
 * Asks a person for the missing fields of a draft; an answer may make a later question needless, or ask for more. Optional
 * fields are left open with Enter.
 */
export async function askMissing(asker: Asker, type: EntryType, statedFields: Fields): Promise<Fields> {
  const { openFields } = await import("../capture/policy/questions.js");
  const { parseRisk } = await import("../capture/policy/stakes.js");
  // `risk` combines two fields.
  const { risk, ...rest } = statedFields;
  let fields = typeof risk === "string" ? { ...rest, ...parseRisk(risk) } : rest;
  const leftOpen = new Set<string>();
  for (;;) {
    const next = openFields(type, fields).find(({ field }) => !leftOpen.has(field));
    if (next === undefined) return fields;
    const { field, question, optional } = next;
    const answer = await answerTo(asker, field, optional === true ? `${question} ${LEFT_OPEN}` : question, optional);
    const newFields = field === "at_risk" ? unstatedOnly(parseRisk(answer), fields) : { [field]: answer };
    if (answer === "" || (optional && Object.keys(newFields).length === 0)) leftOpen.add(field);
    else fields = { ...fields, ...newFields };
  }
}

async function answerTo(asker: Asker, field: string, question: string, optional: true | undefined): Promise<string> {
  const choice = CHOICES[field];
  if (choice !== undefined) {
    const word = await asker.choose(choice.question, [LEAVE, ...choice.words], LEAVE);
    return word === LEAVE ? "" : word;
  }
  return await asker.line(question, optional && "");
}

/** The fields of an answer that were not stated before. */
const unstatedOnly = (answer: Fields, statedFields: Fields): Fields =>
  Object.fromEntries(Object.entries(answer).filter(([field]) => statedFields[field] === undefined));

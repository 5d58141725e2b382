/** Asks a person at a terminal for the fields of a draft that are missing. Called by the commands that capture. */

import type { Asker } from "../command/call.js";
import type { EntryType } from "../entry/entry.js";
import { VERDICTS } from "../entry/words.js";
import { defined } from "../text/defined.js";

type Fields = Record<string, unknown>;

const LEAVE = "leave it open";

/**
 * Asks a person for the missing fields of a draft; an answer may make a later question needless, or ask for more. Enter
 * passes over what is optional.
 */
export async function askMissing(asker: Asker, type: EntryType, statedFields: Fields): Promise<Fields> {
  const { openFields } = await import("./policy/questions.js");
  const { parseRisk } = await import("./policy/stakes.js");
  // `risk` combines two fields.
  const { risk, ...rest } = statedFields;
  let fields: Fields = defined(typeof risk === "string" ? { ...rest, ...parseRisk(risk) } : rest);
  const leftOpen = new Set<string>();
  for (;;) {
    const next = openFields(type, fields).find(({ field }) => !leftOpen.has(field));
    if (next === undefined) return fields;
    const { field, question, optional } = next;
    const answer = await answerTo(asker, field, question, optional);
    const given: Fields = field === "at_risk" ? { ...parseRisk(answer) } : { [field]: answer };
    const isNew = Object.keys(given).some((key) => fields[key] === undefined);
    if (answer === "" || (optional && !isNew)) leftOpen.add(field);
    // What was stated stays.
    else fields = field === "at_risk" ? { ...given, ...fields } : { ...fields, ...given };
  }
}

async function answerTo(asker: Asker, field: string, question: string, passed?: string): Promise<string> {
  if (field !== "verdict") return await asker.line(passed ? `${question} (Enter: ${passed})` : question, passed && "");
  const word = await asker.choose("How did it turn out?", [LEAVE, ...VERDICTS], LEAVE);
  return word === LEAVE ? "" : word;
}

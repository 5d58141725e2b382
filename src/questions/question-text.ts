/** The texts of a question and of its answer. Called by `tenet answer`. */
import { capturedText } from "../capture/capture-text.js";
import { refOf } from "../entry/entry.js";
import { indented } from "../text/columns.js";
import type { Paint } from "../text/paint.js";
import type { Answered } from "./question-schemas.js";

export function answeredText({ decision, id, question, by, pinned, captured }: Answered, paint: Paint): string {
  const ref = paint.accent(refOf(id));
  if (decision === "unanswered") return `${paint.good("Closed")}  ${ref}  "${question}" is not asked any more.\n`;
  const how = pinned ? `${by} said it: it is pinned.` : `Relayed from ${by}: it is not pinned.`;
  return `${paint.good("Answered")}  ${ref}  ${how}\n${captured.map((one) => capturedText(one, paint)).join("")}`;
}

/** A question before a person answers it. */
export function questionText({ question, because }: { question: string; because: string }, paint: Paint): string {
  return `\n${indented(question, 2, paint).map(paint.strong).join("\n")}\n${indented(`It blocks: ${because}`, 2, paint).join("\n")}\n\n`;
}

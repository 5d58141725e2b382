/** Says a question and its answer. Called by `tenet answer`. */
import { capturedOutline } from "../capture/capture-outline.js";
import { refOf } from "../entry/entry.js";
import type { Worded } from "../steps.js";
import { accent, data, gap, good, line, type Outline } from "../text/outline/outline.js";
import type { Answered } from "./question-schemas.js";

export function answeredOutline({ decision, id, question, by, pinned, captured }: Worded<Answered>): Outline {
  const ref = accent(refOf(id));
  if (decision === "unanswered") {
    return [line([good("Closed"), "  ", ref, "  ", data(`"${question}"`), " is not asked any more."])];
  }
  const how = pinned ? `${by} said it: it is pinned.` : `Relayed from ${by}: it is not pinned.`;
  return [line([good("Answered"), "  ", ref, `  ${how}`]), ...captured.flatMap(capturedOutline)];
}

/** A question before a person answers it. */
export const questionOutline = ({ question, because }: { question: string; because: string }): Outline => [
  gap,
  line(data(question, "strong"), { indent: 2 }),
  line(["It blocks: ", data(because)], { indent: 2 }),
  gap,
];

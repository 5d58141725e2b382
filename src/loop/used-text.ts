import { withShortIds } from "../capture/capture-text.js";
import type { Logged } from "../capture/log.js";
import { tailOf } from "../entry/entry.js";
import type { Paint } from "../text/paint.js";
import type { UsedAnswer } from "./used.js";

/** `Counted  k7q2x  worked   Used in 2 sessions; this time: worked.` */
export function usedText(answer: UsedAnswer, paint: Paint): string {
  const word = answer.decision === "not-counted" ? paint.warn("Not counted") : paint.good(heading(answer.decision));
  const id = paint.accent(tailOf(answer.id).toLowerCase());
  return `${word}  ${id}  ${answer.result}   ${answer.because.map(withShortIds).join(" ")}\n`;
}

/** `Logged  memory/2026-02-15.md:3` */
export function loggedText(logged: Logged, paint: Paint): string {
  if (logged.decision === "buffered") return `${paint.good("Held back")}  ${logged.because.join(" ")}\n`;
  return `${paint.good("Logged")}  ${paint.faint(`${logged.file}:${logged.line}`)}\n`;
}

function heading(decision: UsedAnswer["decision"]): string {
  return decision === "buffered" ? "Held back" : "Counted";
}

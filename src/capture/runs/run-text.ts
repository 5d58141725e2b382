import type { Paint } from "../../text/paint.js";
import { printable } from "../../text/printable.js";
import { capturedText } from "../capture-text.js";
import type { RunAnswer } from "./run.js";

/** What became of a run: one line, then every write that was committed or could not be. */
export function runText(answer: RunAnswer, paint: Paint): string {
  const { run, state, changed, because, committed } = answer;
  const word = changed ? paint.good(state) : paint.faint(`${state} already`);
  const lines = [`run ${paint.accent(printable(run))}  ${word}   ${because.join(" ")}\n`];
  for (const one of committed) {
    if (one.refused !== undefined) {
      lines.push(`${paint.bad("Not kept:")} "${printable(one.says ?? "")}"\n  ${printable(one.refused)}\n`);
    } else if (one.captured !== undefined) lines.push(capturedText(one.captured, paint));
    else lines.push(`${paint.good("Noted")}  ${printable(one.says ?? "")}\n`);
  }
  return lines.join("");
}

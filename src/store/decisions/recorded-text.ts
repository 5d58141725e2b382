/** What every answer to a decision with a reason says of the record that was made of it. */
import { refOf } from "../../entry/entry.js";
import type { Paint } from "../../text/paint.js";

/** One line with its end; empty where nothing was recorded. */
export function recordedText(recorded: string | undefined, paint: Paint): string {
  return recorded === undefined ? "" : `The reason is kept as decision ${paint.accent(refOf(recorded))}.\n`;
}

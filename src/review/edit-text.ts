import { tailOf } from "../entry/entry.js";
import type { Paint } from "../text/paint.js";
import type { Edited } from "./edit.js";

/** Which fields are different now, and what tenet noticed in the file. */
export function editedText(edited: Edited, paint: Paint): string {
  const id = paint.accent(tailOf(edited.id).toLowerCase());
  const place = paint.faint(`${edited.file}:${edited.line}`);
  const head =
    edited.changed.length === 0
      ? `${id} says the same as before. Nothing was changed.`
      : `${paint.good("Changed")}  ${id}  ${edited.changed.join(", ")}  ${place}`;
  const findings = edited.findings.map(
    ({ file, line, message, next }) =>
      `  ${paint.warn(`${file}:${line ?? 1}`)} ${message}${next === undefined ? "" : ` ${next}`}`,
  );
  const waits = edited.waits === undefined ? [] : [`  ${paint.warn("waits:")} ${edited.waits}`];
  return `${[head, ...waits, ...findings].join("\n")}\n`;
}

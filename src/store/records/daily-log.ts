/** Writes daily logs. Called by staged changes. */
import { lastLineEnd, refuseConflict } from "./record-edit.js";

/** A daily log with one more bullet at its end, on its 1-based line; a new one starts with its day as heading. */
export function withBullet(
  before: Buffer | undefined,
  day: string,
  bullet: string,
  file: string,
): { bytes: Uint8Array; line: number } {
  if (before === undefined || before.length === 0) return { bytes: Buffer.from(`# ${day}\n\n${bullet}\n`), line: 3 };
  // Latin-1 keeps one character a byte: enough to see lines and markers in any encoding.
  const text = before.toString("latin1");
  refuseConflict(text, file);
  const eol = lastLineEnd(text);
  const ended = text.endsWith("\n") ? "" : eol;
  const lines = text.replace(/\r?\n$/, "").split("\n");
  const last = lines.at(-1)?.trimEnd() ?? "";
  const apart = last === "" || /^\s*[-*+] |^ {2,}\S/.test(last) ? "" : eol;
  const added = `${ended}${apart}${bullet}${eol}`;
  return { bytes: Buffer.concat([before, Buffer.from(added)]), line: lines.length + (apart === "" ? 1 : 2) };
}

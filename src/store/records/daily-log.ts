/** Writes the bullets of daily logs. Called by staged changes. */
import { localTime } from "../../clock.js";
import { TenetError } from "../../errors.js";
import { oneLine } from "../../text/shorten.js";
import { conflictLine } from "./fences.js";

/** How the path of a daily log ends, for use in patterns. A contact has its own: no other conversation is shown it. */
export const LOG_PATH = String.raw`memory/(?:contacts/[^/]+/)?\d{4}-\d{2}-\d{2}\.md$`;

/** One bullet of the daily log: `- 14:02 telegram timeout 500s → 30s`. Text of several lines becomes one. */
export function logBullet(text: string, at: Date, timezone: string): string {
  return `- ${localTime(at, timezone)} ${oneLine(text)}`;
}

/**
 * A daily log with one more bullet at its end; a new one starts with its day as heading. Works on bytes, so that
 * whatever others wrote stays as it is. `line` is the bullet's, 1-based. `checked`: this change looked for conflict
 * markers in it before.
 */
export function withBullet(
  bytes: Uint8Array | undefined,
  day: string,
  bullet: string,
  file: string,
  checked = false,
): { bytes: Uint8Array; line: number } {
  const before = Buffer.from(bytes ?? []);
  if (before.length === 0) return { bytes: Buffer.from(`# ${day}\n\n${bullet}\n`), line: 3 };
  // Latin-1 keeps one character a byte: enough to see lines and markers in any encoding.
  const text = before.toString("latin1");
  const conflict = checked ? undefined : conflictLine(text);
  if (conflict !== undefined) {
    throw new TenetError(`${file}:${conflict} holds unresolved conflict markers; it is not written`, {
      failure: "conflict",
      hint: "Resolve the conflict, then try again.",
      details: { file, line: conflict },
    });
  }
  const lastBreak = text.lastIndexOf("\n");
  const eol = lastBreak > 0 && text[lastBreak - 1] === "\r" ? "\r\n" : "\n";
  const ended = text.endsWith("\n") ? "" : eol;
  const lines = text.replace(/\r?\n$/, "").split("\n");
  const last = lines.at(-1)?.trimEnd() ?? "";
  const apart = last === "" || /^\s*[-*+] |^ {2,}\S/.test(last) ? "" : eol;
  const added = `${ended}${apart}${bullet}${eol}`;
  return { bytes: Buffer.concat([before, Buffer.from(added)]), line: lines.length + (apart === "" ? 1 : 2) };
}

const DAILY = /^(\d{4}-\d{2}-\d{2})\.md$/;

/** The day of a file that is a daily log by its name, in the folder of the memory; undefined for another one. */
export const dayOfLog = (name: string): string | undefined => DAILY.exec(name)?.[1];

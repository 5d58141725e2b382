/** Writes and reads the bullets of daily logs. Called by staged changes and the gate's lines. */
import { lstatSync, readdirSync } from "node:fs";
import { localTime } from "../../clock.js";
import { TenetError } from "../../errors.js";
import { oneLine } from "../../text/shorten.js";
import { conflictLine } from "../records/fences.js";
import { isLink, MAX_FILE_BYTES, readPlainFile } from "../records/scan.js";
import type { Workspace } from "../workspace.js";

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

/** One daily log, as text: bytes that are no UTF-8 are people's, and stand for themselves. */
export interface DailyLog {
  /** Local: `2026-02-15`. */
  day: string;
  text: string;
}

const DAILY = /^(\d{4}-\d{2}-\d{2})\.md$/;

/** A file may be named after a day that no calendar has: `2026-13-45.md`. */
const isDay = (day: string): boolean => !Number.isNaN(Date.parse(day));

/** The day of a file that is a daily log by its name, in the folder of the memory; undefined for another one. */
export const dayOfLog = (name: string): string | undefined => DAILY.exec(name)?.[1];

/**
 * Every daily log of a workspace, by day. Links are not followed; one that cannot be read, or that is larger than a file
 * of records may be, is left out.
 */
export function readDailyLogs(ws: Workspace): DailyLog[] {
  return daysLogged(ws).flatMap((day) => {
    const text = textOfLog(ws.dailyLog(day));
    return text === undefined ? [] : [{ day, text }];
  });
}

function daysLogged(ws: Workspace): string[] {
  try {
    const names = isLink(ws.memory) ? [] : readdirSync(ws.memory);
    return names
      .flatMap((name) => dayOfLog(name) ?? [])
      .filter(isDay)
      .sort();
  } catch {
    return [];
  }
}

function textOfLog(path: string): string | undefined {
  try {
    return lstatSync(path).size > MAX_FILE_BYTES ? undefined : readPlainFile(path).bytes.toString("utf8");
  } catch {
    return undefined;
  }
}

/** Detects the host of a transcript and reads its turns: whole for a harvest, the new part for hooks. */

import { stat } from "node:fs/promises";
import { asObject, type Json, type Turn, type TurnReader } from "../store/host.js";
import {
  claudeCodeLine,
  codexLines,
  cursorLine,
  geminiLines,
  type LineReader,
  openClawLines,
} from "./transcript-formats.js";
import { asText, type LineTally, objectOf, placedLines } from "./transcript-lines.js";

export const TRANSCRIPT_FORMATS = ["claude-code", "codex", "openclaw", "cursor", "gemini-cli"] as const;
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

/** Reads one transcript, line by line, from its first line on. */
export interface TranscriptReader {
  format: TranscriptFormat;
  /** Give it every line once, in order: some lines tell what the later ones mean. */
  read: TurnReader;
  /** Lines so far that should have been JSON and are not. */
  readonly broken: number;
}

/** So many lines are enough to know a format. */
export const FIRST_LINES = 60;

/** The format that one line gives away; undefined for lines that several hosts could have written. */
function formatOf(line: Json): TranscriptFormat | undefined {
  const { type } = line;
  if (line["projectHash"] !== undefined && line["sessionId"] !== undefined) return "gemini-cli";
  if (line["payload"] !== undefined && typeof type === "string") return "codex";
  if (type === "session" && line["id"] !== undefined) return "openclaw";
  if (type === "message" && asObject(line["message"]) !== undefined) return "openclaw";
  const hasHostKeys = ["sessionId", "parentUuid", "leafUuid", "messageId"].some((key) => line[key] !== undefined);
  if (typeof type === "string" && hasHostKeys) return "claude-code";
  if (type === undefined && typeof line["role"] === "string" && (line["message"] ?? line["content"]) !== undefined) {
    return "cursor";
  }
  return undefined;
}

function lineReader(format: TranscriptFormat): LineReader {
  if (format === "codex") return codexLines();
  if (format === "openclaw") return openClawLines();
  if (format === "gemini-cli") return geminiLines();
  return format === "cursor" ? cursorLine : claudeCodeLine;
}

function jsonReader(format: TranscriptFormat): TranscriptReader {
  const reader = lineReader(format);
  let brokenLines = 0;
  return {
    format,
    read(line) {
      if (line.trim() === "") return undefined;
      const object = objectOf(line);
      if (object === undefined) {
        brokenLines++;
        return undefined;
      }
      return reader(object);
    },
    get broken() {
      return brokenLines;
    },
  };
}

/**
 * The reader for a transcript that begins with these lines (up to {@link FIRST_LINES}); undefined when it is none. The
 * lines are not consumed: give them to the reader, too.
 */
export function readerOf(firstLines: readonly string[]): TranscriptReader | undefined {
  for (const line of firstLines) {
    const object = objectOf(line);
    const format = object === undefined ? undefined : formatOf(object);
    if (format !== undefined) return jsonReader(format);
  }
  return undefined;
}

/** The folder of a session, where a line names it. */
export function folderOf(line: string): string | undefined {
  const object = objectOf(line);
  return asText(object?.["cwd"]) ?? asText(asObject(object?.["payload"])?.["cwd"]);
}

/** More than this is not made up for: of a long conversation that nobody read, the newest part counts. */
const MOST_BYTES = 16 * 1024 * 1024;
/** Formats show in their first lines; a beginning larger than this shows none. */
const HEAD_BYTES = 1024 * 1024;

export interface SinceLast {
  turns: Turn[];
  /** The byte to begin at the next time. */
  read: number;
  /** Not all of it: time was up. */
  cut: boolean;
}

/**
 * Turns behind byte `from`, until the end of the file or until `isOver` returns true. A file that became shorter is a
 * new one, read from its start. Undefined for a file without a conversation. Throws the system's error for an
 * unreadable file.
 */
export async function turnsSince(path: string, from: number, isOver: () => boolean): Promise<SinceLast | undefined> {
  const { size } = await stat(path);
  const start = from > size ? 0 : from;
  if (start === size) return { turns: [], read: size, cut: false };
  const first = await firstLines(path);
  const texts = first.map(({ text }) => text);
  const reader = readerOf(texts);
  if (reader === undefined) return undefined;
  // Some first lines tell what the later ones mean.
  for (const { text, end } of first) if (end <= start) reader.read(text);
  const begin = Math.max(start, size - MOST_BYTES);
  // In the middle of a line: that one is passed over.
  let whole = begin === start;
  const tally: LineTally = { tooLong: 0, torn: false };
  const turns: Turn[] = [];
  let readUntil = begin;
  let last = begin;
  for await (const line of placedLines(path, { from: begin, tally })) {
    if (isOver()) return { turns, read: readUntil, cut: true };
    if (whole) {
      const brokenLines = reader.broken;
      const turn = reader.read(line.text);
      if (turn !== undefined) turns.push(turn);
      last = reader.broken > brokenLines ? line.start : line.end;
    } else last = line.end;
    whole = true;
    readUntil = line.end;
  }
  // An unfinished line is read again when it is complete.
  if (tally.torn) readUntil = last;
  return { turns, read: readUntil, cut: false };
}

async function firstLines(path: string): Promise<{ text: string; end: number }[]> {
  const lines: { text: string; end: number }[] = [];
  for await (const { text, end } of placedLines(path)) {
    lines.push({ text, end });
    if (lines.length === FIRST_LINES || end > HEAD_BYTES) break;
  }
  return lines;
}

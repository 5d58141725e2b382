/** Which host wrote a transcript, and what was said in it. */
import { claudeCodeLine, codexLines, cursorLine, type LineReader, openClawLines } from "./transcript-formats.js";
import { asObject, asText, type Json, objectOf } from "./transcript-json.js";
import { isConversation, TextTurns } from "./transcript-text.js";
import type { Turn, TurnReader } from "./turn.js";

export const TRANSCRIPT_FORMATS = ["claude-code", "codex", "openclaw", "cursor", "text"] as const;
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

/** Reads one transcript, line by line, from its first line on. */
export interface TranscriptReader {
  format: TranscriptFormat;
  /** Give it every line once, in order: some lines tell what the later ones mean. */
  read: TurnReader;
  /** The turn that only the end of the text completes; only plain text has one. */
  end(): Turn | undefined;
  /** Lines so far that should have been JSON and are not. */
  readonly broken: number;
}

/** So many lines are enough to know a format. */
export const FIRST_LINES = 60;

/** The format that one line gives away; undefined for lines that several hosts could have written. */
function formatOf(line: Json): TranscriptFormat | undefined {
  const { type } = line;
  if (line["payload"] !== undefined && typeof type === "string") return "codex";
  if (type === "session" && line["id"] !== undefined) return "openclaw";
  if (type === "message") return asObject(line["message"]) === undefined ? "codex" : "openclaw";
  const told = ["sessionId", "parentUuid", "leafUuid", "messageId"].some((key) => line[key] !== undefined);
  if (typeof type === "string" && told) return "claude-code";
  if (type === undefined && typeof line["role"] === "string" && (line["message"] ?? line["content"]) !== undefined) {
    return "cursor";
  }
  if (type === undefined && line["id"] !== undefined && line["instructions"] !== undefined) return "codex";
  return undefined;
}

function lineReader(format: Exclude<TranscriptFormat, "text">): LineReader {
  if (format === "codex") return codexLines();
  if (format === "openclaw") return openClawLines();
  return format === "cursor" ? cursorLine : claudeCodeLine;
}

function jsonReader(format: Exclude<TranscriptFormat, "text">): TranscriptReader {
  const read = lineReader(format);
  let broken = 0;
  return {
    format,
    read(line) {
      if (line.trim() === "") return undefined;
      const object = objectOf(line);
      if (object === undefined) {
        broken++;
        return undefined;
      }
      return read(object);
    },
    end: () => undefined,
    get broken() {
      return broken;
    },
  };
}

function textReader(): TranscriptReader {
  const turns = new TextTurns();
  return { format: "text", read: (line) => turns.read(line), end: () => turns.end(), broken: 0 };
}

/**
 * The reader for a transcript that begins with these lines (up to {@link FIRST_LINES}); undefined when it is none. The
 * lines are not consumed: give them to the reader, too. `path` decides between plain text and JSON that is broken.
 */
export function readerOf(firstLines: readonly string[], path?: string): TranscriptReader | undefined {
  for (const line of firstLines) {
    const object = objectOf(line);
    const format = object === undefined ? undefined : formatOf(object);
    if (format !== undefined && format !== "text") return jsonReader(format);
  }
  if (path?.endsWith(".jsonl") === true) return undefined;
  return isConversation(firstLines) ? textReader() : undefined;
}

/** The folder a session ran in, where one of its first lines says it. */
export function folderOf(firstLines: readonly string[]): string | undefined {
  for (const line of firstLines) {
    const object = objectOf(line);
    const folder = asText(object?.["cwd"]) ?? asText(asObject(object?.["payload"])?.["cwd"]);
    if (folder !== undefined) return folder;
  }
  return undefined;
}

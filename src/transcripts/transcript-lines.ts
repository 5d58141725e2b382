/** Lines of a file of any size, in bounded memory. Transcripts lie outside the workspace and grow while they are read. */
import { createHash } from "node:crypto";
import { constants, readSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { asObject, type Json } from "../store/host.js";

/** A line as an object; undefined when it is not one. */
export function objectOf(line: string): Json | undefined {
  try {
    return asObject(JSON.parse(line));
  } catch {
    return undefined;
  }
}

export const asText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The text of a content: itself, or its blocks of these types, one beneath the other. */
export function textIn(content: unknown, types: readonly string[]): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .flatMap((block): string[] => {
      const { type, text } = asObject(block) ?? {};
      return typeof text === "string" && types.includes(String(type)) ? [text] : [];
    })
    .join("\n");
}

/** An instant of a transcript, UTC to the second; undefined where it is none. */
export function instantOf(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return undefined;
  return `${at.toISOString().slice(0, 19)}Z`;
}

/** Longer lines are skipped: a typed message with pictures is never larger. */
export const MAX_LINE_BYTES = 32 * 1024 * 1024;
const CHUNK = 256 * 1024;

/** One line with its place in the file. */
export interface PlacedLine {
  text: string;
  /** Of its first byte. */
  start: number;
  /** Behind its line end. */
  end: number;
  /** It has a line end: nobody is still writing it. */
  whole: boolean;
}

export interface LineOptions {
  /** Stops reading; the lines until then stay valid. */
  signal?: AbortSignal;
  /** The byte to begin at: the start of a line. */
  from?: number;
  /** Told of each piece how large it was. */
  onBytes?: (bytes: number) => void;
  /** Told of each line that was passed over. */
  tally?: LineTally;
}

export interface LineTally {
  /** Lines longer than {@link MAX_LINE_BYTES}. */
  tooLong: number;
  /** The last line has no end yet and may be unfinished. It is returned all the same. */
  torn: boolean;
}

/**
 * Opens a plain file to read. Throws for folders, pipes and devices, and for a link in the file's place: what a listing
 * found there may have been exchanged since.
 */
async function openPlainFile(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw Object.assign(new Error(`not a plain file: ${path}`), { code: "ENOTFILE" });
}

/** The lines of a file, one after the other, each with its place. */
export async function* placedLines(path: string, options: LineOptions = {}): AsyncGenerator<PlacedLine> {
  const { signal, tally } = options;
  const file = await openPlainFile(path);
  try {
    const chunk = Buffer.allocUnsafe(CHUNK);
    let parts: Buffer[] = [];
    let heldBytes = 0;
    let start = options.from ?? 0;
    let at = start;
    for (;;) {
      if (signal?.aborted === true) return;
      const { bytesRead } = await file.read(chunk, 0, CHUNK, at);
      if (bytesRead === 0) break;
      let from = 0;
      for (let end = chunk.indexOf(10, from); end !== -1 && end < bytesRead; end = chunk.indexOf(10, from)) {
        const length = heldBytes + end - from;
        const next = at + end + 1;
        if (length > MAX_LINE_BYTES) {
          if (tally !== undefined) tally.tooLong++;
        } else {
          const piece = chunk.subarray(from, end);
          const bytes = parts.length === 0 ? piece : Buffer.concat([...parts, piece]);
          yield { text: bytes.toString("utf8").replace(/\r$/, ""), start, end: next, whole: true };
        }
        parts = [];
        heldBytes = 0;
        start = next;
        from = end + 1;
      }
      if (from < bytesRead) {
        heldBytes += bytesRead - from;
        // of a line that is too long only the length is kept
        if (heldBytes > MAX_LINE_BYTES) parts = [];
        else parts.push(Buffer.from(chunk.subarray(from, bytesRead)));
      }
      at += bytesRead;
      options.onBytes?.(bytesRead);
    }
    if (heldBytes === 0) return;
    if (tally !== undefined) tally.torn = true;
    if (heldBytes > MAX_LINE_BYTES) {
      if (tally !== undefined) tally.tooLong++;
    } else {
      yield { text: Buffer.concat(parts).toString("utf8").replace(/\r$/, ""), start, end: at, whole: false };
    }
  } finally {
    await file.close();
  }
}

/** The first lines of a file: at most so many, and at most a megabyte of them. */
export async function firstLinesOf(path: string, most: number): Promise<string[]> {
  const lines: string[] = [];
  let size = 0;
  for await (const { text } of placedLines(path)) {
    lines.push(text);
    size += text.length;
    if (lines.length >= most || size > 1024 * 1024) break;
  }
  return lines;
}

/**
 * The bytes of a file between two places; fewer where it ends before. For small pieces, many of them: waiting for each
 * took longer than reading it.
 */
function bytesBetween(file: FileHandle, start: number, end: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, end - start));
  let bytesRead = 0;
  while (bytesRead < bytes.length) {
    const readNow = readSync(file.fd, bytes, bytesRead, bytes.length - bytesRead, start + bytesRead);
    if (readNow === 0) break;
    bytesRead += readNow;
  }
  return bytes.subarray(0, bytesRead);
}

const TAIL_BYTES = 1_024;

/** For each place the hash of what stands right before it: tells a file that grew, or a copy of it, from another one. */
export async function tailHashes(path: string, places: readonly number[]): Promise<string[]> {
  const file = await openPlainFile(path);
  try {
    return places.map((upTo) => {
      const tail = bytesBetween(file, Math.max(0, upTo - TAIL_BYTES), upTo);
      return createHash("sha256").update(tail).digest("hex").slice(0, 16);
    });
  } finally {
    await file.close();
  }
}

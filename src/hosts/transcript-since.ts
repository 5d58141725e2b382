/** What a conversation's file holds since it was last read, within a time: hooks read the same file again and again. */
import { stat } from "node:fs/promises";
import { FIRST_LINES, readerOf } from "./transcript.js";
import { type LineTally, placedLines } from "./transcript-lines.js";
import type { Turn } from "./turn.js";

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
 * Turns behind byte `from`, until the end of the file or until `isOver` says so. A file that became shorter is another
 * one, and read from its start. Undefined for a file that holds no conversation. Throws what the system says of a file
 * that cannot be read.
 */
export async function turnsSince(path: string, from: number, isOver: () => boolean): Promise<SinceLast | undefined> {
  const { size } = await stat(path);
  const start = from > size ? 0 : from;
  if (start === size) return { turns: [], read: size, cut: false };
  const first = await firstLines(path);
  const reader = readerOf(
    first.map(({ text }) => text),
    path,
  );
  if (reader === undefined) return undefined;
  // Some first lines tell what the later ones mean.
  for (const { text, end } of first) if (end <= start) reader.read(text);
  const begin = Math.max(start, size - MOST_BYTES);
  // In the middle of a line: that one is passed over.
  let whole = begin === start;
  const tally: LineTally = { bytes: 0, tooLong: 0, torn: false };
  const turns: Turn[] = [];
  let read = begin;
  let last = begin;
  for await (const line of placedLines(path, { from: begin, tally })) {
    if (isOver()) return { turns, read, cut: true };
    if (whole) {
      const broken = reader.broken;
      const turn = reader.read(line.text);
      if (turn !== undefined) turns.push(turn);
      last = reader.broken > broken ? line.start : line.end;
    } else last = line.end;
    whole = true;
    read = line.end;
  }
  // What somebody is still writing is read again when it is whole.
  if (tally.torn) read = last;
  const end = reader.end();
  if (end !== undefined) turns.push(end);
  return { turns, read, cut: false };
}

async function firstLines(path: string): Promise<{ text: string; end: number }[]> {
  const found: { text: string; end: number }[] = [];
  for await (const { text, end } of placedLines(path)) {
    found.push({ text, end });
    if (found.length === FIRST_LINES || end > HEAD_BYTES) break;
  }
  return found;
}

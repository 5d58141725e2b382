/** Reads one transcript as far as it is not known, and hears what the person said in it. */

import { detect } from "../detect/detect.js";
import { missedIn, OLD_TRANSCRIPT } from "../detect/missed-learnings.js";
import type { NamedEntry } from "../detect/own-output.js";
import type { Turn } from "../hosts/host.js";
import { FIRST_LINES, readerOf, type TranscriptFormat, type TranscriptReader } from "../hosts/transcript.js";
import {
  bytesBetween,
  firstLinesOf,
  type LineTally,
  openPlainFile,
  type PlacedLine,
  placedLines,
  tailHashes,
} from "../hosts/transcript-lines.js";
import { type FileWrite, WriteReader } from "../hosts/transcript-writes.js";
import { screenText } from "../screening/screen.js";
import { defined } from "../text/defined.js";
import { nameHash, type ReadFile, type SaidAt, type WrittenAt } from "./harvest-state.js";
import type { HistoryFile } from "./host-history.js";
import type { Utterance } from "./repeats.js";

/** A file of the workspace that an agent wrote in a session; nothing of it is screened yet. */
export interface WrittenFile extends FileWrite {
  /** Relative to the workspace, with `/`. */
  file: string;
  /** What the person had asked for last. */
  asked: string;
  host: TranscriptFormat;
  session: string;
}

/** What a transcript told. */
export interface TranscriptReading extends Pick<ReadFile, "sessions" | "turns" | "broken" | "tooLong"> {
  said: Utterance[];
  wrote: WrittenFile[];
  /** What is remembered of it; undefined where the next run reads it again, as plain text is. */
  known?: ReadFile;
  /** Nothing in it was new. */
  unchanged: boolean;
  /** The same for a copy of it. */
  content: string;
}

interface ReadOptions {
  signal: AbortSignal;
  onBytes(bytes: number): void;
  /** The entries that a text names. */
  entriesIn(text: string): Promise<readonly NamedEntry[]>;
  /** The name of a written file in the workspace; undefined for every other one. Without a workspace none is looked for. */
  fileIn?: ((write: FileWrite) => string | undefined) | undefined;
}

/** Text of the model that is looked at for what is being corrected. */
const BEFORE_CHARS = 8_000;
/** Of a longer turn only both ends are heard: a person writes before and behind what they paste. */
const HEARD_CHARS = 20_000;

function endsOf(text: string): string {
  if (text.length <= HEARD_CHARS) return text;
  const half = HEARD_CHARS / 2 - 1;
  return `${text.slice(0, half)}\n\n${text.slice(-half)}`;
}

const screened = async (text: string): Promise<string> =>
  (await screenText(text, "quote", { mode: "redact", bidi: "strip" })).value;

/**
 * The transcript at a path; undefined when it is none. `onBytes` is told how much was read. Throws when the file cannot
 * be read.
 */
export async function readTranscript(
  file: HistoryFile,
  known: ReadFile | undefined,
  { signal, onBytes, ...look }: ReadOptions,
): Promise<TranscriptReading | undefined> {
  const head = await firstLinesOf(file.path, FIRST_LINES);
  const reader = readerOf(head, file.path);
  if (reader === undefined) return undefined;
  const reading = new Reading(file, reader, look);
  if (reader.format === "text") await reading.lines(0, signal, onBytes);
  else {
    const from = known !== undefined && (await isSameBefore(file, known)) ? known.upTo : 0;
    if (from > 0 && known !== undefined) await reading.again(known, head);
    if (from < file.size) await reading.lines(from, signal, onBytes);
    else onBytes(file.size);
    reading.unchanged = from > 0 && from === file.size;
  }
  return await reading.end();
}

/** What was read before still stands there. */
async function isSameBefore(file: HistoryFile, known: ReadFile): Promise<boolean> {
  if (known.size === file.size && known.mtimeMs === file.mtimeMs) return true;
  if (file.size < known.upTo) return false;
  return (await tailHashes(file.path, [known.upTo]))[0] === known.tail;
}

type ByteRange = readonly [start: number, end: number];

/** What a person asked for: their turn, and where it stands. */
interface Asked extends Pick<Turn, "text" | "session"> {
  place: ByteRange;
}

/** A call that writes. */
interface Called {
  place: ByteRange;
  asked: Asked | undefined;
  /** The line that says where the session ran. */
  cwd: ByteRange;
}

const NOWHERE: ByteRange = [0, 0];

class Reading {
  readonly #look: Pick<ReadOptions, "entriesIn" | "fileIn">;
  readonly #file: HistoryFile;
  readonly #reader: TranscriptReader;
  /** Remembers with each call where it stands, and what was asked for. */
  readonly #writes: WriteReader<Called>;
  readonly #said: Utterance[] = [];
  readonly #places: SaidAt[] = [];
  readonly #sessions: Record<string, string> = {};
  readonly #tally: LineTally = { bytes: 0, tooLong: 0, torn: false };
  #turns = 0;
  /** Lines that earlier runs counted. */
  #earlier = { broken: 0, tooLong: 0 };
  #upTo = 0;
  #before: { text: string; place: ByteRange } | undefined;
  #asked: Asked | undefined;
  #cwd = NOWHERE;
  readonly #wrote: WrittenFile[] = [];
  readonly #writtenAt: WrittenAt[] = [];
  unchanged = false;

  constructor(file: HistoryFile, reader: TranscriptReader, look: Pick<ReadOptions, "entriesIn" | "fileIn">) {
    this.#look = look;
    this.#file = file;
    this.#reader = reader;
    this.#writes = new WriteReader(reader.format);
  }

  /** Hears again what was heard before, at its places: the text itself is kept nowhere else. */
  async again(known: ReadFile, head: readonly string[]): Promise<void> {
    // the head tells what the lines mean
    for (const line of head) {
      this.#reader.read(line);
      this.#writes.begin(line);
    }
    this.#earlier = { broken: known.broken - this.#reader.broken, tooLong: known.tooLong };
    this.#turns = known.turns;
    this.#upTo = known.upTo;
    Object.assign(this.#sessions, known.sessions);
    const { said, wrote, before, asked, cwd } = known;
    if (said.length + wrote.length === 0 && [before, asked, cwd].every((place) => place === undefined)) return;
    const handle = await openPlainFile(this.#file.path);
    const lineAt = ([start, end]: ByteRange): string => bytesBetween(handle, start, end).toString("utf8").trimEnd();
    const turnAt = (place: ByteRange): Turn | undefined =>
      place[1] <= place[0] ? undefined : this.#reader.read(lineAt(place));
    const askedAt = (place: ByteRange): void => {
      if (this.#asked?.place[0] === place[0] && this.#asked.place[1] === place[1]) return;
      const turn = turnAt(place);
      this.#asked = turn === undefined ? undefined : { ...turn, place };
    };
    const beforeAt = (place: ByteRange): void => {
      const turn = turnAt(place);
      this.#before = turn === undefined ? undefined : { text: turn.text, place };
    };
    const cwdAt = (place: ByteRange): void => {
      if (place[1] <= place[0]) return;
      this.#writes.begin(lineAt(place));
      this.#cwd = place;
    };
    try {
      for (const [start, end, beforeStart, beforeEnd] of said) {
        beforeAt([beforeStart, beforeEnd]);
        const turn = turnAt([start, end]);
        if (turn !== undefined) await this.#hear(turn, [start, end]);
      }
      beforeAt(before ?? NOWHERE);
      for (const [askedStart, askedEnd, start, end, doneStart, doneEnd, cwdStart, cwdEnd] of wrote) {
        askedAt([askedStart, askedEnd]);
        cwdAt([cwdStart, cwdEnd]);
        this.#write(lineAt([start, end]), [start, end]);
        if (doneStart !== start) this.#write(lineAt([doneStart, doneEnd]), [doneStart, doneEnd]);
      }
      askedAt(asked ?? NOWHERE);
      cwdAt(cwd ?? NOWHERE);
    } finally {
      await handle.close();
    }
  }

  async lines(from: number, signal: AbortSignal, onBytes: (bytes: number) => void): Promise<void> {
    let told = 0;
    onBytes(from);
    for await (const line of placedLines(this.#file.path, { from, signal, tally: this.#tally })) {
      const turn = this.#reader.read(line.text);
      if (turn !== undefined) await this.#take(turn, line);
      this.#write(line.text, placeOf(line));
      if (line.whole) this.#upTo = line.end;
      if (this.#tally.bytes > told) {
        onBytes(this.#tally.bytes - told);
        told = this.#tally.bytes;
      }
    }
    onBytes(this.#tally.bytes - told);
    const last = this.#reader.end();
    if (last !== undefined) await this.#take(last, undefined);
  }

  async #take(turn: Turn, line: PlacedLine | undefined): Promise<void> {
    const place = placeOf(line);
    if (turn.role === "assistant") {
      this.#before = { text: turn.text, place };
      return;
    }
    this.#turns++;
    this.#asked = { ...turn, place };
    const session = nameHash(this.#sessionOf(turn));
    if (turn.at !== undefined && turn.at > (this.#sessions[session] ?? "")) this.#sessions[session] = turn.at;
    else this.#sessions[session] ??= "";
    if (detect(endsOf(turn.text)).signals.length > 0) await this.#hear(turn, place);
  }

  /** Takes what a line shows to be written, where a person asked for it. */
  #write(line: string, place: ByteRange): void {
    if (this.#look.fileIn === undefined) return;
    const before = this.#writes.cwd;
    const done = this.#writes.read(line, { place, asked: this.#asked, cwd: this.#cwd });
    if (this.#writes.cwd !== before) this.#cwd = place;
    for (const { write, with: called } of done) {
      const file = this.#look.fileIn(write);
      if (file !== undefined && called.asked !== undefined)
        this.#keepWrite({ ...write, file }, called, called.asked, place);
    }
  }

  #keepWrite(write: FileWrite & { file: string }, { place, cwd }: Called, asked: Asked, done: ByteRange): void {
    const session = asked.session ?? nameHash(this.#sessionOf(asked));
    this.#wrote.push({ ...write, asked: endsOf(asked.text), host: this.#reader.format, session });
    const at: WrittenAt = [...asked.place, ...place, ...done, ...cwd];
    // A patch of several files is one call.
    const last = this.#writtenAt.at(-1);
    const isKnown = last?.[2] === at[2] && last[4] === at[4];
    if (!isKnown && asked.place[1] > 0 && place[1] > 0 && done[1] > 0) this.#writtenAt.push(at);
  }

  #sessionOf(turn: Pick<Turn, "session">): string {
    return `${this.#reader.format} ${turn.session ?? this.#file.path}`;
  }

  /** Screened whole, before anything is cut out of it: half a secret is none that could be found. */
  async #hear(turn: Turn, place: ByteRange): Promise<void> {
    const text = await screened(endsOf(turn.text));
    const wrote = this.#before?.text ?? (turn.refuses ? "" : undefined);
    const before = wrote === undefined ? undefined : await screened(wrote.slice(-BEFORE_CHARS));
    const heard = missedIn(text, OLD_TRANSCRIPT, { before, entries: await this.#look.entriesIn(text) });
    if (heard.length === 0) return;
    if (place[1] > 0) this.#places.push([...place, ...(this.#before?.place ?? NOWHERE)]);
    const session = nameHash(this.#sessionOf(turn));
    const where = defined({ at: turn.at, host: this.#reader.format, session: turn.session ?? session });
    for (const one of heard) this.#said.push({ ...one, ...where });
  }

  async end(): Promise<TranscriptReading> {
    const counted = {
      sessions: this.#sessions,
      turns: this.#turns,
      broken: this.#earlier.broken + this.#reader.broken,
      tooLong: this.#earlier.tooLong + this.#tally.tooLong,
    };
    const { size, mtimeMs, path } = this.#file;
    const [tail, whole] = (await tailHashes(path, [this.#upTo, size])) as [string, string];
    const read = {
      said: this.#said,
      wrote: this.#wrote,
      ...counted,
      unchanged: this.unchanged,
      content: `${size} ${whole}`,
    };
    if (this.#reader.format === "text") return read;
    const standing = (place: ByteRange | undefined) => (place === undefined || place[1] === 0 ? undefined : place);
    const before = standing(this.#before?.place);
    const asked = standing(this.#asked?.place);
    const places = { said: this.#places, before, wrote: this.#writtenAt, asked, cwd: standing(this.#cwd) };
    return { ...read, known: defined({ size, mtimeMs, upTo: this.#upTo, tail, ...places, ...counted }) };
  }
}

/** A line that is still being written is heard now and read again next time: it has no place yet. */
function placeOf(line: PlacedLine | undefined): ByteRange {
  return line?.whole === true ? [line.start, line.end] : NOWHERE;
}

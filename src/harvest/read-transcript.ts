/** Reads one transcript as far as it is not known, and hears what the person said in it. */

import { detect } from "../screening/detect/detect.js";
import { missedIn } from "../screening/detect/missed-learnings.js";
import { screenText } from "../screening/screen.js";
import type { Turn } from "../store/hosts/host.js";
import type { HistoryFile } from "../store/transcripts/host-history.js";
import {
  FIRST_LINES,
  readerOf,
  type TranscriptFormat,
  type TranscriptReader,
} from "../store/transcripts/transcript.js";
import {
  firstLinesOf,
  type LinePlace,
  type LineTally,
  linesAt,
  linesOfDocument,
  type PlacedLine,
  placedLines,
  tailHashes,
} from "../store/transcripts/transcript-lines.js";
import { type FileWrite, WriteReader } from "../store/transcripts/transcript-writes.js";
import { defined } from "../text/defined.js";
import { nameHash, type ReadFile } from "./harvest-state.js";
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

/** The result of reading a transcript. */
export interface TranscriptReading extends Pick<ReadFile, "sessions" | "turns" | "broken" | "tooLong"> {
  said: Utterance[];
  wrote: WrittenFile[];
  /** What is remembered of it; undefined where the next run reads all of it again, as plain text and documents. */
  known?: ReadFile;
  /** Nothing in it was new. */
  unchanged: boolean;
  /** The same for a copy of it. */
  content: string;
}

interface ReadOptions {
  signal: AbortSignal;
  onBytes(bytes: number): void;
  /** The name of a written file in the workspace; undefined for every other one. Without a workspace none is looked for. */
  fileIn?: ((write: FileWrite) => string | undefined) | undefined;
}

/** How much of the model's last text is kept, to find the corrected statement in. */
const BEFORE_CHARS = 8_000;
/** Of a longer turn only both ends are heard: a person writes before and behind what they paste. */
const HEARD_CHARS = 20_000;

function endsOf(text: string): string {
  if (text.length <= HEARD_CHARS) return text;
  const half = HEARD_CHARS / 2 - 1;
  return `${text.slice(0, half)}\n\n${text.slice(-half)}`;
}

const screened = async (text: string): Promise<string> => (await screenText(text, "quote")).value;

/**
 * Reads the transcript at a path; undefined when it is none. `onBytes` receives the number of bytes read. Throws when
 * the file cannot be read.
 */
export async function readTranscript(
  file: HistoryFile,
  earlier: ReadFile | undefined,
  { signal, onBytes, ...look }: ReadOptions,
): Promise<TranscriptReading | undefined> {
  const document = file.path.endsWith(".json") ? await linesOfDocument(file.path) : undefined;
  const head = document?.map(({ text }) => text) ?? (await firstLinesOf(file.path, FIRST_LINES));
  const reader = readerOf(head, file.path);
  if (reader === undefined) return undefined;
  const isSame = earlier !== undefined && (await tailHashes(file.path, [earlier.upTo]))[0] === earlier.tail;
  const from = isSame ? earlier.upTo : 0;
  const reading = new Reading(file, reader, look);
  if (isSame) await reading.again(earlier, head);
  onBytes(document === undefined ? from : file.size);
  const { tally } = reading;
  await reading.take(document ?? placedLines(file.path, { from, signal, onBytes, tally }));
  return { ...(await reading.end()), unchanged: from > 0 && from === file.size };
}

/** A turn, and where it stands. */
type PlacedTurn = Turn & { place: LinePlace };

/** A writing call: its place, the request it served, and the line that names the session's folder. */
interface Called {
  place: LinePlace;
  asked: PlacedTurn | undefined;
  cwd: LinePlace;
}

const NOWHERE: LinePlace = [0, 0];

class Reading {
  readonly tally: LineTally = { tooLong: 0, torn: false };
  readonly #look: Pick<ReadOptions, "fileIn">;
  readonly #file: HistoryFile;
  readonly #reader: TranscriptReader;
  readonly #writes: WriteReader<Called>;
  readonly #said: Utterance[] = [];
  readonly #wrote: WrittenFile[] = [];
  /** Lines that the next run reads again, end by start. */
  readonly #places = new Map<number, number>();
  readonly #sessions: Record<string, string> = {};
  #turns = 0;
  /** Broken lines that earlier runs counted. */
  #broken = 0;
  #upTo = 0;
  #before: PlacedTurn | undefined;
  #asked: PlacedTurn | undefined;
  #cwd = NOWHERE;

  constructor(file: HistoryFile, reader: TranscriptReader, look: Pick<ReadOptions, "fileIn">) {
    this.#look = look;
    this.#file = file;
    this.#reader = reader;
    this.#writes = new WriteReader(reader.format);
  }

  /** Reads again the remembered lines of the part that was read before. */
  async again(earlier: ReadFile, head: readonly string[]): Promise<void> {
    // the head tells what the lines mean
    for (const line of head) this.#reader.read(line);
    this.#broken = earlier.broken - this.#reader.broken;
    this.tally.tooLong = earlier.tooLong;
    for await (const line of linesAt(this.#file.path, earlier.lines)) await this.#line(line);
    this.#turns = earlier.turns;
    this.#upTo = earlier.upTo;
    Object.assign(this.#sessions, earlier.sessions);
  }

  /** Takes all further lines. */
  async take(lines: AsyncIterable<PlacedLine> | Iterable<PlacedLine>): Promise<void> {
    for await (const line of lines) await this.#line(line);
    const last = this.#reader.end();
    if (last !== undefined) await this.#turn({ ...last, place: NOWHERE });
  }

  async #line({ text, start, end, whole }: PlacedLine): Promise<void> {
    // A line that is still being written is heard now and read again next time: it has no place yet.
    const place: LinePlace = whole ? [start, end] : NOWHERE;
    const turn = this.#reader.read(text);
    if (turn !== undefined) await this.#turn({ ...turn, place });
    this.#write(text, place);
    if (whole) this.#upTo = end;
  }

  #keep(...places: (LinePlace | undefined)[]): void {
    for (const [start, end] of places.map((place) => place ?? NOWHERE)) if (end > start) this.#places.set(start, end);
  }

  async #turn(turn: PlacedTurn): Promise<void> {
    if (turn.role === "assistant") {
      this.#before = turn;
      return;
    }
    this.#turns++;
    this.#asked = turn;
    const session = nameHash(this.#sessionOf(turn));
    if (turn.at !== undefined && turn.at > (this.#sessions[session] ?? "")) this.#sessions[session] = turn.at;
    else this.#sessions[session] ??= "";
    if (detect(endsOf(turn.text)).signals.length > 0) await this.#hear(turn);
  }

  /** Takes what a line shows to be written, where a person asked for it. */
  #write(line: string, place: LinePlace): void {
    if (this.#look.fileIn === undefined) return;
    const before = this.#writes.cwd;
    const doneWrites = this.#writes.read(line, { place, asked: this.#asked, cwd: this.#cwd });
    if (this.#writes.cwd !== before) this.#cwd = place;
    for (const { write, with: called } of doneWrites) {
      const file = this.#look.fileIn(write);
      const { asked } = called;
      if (file === undefined || asked === undefined) continue;
      const session = asked.session ?? nameHash(this.#sessionOf(asked));
      this.#wrote.push({ ...write, file, asked: endsOf(asked.text), host: this.#reader.format, session });
      this.#keep(asked.place, called.place, place, called.cwd);
    }
  }

  #sessionOf(turn: Pick<Turn, "session">): string {
    return `${this.#reader.format} ${turn.session ?? this.#file.path}`;
  }

  /** Screened whole, before anything is cut out of it: half a secret is none that could be found. */
  async #hear(turn: PlacedTurn): Promise<void> {
    const text = await screened(endsOf(turn.text));
    const wrote = this.#before?.text ?? (turn.refuses ? "" : undefined);
    const before = wrote === undefined ? undefined : await screened(wrote.slice(-BEFORE_CHARS));
    const missedLearnings = missedIn(text, undefined, before);
    if (missedLearnings.length === 0) return;
    this.#keep(turn.place, this.#before?.place);
    const session = nameHash(this.#sessionOf(turn));
    const where = defined({ at: turn.at, host: this.#reader.format, session: turn.session ?? session });
    for (const one of missedLearnings) this.#said.push({ ...one, ...where });
  }

  async end(): Promise<Omit<TranscriptReading, "unchanged">> {
    const counts = {
      sessions: this.#sessions,
      turns: this.#turns,
      broken: this.#broken + this.#reader.broken,
      tooLong: this.tally.tooLong,
    };
    const { size, path } = this.#file;
    const [tail, whole] = (await tailHashes(path, [this.#upTo, size])) as [string, string];
    const readFile = { said: this.#said, wrote: this.#wrote, content: `${size} ${whole}`, ...counts };
    if (this.#upTo === 0 || this.#reader.format === "text") return readFile;
    // what may be corrected or written next
    this.#keep(this.#before?.place, this.#asked?.place, this.#cwd);
    const lines = [...this.#places].sort(([a], [b]) => a - b);
    return { ...readFile, known: { upTo: this.#upTo, tail, lines, ...counts } };
  }
}

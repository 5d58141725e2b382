/** Reads one transcript, and hears what the person said in it. */

import { detect } from "../screening/detect/detect.js";
import { missedIn } from "../screening/detect/missed-learnings.js";
import { screenText } from "../screening/screen.js";
import type { Turn } from "../store/host.js";
import { defined } from "../text/defined.js";
import type { HistoryFile } from "../transcripts/host-history.js";
import { FIRST_LINES, readerOf } from "../transcripts/transcript.js";
import { firstLinesOf, type LineTally, placedLines } from "../transcripts/transcript-lines.js";
import { nameHash } from "./harvest-state.js";
import type { Utterance } from "./repeats.js";

/** The result of reading a transcript. */
export interface TranscriptReading {
  said: Utterance[];
  /** Hash of each session's name, with its last instant. */
  sessions: Record<string, string>;
  turns: number;
  broken: number;
  tooLong: number;
}

interface ReadOptions {
  signal: AbortSignal;
  onBytes(bytes: number): void;
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
  { signal, onBytes }: ReadOptions,
): Promise<TranscriptReading | undefined> {
  const reader = readerOf(await firstLinesOf(file.path, FIRST_LINES));
  if (reader === undefined) return undefined;
  const tally: LineTally = { tooLong: 0, torn: false };
  const said: Utterance[] = [];
  const sessions: Record<string, string> = {};
  let turns = 0;
  let before: Turn | undefined;
  for await (const { text } of placedLines(file.path, { signal, onBytes, tally })) {
    const turn = reader.read(text);
    if (turn?.role === "assistant") before = turn;
    if (turn?.role !== "user") continue;
    turns++;
    const session = nameHash(`${reader.format} ${turn.session ?? file.path}`);
    if (turn.at !== undefined && turn.at > (sessions[session] ?? "")) sessions[session] = turn.at;
    else sessions[session] ??= "";
    if (detect(endsOf(turn.text)).signals.length === 0) continue;
    const where = defined({ at: turn.at, host: reader.format, session: turn.session ?? session });
    for (const one of await heardIn(turn, before)) said.push({ ...one, ...where });
  }
  return { said, sessions, turns, broken: reader.broken, tooLong: tally.tooLong };
}

/** Screened whole, before anything is cut out of it: half a secret is none that could be found. */
async function heardIn(turn: Turn, answered: Turn | undefined) {
  const text = await screened(endsOf(turn.text));
  const wrote = answered?.text ?? (turn.refuses ? "" : undefined);
  const before = wrote === undefined ? undefined : await screened(wrote.slice(-BEFORE_CHARS));
  return missedIn(text, undefined, before);
}

/** Reads many transcripts, and keeps how far it came. */

import type { Context } from "../context.js";
import { stopIfInterrupted, TenetError } from "../errors.js";
import type { ModelPools } from "../search/model/embed-pool.js";
import { codeOf } from "../store/files/file-failure.js";
import type { HistoryFile } from "../store/transcripts/host-history.js";
import type { LeftFile, ReadCounts } from "./harvest-schemas.js";
import { addToHarvestState, nameHash, type ReadFile } from "./harvest-state.js";
import { readTranscript, type TranscriptReading, type WrittenFile } from "./read-transcript.js";
import type { Utterance } from "./repeats.js";
import { workspaceFiles } from "./workspace-files.js";

/** What a harvest uses of the world. */
export interface HarvestWorld extends Pick<Context, "clock" | "places" | "progress" | "signal" | "warn"> {
  /** The project whose sessions are read. */
  folder: string;
  /** Models of this process, where no workspace names one. */
  models?: ModelPools | undefined;
  /** The workspace that knows some of it already, and remembers how far was read. */
  memory?: Context;
}

/** Why a file is not read twice. */
export const IS_COPY = "it is a copy of one that was read";

/** The results of all transcripts. */
export interface AllRead {
  said: Utterance[];
  wrote: WrittenFile[];
  read: ReadCounts;
  left: LeftFile[];
}

/**
 * Reads transcripts one by one, newest first, and remembers its place. Unreadable ones are reported with the reason.
 * Throws `interrupted` after Ctrl-C; the parts read until then are remembered.
 */
export async function readAll(
  ctx: HarvestWorld,
  files: readonly HistoryFile[],
  earlier: Readonly<Record<string, ReadFile>>,
  phrases: string,
  since: string | undefined,
): Promise<AllRead> {
  const wantedFiles = files.filter(({ mtimeMs }) => since === undefined || new Date(mtimeMs).toISOString() >= since);
  const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);
  const bar = ctx.progress.start("MB read", megabytes(wantedFiles.reduce((sum, { size }) => sum + size, 0)));
  const readNow: Record<string, ReadFile> = {};
  const utterances: Utterance[] = [];
  const wrote: WrittenFile[] = [];
  const leftFiles: LeftFile[] = [];
  const sessions = new Set<string>();
  const contents = new Set<string>();
  const counts = { transcripts: 0, unchanged: 0, sessions: 0, turns: 0, bytes: 0, broken_lines: 0, long_lines: 0 };
  let shownBytes = 0;
  const onBytes = (bytes: number) => {
    counts.bytes += bytes;
    bar.step(megabytes(counts.bytes) - shownBytes);
    shownBytes = megabytes(counts.bytes);
  };
  const fileIn = ctx.memory === undefined ? undefined : workspaceFiles(ctx.memory);
  const look = { signal: ctx.signal, onBytes, fileIn };
  /** The result of a file, or the reason why it was skipped. */
  const readOne = async (file: HistoryFile): Promise<TranscriptReading | string> => {
    const one = await readTranscript(file, earlier[nameHash(file.path)], look).catch(reasonOf);
    if (one === undefined) return "no format of a transcript is known that looks like this";
    return typeof one === "string" || !contents.has(one.content) ? one : IS_COPY;
  };
  try {
    for (const file of wantedFiles) {
      if (ctx.signal.aborted) break;
      const one = await readOne(file);
      if (typeof one === "string") {
        leftFiles.push({ file: file.path, because: one });
        continue;
      }
      contents.add(one.content);
      counts.transcripts++;
      if (one.unchanged) counts.unchanged++;
      counts.turns += one.turns;
      counts.broken_lines += one.broken;
      counts.long_lines += one.tooLong;
      utterances.push(...one.said);
      wrote.push(...one.wrote);
      for (const [session, at] of Object.entries(one.sessions)) {
        if (since === undefined || at === "" || at >= since) sessions.add(session);
      }
      if (one.known !== undefined && !one.unchanged) readNow[nameHash(file.path)] = one.known;
    }
  } finally {
    bar.stop();
    await remember(ctx, phrases, readNow);
  }
  stopIfInterrupted(ctx, "nothing was stored");
  return { said: utterances, wrote, read: { ...counts, sessions: sessions.size }, left: leftFiles };
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  ENOENT: "it is gone",
  ELOOP: "it is no plain file",
  ENOTFILE: "it is no plain file",
  EFBIG: "a session kept as a whole is read up to 32 MB",
};

/** Why a file cannot be read. Rethrows bugs. */
function reasonOf(cause: unknown): string {
  const code = codeOf(cause);
  if (code === undefined) throw cause;
  return `it cannot be read: ${REASONS[code] ?? code}`;
}

/** Keeps how far the reading came. Where nothing can be kept, the next run just reads again. */
async function remember({ memory, warn }: HarvestWorld, phrases: string, files: Record<string, ReadFile>) {
  if (memory === undefined || Object.keys(files).length === 0) return;
  try {
    await addToHarvestState(memory.workspace, phrases, { files });
  } catch (thrown) {
    if (!(thrown instanceof TenetError)) throw thrown;
    warn(`What was read cannot be remembered, so the next run reads it again: ${thrown.message}`);
  }
}

/** Reads many transcripts. */

import type { Context } from "../context.js";
import { stopIfInterrupted } from "../errors.js";
import type { ModelPools } from "../search/model/embed-pool.js";
import { codeOf } from "../store/files/file-failure.js";
import type { HistoryFile } from "../transcripts/host-history.js";
import type { LeftFile, ReadCounts } from "./harvest-schemas.js";
import { readTranscript, type TranscriptReading } from "./read-transcript.js";
import type { Utterance } from "./repeats.js";

/** What a harvest uses of the world. */
export interface HarvestWorld extends Pick<Context, "clock" | "places" | "progress" | "signal" | "warn"> {
  /** The project whose sessions are read. */
  folder: string;
  /** Models of this process, where no workspace names one. */
  models?: ModelPools | undefined;
  /** The workspace that knows some of it already. */
  memory?: Context;
}

/** The results of all transcripts. */
export interface AllRead {
  said: Utterance[];
  read: ReadCounts;
  left: LeftFile[];
}

/** Reads transcripts one by one, newest first. Unreadable ones are reported with the reason. Throws `interrupted` after Ctrl-C. */
export async function readAll(
  ctx: HarvestWorld,
  files: readonly HistoryFile[],
  since: string | undefined,
): Promise<AllRead> {
  const wantedFiles = files.filter(({ mtimeMs }) => since === undefined || new Date(mtimeMs).toISOString() >= since);
  const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);
  const bar = ctx.progress.start("MB read", megabytes(wantedFiles.reduce((sum, { size }) => sum + size, 0)));
  const utterances: Utterance[] = [];
  const leftFiles: LeftFile[] = [];
  const sessions = new Set<string>();
  const counts = { transcripts: 0, sessions: 0, turns: 0, bytes: 0, broken_lines: 0, long_lines: 0 };
  let shownBytes = 0;
  const onBytes = (bytes: number) => {
    counts.bytes += bytes;
    bar.step(megabytes(counts.bytes) - shownBytes);
    shownBytes = megabytes(counts.bytes);
  };
  const look = { signal: ctx.signal, onBytes };
  /** The result of a file, or the reason why it was skipped. */
  const readOne = async (file: HistoryFile): Promise<TranscriptReading | string> => {
    const one = await readTranscript(file, look).catch(reasonOf);
    return one ?? "no format of a transcript is known that looks like this";
  };
  try {
    for (const file of wantedFiles) {
      if (ctx.signal.aborted) break;
      const one = await readOne(file);
      if (typeof one === "string") {
        leftFiles.push({ file: file.path, because: one });
        continue;
      }
      counts.transcripts++;
      counts.turns += one.turns;
      counts.broken_lines += one.broken;
      counts.long_lines += one.tooLong;
      utterances.push(...one.said);
      for (const [session, at] of Object.entries(one.sessions)) {
        if (since === undefined || at === "" || at >= since) sessions.add(session);
      }
    }
  } finally {
    bar.stop();
  }
  stopIfInterrupted(ctx, "nothing was stored");
  return { said: utterances, read: { ...counts, sessions: sessions.size }, left: leftFiles };
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  ENOENT: "it is gone",
  ELOOP: "it is no plain file",
  ENOTFILE: "it is no plain file",
};

/** Why a file cannot be read. Rethrows bugs. */
function reasonOf(cause: unknown): string {
  const code = codeOf(cause);
  if (code === undefined) throw cause;
  return `it cannot be read: ${REASONS[code] ?? code}`;
}

/** Reads many transcripts, and keeps how far it came. */

import type { Context } from "../context.js";
import type { NamedEntry } from "../detect/own-output.js";
import { stopIfInterrupted, TenetError } from "../errors.js";
import type { ModelPools } from "../search/model/embed-pool.js";
import { openStore, type Store } from "../store/open-store.js";
import { entriesNamed } from "../store/reference.js";
import type { LeftFile, ReadCounts } from "./harvest-schemas.js";
import { addToHarvestState, nameHash, type ReadFile } from "./harvest-state.js";
import type { HistoryFile } from "./host-history.js";
import { readTranscript, type TranscriptReading, type WrittenFile } from "./read-transcript.js";
import type { Utterance } from "./repeats.js";
import { workspaceFiles } from "./workspace-files.js";

/** Progress is kept so often, so that a run which is broken off was not for nothing. */
const KEEP_EVERY_BYTES = 128 * 1024 * 1024;

/** What a harvest uses of the world. */
export interface HarvestWorld extends Pick<Context, "clock" | "places" | "progress" | "signal" | "warn"> {
  /** The project whose sessions are looked for. */
  folder: string;
  /** Models of this process, where no workspace names one. */
  models?: ModelPools | undefined;
  /** The workspace that knows some of it already, and remembers how far was read. */
  memory?: Context;
}

/** Why a file is not read twice. */
export const IS_COPY = "it is a copy of one that was read";

/** What all of them told. */
export interface AllRead {
  said: Utterance[];
  wrote: WrittenFile[];
  read: ReadCounts;
  left: LeftFile[];
}

/**
 * Reads transcripts one after the other, the newest first, and remembers how far it came. What cannot be read is left,
 * with the reason. Throws `interrupted` after Ctrl-C; what was read until then is remembered.
 */
export async function readAll(
  ctx: HarvestWorld,
  files: readonly HistoryFile[],
  known: Readonly<Record<string, ReadFile>>,
  phrases: string,
  since: string | undefined,
): Promise<AllRead> {
  const wanted = files.filter(({ mtimeMs }) => since === undefined || new Date(mtimeMs).toISOString() >= since);
  const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);
  const bar = ctx.progress.start("MB read", megabytes(wanted.reduce((sum, { size }) => sum + size, 0)));
  const keeper = keeperOf(ctx, phrases);
  const said: Utterance[] = [];
  const wrote: WrittenFile[] = [];
  const left: LeftFile[] = [];
  const sessions = new Map<string, string>();
  const contents = new Set<string>();
  const read = { transcripts: 0, unchanged: 0, sessions: 0, turns: 0, bytes: 0, broken_lines: 0, long_lines: 0 };
  let shown = 0;
  const entriesIn = namedIn(ctx);
  const fileIn = ctx.memory === undefined ? undefined : workspaceFiles(ctx.memory);
  const onBytes = (bytes: number) => {
    read.bytes += bytes;
    bar.step(megabytes(read.bytes) - shown);
    shown = megabytes(read.bytes);
  };
  try {
    for (const file of wanted) {
      if (ctx.signal.aborted) break;
      let one: TranscriptReading | undefined;
      try {
        one = await readTranscript(file, known[nameHash(file.path)], {
          ...{ signal: ctx.signal, onBytes, entriesIn, fileIn },
        });
      } catch (cause) {
        left.push({ file: file.path, because: `it cannot be read: ${reasonOf(cause)}` });
        continue;
      }
      if (one === undefined) {
        left.push({ file: file.path, because: "no format of a transcript is known that looks like this" });
        continue;
      }
      if (contents.has(one.content)) {
        left.push({ file: file.path, because: IS_COPY });
        continue;
      }
      contents.add(one.content);
      read.transcripts++;
      if (one.unchanged) read.unchanged++;
      read.turns += one.turns;
      read.broken_lines += one.broken;
      read.long_lines += one.tooLong;
      said.push(...one.said);
      wrote.push(...one.wrote);
      for (const [session, at] of Object.entries(one.sessions)) {
        if (since === undefined || at === "" || at >= since) sessions.set(session, at);
      }
      if (one.known !== undefined && !one.unchanged) await keeper.add(file, one.known);
    }
  } finally {
    bar.stop();
    await keeper.keep();
  }
  stopIfInterrupted(ctx, "nothing was stored");
  return { said, wrote, read: { ...read, sessions: sessions.size }, left };
}

/** The entries that a text names; none where there is no workspace. */
function namedIn({ memory }: HarvestWorld): (text: string) => Promise<readonly NamedEntry[]> {
  if (memory === undefined) return async () => [];
  let tree: Promise<Store> | undefined;
  const open = () => {
    tree ??= openStore(memory);
    return tree;
  };
  return (text) => entriesNamed(text, open);
}

function reasonOf(cause: unknown): string {
  const code = (cause as NodeJS.ErrnoException).code;
  if (code === "EACCES" || code === "EPERM") return "permission denied";
  if (code === "ENOENT") return "it is gone";
  if (code === "ELOOP" || code === "ENOTFILE") return "it is no plain file";
  if (code !== undefined) return code;
  throw cause;
}

/** Keeps how far the reading came, now and then. Where nothing can be kept, the next run just reads again. */
function keeperOf({ memory, warn }: HarvestWorld, phrases: string) {
  let files: Record<string, ReadFile> = {};
  let bytes = 0;
  let failed = false;
  const keep = async (): Promise<void> => {
    if (memory === undefined || Object.keys(files).length === 0 || failed) return;
    try {
      await addToHarvestState(memory.workspace, phrases, { files });
    } catch (thrown) {
      if (!(thrown instanceof TenetError)) throw thrown;
      failed = true;
      warn(`What was read cannot be remembered, so the next run reads it again: ${thrown.message}`);
    }
    files = {};
    bytes = 0;
  };
  const add = async (file: HistoryFile, known: ReadFile): Promise<void> => {
    files[nameHash(file.path)] = known;
    bytes += file.size;
    if (bytes >= KEEP_EVERY_BYTES) await keep();
  };
  return { add, keep };
}

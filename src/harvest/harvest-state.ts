/** What a harvest remembers on this machine: how far each transcript was read, and what was decided. No text at all. */
import { createHash } from "node:crypto";
import { SIGNALS } from "../detect/signals.js";
import { writeFileAtomic } from "../store/files/atomic-file.js";
import { COMMAND_WAIT_MS, withLock } from "../store/files/lock.js";
import { readBytes } from "../store/files/safe-path.js";
import type { Workspace } from "../store/workspace.js";
import type { HarvestDecision } from "./repeats.js";

/** Where something was said: the bytes of the person's line, and of the model's line before it. */
export type SaidAt = readonly [start: number, end: number, beforeStart: number, beforeEnd: number];

/** What is known of a transcript that was read. */
export interface ReadFile {
  size: number;
  mtimeMs: number;
  /** The end of the last whole line that was read. */
  upTo: number;
  /** The hash of what stands right before it: tells a file that grew from one that was written anew. */
  tail: string;
  said: SaidAt[];
  /** The model's last line, as it may be corrected next. */
  before?: readonly [start: number, end: number];
  /** Hash of each session's name, with its last instant. */
  sessions: Record<string, string>;
  turns: number;
  broken: number;
  tooLong: number;
}

export interface HarvestState {
  /** What was read counts only for the phrases it was read with. */
  phrases: string;
  files: Record<string, ReadFile>;
  /** By the hash of the canonical quote. */
  decided: Record<string, HarvestDecision>;
}

/** How a path or a session's name is remembered. */
export function nameHash(name: string): string {
  return createHash("sha256").update(name).digest("hex").slice(0, 16);
}

const isTable = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

/** What is remembered; nothing when the file is missing or damaged: then all is read again, and asked again. */
export async function readHarvestState(ws: Workspace, phrases: string): Promise<HarvestState> {
  const none: HarvestState = { phrases, files: {}, decided: {} };
  const bytes = await readBytes(ws, ws.harvest).catch(() => undefined);
  if (bytes === undefined) return none;
  try {
    const { files, decided, ...known } = JSON.parse(Buffer.from(bytes).toString("utf8")) as Partial<HarvestState>;
    return {
      phrases,
      files: known.phrases === phrases && isTable(files) ? (files as HarvestState["files"]) : {},
      decided: isTable(decided) ? (decided as HarvestState["decided"]) : {},
    };
  } catch {
    return none;
  }
}

/** Adds to what is remembered, under a lock of its own: what another process added meanwhile stays. */
export async function addToHarvestState(
  ws: Workspace,
  phrases: string,
  more: Partial<Pick<HarvestState, "files" | "decided">>,
): Promise<void> {
  await withLock(ws.harvestLock, "harvest", COMMAND_WAIT_MS, async () => {
    const now = await readHarvestState(ws, phrases);
    const keep: HarvestState = {
      phrases,
      files: { ...now.files, ...more.files },
      decided: { ...now.decided, ...more.decided },
    };
    await writeFileAtomic(ws.harvest, `${JSON.stringify(keep)}\n`, { within: ws });
  });
}

/** Changes with the phrases that are looked for: transcripts are then read anew. */
export function phrasesHash(): string {
  return nameHash(SIGNALS.map(({ type, strength, pattern }) => `${type} ${strength} ${pattern.source}`).join("\n"));
}

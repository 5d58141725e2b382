/**
 * The local memory of harvests: how far each transcript was read, and the decisions, without any text. Also derives the
 * state of a group from it and from the tree.
 */
import { createHash } from "node:crypto";
import { PHRASES_TEXT } from "../screening/detect/phrases.js";
import { writeFileAtomic } from "../store/files/atomic-file.js";
import { COMMAND_WAIT_MS, withLock } from "../store/files/lock.js";
import { readBytes } from "../store/files/safe-path.js";
import type { LinePlace } from "../store/transcripts/transcript-lines.js";
import type { Workspace } from "../store/workspace.js";
import { defined } from "../text/defined.js";
import { OFTEN, sessionsIn, type UtteranceGroup } from "./repeats.js";

/** What is known of a transcript that was read. */
export interface ReadFile {
  /** The end of the last whole line that was read. */
  upTo: number;
  /** The hash of what stands right before it: tells a file that grew from one that was written anew. */
  tail: string;
  /**
   * The lines to read again, in order: statements and what they answer, writes and their requests. The text itself is
   * not stored.
   */
  lines: LinePlace[];
  /** Hash of each session's name, with its last instant. */
  sessions: Record<string, string>;
  turns: number;
  broken: number;
  tooLong: number;
}

/** What a person decided about a quote. */
export interface HarvestDecision {
  how: "kept" | "later" | "never";
  at: string;
  /** In how many sessions it had been said by then. */
  sessions: number;
  /** The entry it was kept as. */
  id?: string;
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
  try {
    const bytes = (await readBytes(ws, ws.harvest)) ?? "{}";
    const { files, decided, ...known } = JSON.parse(Buffer.from(bytes).toString("utf8")) as Partial<HarvestState>;
    return {
      phrases,
      files: known.phrases === phrases && isTable(files) ? (files as HarvestState["files"]) : {},
      decided: isTable(decided) ? (decided as HarvestState["decided"]) : {},
    };
  } catch {
    return { phrases, files: {}, decided: {} };
  }
}

/** Transcripts that are remembered, those read last: an older one is read from its beginning. */
const MOST_FILES = 5_000;

/** Adds to the remembered state under its own lock: additions of other processes stay. */
export async function addToHarvestState(
  ws: Workspace,
  phrases: string,
  more: Partial<Pick<HarvestState, "files" | "decided">>,
): Promise<void> {
  await withLock(ws.harvestLock, "harvest", COMMAND_WAIT_MS, async () => {
    const now = await readHarvestState(ws, phrases);
    const unread = Object.entries(now.files).filter(([name]) => !Object.hasOwn(more.files ?? {}, name));
    const files = [...unread, ...Object.entries(more.files ?? {})].slice(-MOST_FILES);
    const keep: HarvestState = {
      phrases,
      files: Object.fromEntries(files),
      decided: { ...now.decided, ...more.decided },
    };
    await writeFileAtomic(ws.harvest, `${JSON.stringify(keep)}\n`, { within: ws });
  });
}

/** What else is looked for in transcripts, and where. */
const LOOKED_FOR = "written files; reasons, answers, notes and arguments; by line";

/** Changes with the detection rules: transcripts are then read again. */
export function phrasesHash(): string {
  return nameHash(`${LOOKED_FOR}\n${PHRASES_TEXT}`);
}

/** An entry of the tree with the words of a group. */
export interface KnownEntry {
  id: string;
  timestamp: string;
  /** Forgotten, rejected, redacted or sensitive: decided, and not to be spoken of. */
  closed: boolean;
}

/** Where a group stands. `open` and `again` are offered. */
export interface GroupState {
  state: "open" | "again" | "known" | "kept" | "later" | "never" | "closed";
  /** The entry that holds it. */
  id?: string;
  /** In how many sessions it was said again since that entry. */
  since?: number;
}

/** In how many sessions something was said after an instant. What has no instant proves nothing. */
function sessionsSince(group: UtteranceGroup, instant: string): number {
  return sessionsIn(group.said.filter(({ at }) => at !== undefined && at > instant)).length;
}

/** Whether a group is offered: by local decisions first, then by the tree. */
export function groupStateOf(
  group: UtteranceGroup,
  decisionOf: (hash: string) => HarvestDecision | undefined,
  knownEntry: KnownEntry | undefined,
): GroupState {
  const decisions = group.said.flatMap(({ hash }) => decisionOf(hash) ?? []);
  if (decisions.some(({ how }) => how === "never")) return { state: "never" };
  if (knownEntry?.closed === true) return { state: "closed" };
  const lastKept = decisions.filter(({ how }) => how === "kept").sort((a, b) => b.at.localeCompare(a.at))[0];
  const latest = [knownEntry?.timestamp, lastKept?.at]
    .flatMap((at) => at ?? [])
    .sort()
    .at(-1);
  if (latest !== undefined) {
    const since = sessionsSince(group, latest);
    const idField = defined({ id: knownEntry?.id ?? lastKept?.id });
    if (since > 0) return { state: "again", since, ...idField };
    return { state: knownEntry === undefined ? "kept" : "known", ...idField };
  }
  const isOver = ({ at, sessions }: HarvestDecision) =>
    group.sessions.length > sessions || sessionsSince(group, at) > 0;
  return { state: decisions.every(isOver) ? "open" : "later" };
}

/** Worth asking about without being asked for: sure on its own, or said so often that it must mean something. */
export function isOffered(group: UtteranceGroup): boolean {
  return group.strength === "strong" || (group.strength === "medium" && group.sessions.length >= OFTEN);
}

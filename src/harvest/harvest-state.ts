/** What was decided about quotes of old transcripts, by their hashes, without any text. Also derives where a group stands. */
import { createHash } from "node:crypto";
import { writeFileAtomic } from "../store/files/atomic-file.js";
import { COMMAND_WAIT_MS, withLock } from "../store/files/lock.js";
import { readBytes } from "../store/files/safe-path.js";
import type { Workspace } from "../store/workspace.js";
import { defined } from "../text/defined.js";
import { OFTEN, sessionsIn, type UtteranceGroup } from "./repeats.js";

/** What a person decided about a quote. */
export interface HarvestDecision {
  how: "kept" | "never";
  at: string;
  /** The entry it was kept as. */
  id?: string;
}

/** Decisions by the hash of the canonical quote. */
export type HarvestDecisions = Readonly<Record<string, HarvestDecision>>;

/** The name of a session that has none. */
export function nameHash(name: string): string {
  return createHash("sha256").update(name).digest("hex").slice(0, 16);
}

const isTable = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

/** What was decided; nothing when the file is missing or damaged: then all is asked again. */
export async function readHarvestDecisions(ws: Workspace): Promise<HarvestDecisions> {
  try {
    const bytes = (await readBytes(ws, ws.harvest)) ?? "{}";
    const { decided } = JSON.parse(Buffer.from(bytes).toString("utf8")) as { decided?: HarvestDecisions };
    return decided !== undefined && isTable(decided) ? decided : {};
  } catch {
    return {};
  }
}

/** Adds decisions under their own lock: those of other processes stay. */
export async function addHarvestDecisions(ws: Workspace, more: HarvestDecisions): Promise<void> {
  await withLock(ws.harvestLock, "harvest", COMMAND_WAIT_MS, async () => {
    const decided = { ...(await readHarvestDecisions(ws)), ...more };
    await writeFileAtomic(ws.harvest, `${JSON.stringify({ decided })}\n`, { within: ws });
  });
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
  state: "open" | "again" | "known" | "never" | "closed";
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
  const lastKept = decisions.sort((a, b) => b.at.localeCompare(a.at))[0];
  const latest = [knownEntry?.timestamp, lastKept?.at]
    .flatMap((at) => at ?? [])
    .sort()
    .at(-1);
  if (latest === undefined) return { state: "open" };
  const since = sessionsSince(group, latest);
  const idField = defined({ id: knownEntry?.id ?? lastKept?.id });
  return since > 0 ? { state: "again", since, ...idField } : { state: "known", ...idField };
}

/** Worth asking about without being asked for: sure on its own, or said so often that it must mean something. */
export function isOffered(group: UtteranceGroup): boolean {
  return group.strength === "strong" || (group.strength === "medium" && group.sessions.length >= OFTEN);
}

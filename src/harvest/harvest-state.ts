/** What was decided about quotes of old transcripts, by their hashes, without any text. Also derives where a group stands. */
import { createHash } from "node:crypto";
import { State } from "../store/state/state-db.js";
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

const DECIDED = "harvested";

/** What was decided. */
export const readHarvestDecisions = (ws: Workspace): HarvestDecisions =>
  Object.fromEntries(
    State.of(ws)
      .facts<HarvestDecision>(DECIDED)
      .map(({ key, value }) => [key, value]),
  );

/** Adds decisions: those of other processes stay. */
export function addHarvestDecisions(ws: Workspace, more: HarvestDecisions): void {
  State.of(ws).put(DECIDED, ...Object.entries(more).map(([key, value]) => ({ key, at: value.at, value })));
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

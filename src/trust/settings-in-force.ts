/** The settings every command goes by: what `tenet.yaml` says, and of what decides who decides no more than counts. */
import { join } from "node:path";
import { stamp } from "../clock.js";
import type { Context } from "../context.js";
import { keepValue, keptValue, removeDisposable } from "../store/files/disposable.js";
import { headCommit } from "../store/git/git-head.js";
import { gitFolder } from "../store/git/git-state.js";
import { recordEvent, typedSettingsIn } from "../store/ledger.js";
import { type ReadProfile, readProfile } from "../store/profile.js";
import type { Workspace } from "../store/workspace.js";
import { type DecisionSettings, guardedIn, tightened, type Waiting } from "./policy/guarded-settings.js";

/** Raised whenever the same history means something else. */
const CACHE_VERSION = 2;

interface CachedSettings {
  version: number;
  /** The commit, or without git the guarded part of the file. */
  at: string;
  counts: DecisionSettings | null;
}

export interface SettingsInForce extends ReadProfile {
  /** What the working copy says and does not count. */
  waiting: Waiting[];
}

/** As strict as settings can be: where there is a history and git does not answer. */
function strictest(settings: DecisionSettings): DecisionSettings {
  const { people, trust } = settings;
  return { people, trust, apply_mode: "curated", approval: { non_interactive: false }, digest: { command: null } };
}

/**
 * Reads `tenet.yaml` as {@link readProfile} does, with its guarded settings no looser than they count. In git those of
 * its history; without, what a person typed at a terminal, as the ledger has it. As long as neither says anything, the
 * file counts. An unchanged commit starts no process. `untouched`: no cache is read or written.
 */
export async function readSettings(
  ws: Workspace,
  { untouched = false }: { untouched?: boolean } = {},
): Promise<SettingsInForce> {
  const read = await readProfile(ws, { untouched });
  const counts = await settingsThatCount(ws, guardedIn(read.profile), untouched);
  if (counts === undefined) return { ...read, waiting: [] };
  const { settings, waiting } = tightened(counts, read.profile);
  return { ...read, profile: settings, waiting };
}

const cacheOf = (ws: Workspace): string => join(ws.cache, "settings.json");

async function settingsThatCount(
  ws: Workspace,
  wish: DecisionSettings,
  untouched: boolean,
): Promise<DecisionSettings | undefined> {
  const inGit = gitFolder(ws.root) !== undefined;
  const head = inGit ? await headCommit(ws.root) : undefined;
  if (inGit && head === undefined) return undefined;
  const at = head ?? JSON.stringify(wish);
  const cached = untouched ? undefined : keptValue<CachedSettings>(cacheOf(ws));
  if (cached?.version === CACHE_VERSION && cached.at === at) return cached.counts ?? undefined;
  const counts = inGit ? await committedSettings(ws) : await typedSettings(ws);
  if (counts === "unknown") return strictest(wish);
  const next: CachedSettings = { version: CACHE_VERSION, at, counts: counts ?? null };
  if (!untouched) keepValue(ws, cacheOf(ws), next);
  return counts;
}

async function committedSettings(ws: Workspace): Promise<DecisionSettings | "unknown" | undefined> {
  const { SettingsHistory } = await import("./settings-history.js");
  const history = await SettingsHistory.at(ws);
  return history === undefined ? "unknown" : history.now;
}

/** What somebody at a terminal last let in; undefined while nobody has. */
async function typedSettings(ws: Workspace): Promise<DecisionSettings | undefined> {
  const event = typedSettingsIn(ws);
  if (event === undefined) return undefined;
  const { parseProfile } = await import("../store/profile-text.js");
  try {
    return guardedIn(parseProfile(JSON.stringify(event.settings)).profile);
  } catch {
    return undefined;
  }
}

/** Notes the guarded settings that somebody at a terminal let in: without git they count from there. */
export async function recordTypedSettings(
  { workspace, clock, actor: { agent, session } }: Pick<Context, "workspace" | "clock" | "actor">,
  op: string,
  settings: DecisionSettings,
): Promise<void> {
  const at = stamp(clock.now());
  const typed = { ...guardedIn(settings) };
  const turn = (typedSettingsIn(workspace)?.turn ?? 0) + 1;
  await recordEvent(workspace, { at, kind: "decision", op, agent, session, ids: [], settings: typed, turn });
  removeDisposable(cacheOf(workspace));
}

const shown = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** Where a setting comes to count, in words. */
export function wayToCount(ws: Workspace, { key, waits }: Waiting): string {
  if (gitFolder(ws.root) !== undefined) return "Commit tenet.yaml as a person listed under people, or merge it as one.";
  const value = key === "people" ? "'[...]'" : shown(waits);
  return `Say it at a terminal: tenet config set ${key} ${value}`;
}

/** One sentence for all that waits; undefined where nothing does. */
export function waitingWarning(ws: Workspace, waiting: readonly Waiting[]): string | undefined {
  const [first] = waiting;
  if (first === undefined) return undefined;
  const named = waiting.map(({ key, counts, waits }) =>
    key === "people" ? "people" : `${key}: ${shown(waits)} (${shown(counts)} counts)`,
  );
  return `tenet.yaml is looser than what a person is known to have let in, and that does not count: ${named.join(", ")}. ${wayToCount(ws, first)}`;
}

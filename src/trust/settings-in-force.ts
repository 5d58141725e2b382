/** The settings every command goes by: what `tenet.yaml` says, and of what decides who decides no more than counts. */
import { join } from "node:path";
import { stamp } from "../clock.js";
import type { Context } from "../context.js";
import { BUILD, keepValue, keptValue, removeDisposable } from "../store/files/disposable.js";
import { gitFolder } from "../store/git/git-folder.js";
import { headCommit } from "../store/git/git-head.js";
import { recordEvent, typedSettingsIn } from "../store/ledger.js";
import { type ReadProfile, readProfile } from "../store/profile/profile.js";
import type { Workspace } from "../store/workspace.js";
import { defined } from "../text/defined.js";
import { shellQuoted } from "../text/shell-quoted.js";
import { type DecisionSettings, guardedIn, tightened, type Waiting } from "./policy/guarded-settings.js";
import type { SettledPoint } from "./settings-history.js";

interface CachedSettings {
  build: string;
  /** The commit, or without git the guarded part of the file. */
  at: string;
  counts: DecisionSettings | null;
  /** From where the history goes on. */
  point?: SettledPoint;
}

type Counting = Omit<CachedSettings, "build" | "at"> & Pick<SettingsInForce, "unread">;

const NOTHING_YET: Counting = { counts: null };

export interface SettingsInForce extends ReadProfile {
  /** What the working copy says and does not count. */
  waiting: Waiting[];
  /** Git did not say what counts: these are as strict as settings can be. */
  unread?: true;
}

/** As strict as settings can be: where there is a history and git does not answer. */
function strictest(settings: DecisionSettings): DecisionSettings {
  const { people, trust, files, learning, knowledge_external, sync } = settings;
  return {
    people,
    trust,
    files,
    knowledge_external,
    // A missing git stops nobody from learning.
    learning: { on: learning.on, instructions: "" },
    apply_mode: "curated",
    approval: { non_interactive: false },
    commands: { digest: null, eval: null, wiki: null },
    review: { auto: [] },
    // Nothing is shared while git does not answer, and what was shared is not taken back for it.
    sync,
  };
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
  const { counts, unread } = await settingsThatCount(ws, guardedIn(read.profile), untouched);
  const { settings, waiting } =
    counts === null ? { settings: read.profile, waiting: [] } : tightened(counts, read.profile);
  return { ...read, ...defined({ unread }), profile: settings, waiting };
}

export type SettingsOfContext = Pick<Context, "profile" | "waitingSettings" | "settingsUnread">;

/** The settings of a context; what is odd about them, and what of them does not count, is said. */
export async function settingsWithWarnings(ws: Workspace, warn: Context["warn"]): Promise<SettingsOfContext> {
  const { profile, warnings, waiting, unread } = await readSettings(ws);
  for (const warning of [...warnings, waitingWarning(ws, waiting) ?? []].flat()) warn(warning);
  return { profile, waitingSettings: waiting, ...defined({ settingsUnread: unread }) };
}

const cacheOf = (ws: Workspace): string => join(ws.cache, "settings.json");

async function settingsThatCount(ws: Workspace, wish: DecisionSettings, untouched: boolean): Promise<Counting> {
  const inGit = gitFolder(ws.root) !== undefined;
  const head = inGit ? await headCommit(ws.root) : undefined;
  if (inGit && head === undefined) return NOTHING_YET;
  const at = head ?? JSON.stringify(wish);
  const kept = untouched ? undefined : keptValue<CachedSettings>(cacheOf(ws));
  const known = kept?.build === BUILD ? kept : undefined;
  if (known?.at === at) return { ...NOTHING_YET, ...known };
  const counting = inGit ? await committedSettings(ws, known?.point) : await typedSettings(ws);
  if (counting === undefined) return { counts: strictest(wish), unread: true };
  const next: CachedSettings = { build: BUILD, at, ...counting };
  if (!untouched) keepValue(ws, cacheOf(ws), next);
  return counting;
}

/** Undefined where git does not answer. */
async function committedSettings(ws: Workspace, from: SettledPoint | undefined): Promise<Counting | undefined> {
  const { SettingsHistory } = await import("./settings-history.js");
  const history = await SettingsHistory.at(ws, "HEAD", { from });
  return history && { counts: history.now ?? null, point: history.point };
}

/** What somebody at a terminal last let in. */
async function typedSettings(ws: Workspace): Promise<Counting> {
  const event = typedSettingsIn(ws);
  if (event === undefined) return NOTHING_YET;
  const { parseProfile } = await import("../store/profile/profile-text.js");
  try {
    return { ...NOTHING_YET, counts: guardedIn(parseProfile(JSON.stringify(event.settings)).profile) };
  } catch {
    return NOTHING_YET;
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
  const value = key === "people" ? "'[...]'" : typeof waits === "object" ? shellQuoted(shown(waits)) : shown(waits);
  return `Say it at a terminal: tenet config set ${key} ${value}`;
}

/** One sentence for all that waits; undefined where nothing does. */
export function waitingWarning(ws: Workspace, waiting: readonly Waiting[]): string | undefined {
  const [first] = waiting;
  if (first === undefined) return undefined;
  const named = waiting.map(({ key, counts, waits }) =>
    key === "people" ? "people" : `${key}: ${shown(waits)} (${shown(counts)} counts)`,
  );
  return `tenet.yaml says what no person is known to have let in, and that does not count: ${named.join(", ")}. ${wayToCount(ws, first)}`;
}

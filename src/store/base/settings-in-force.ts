/** The settings in force: `tenet.yaml`, guarded settings only as far as people let them in. Every command reads them. */
import { join } from "node:path";
import type { Context } from "../../context.js";
import type { Profile } from "../../settings.js";
import { stamp } from "../../text/durations.js";
import { shellQuoted } from "../../text/shell-quoted.js";
import { BUILD, keepValue, keptValue, removeDisposable } from "../files/disposable.js";
import { isHeadless } from "../git/git-folder.js";
import { refCommit, remoteHead } from "../git/git-head.js";
import { recordEvent, typedSettingsIn } from "../ledger/ledger.js";
import { readProfile } from "../profile/profile.js";
import type { ReadProfile } from "../profile/profile-text.js";
import type { Workspace } from "../workspace.js";
import { type BaseState, baseSentence, countsOnceMerged } from "./policy/base-state.js";
import { guardedIn, inNobodysName, tightened, type Waiting, withoutDeciding } from "./policy/setting-gate.js";

export interface SettingsInForce extends ReadProfile {
  /** Values of the working copy that do not count. */
  waiting: Waiting[];
  base: BaseState;
}

/** The state of a base. */
interface CachedBase {
  build: string;
  /** The refs by which it was found: while they stand, it does. */
  refs: string;
  base: BaseState;
  /** Its settings; null where it has none. */
  counts: Profile | null;
}

interface CachedTyped {
  build: string;
  /** The guarded settings of the file. */
  at: string;
  counts: Profile | null;
}

const typedOf = (ws: Workspace): string => join(ws.cache, "settings.json");

type Counting = Pick<CachedBase, "base" | "counts">;

const NO_BASE: Counting = { base: { state: "none" }, counts: null };

/**
 * Reads `tenet.yaml` as {@link readProfile} does, with its guarded settings no looser than they count: those that stand
 * on the base, and without one those that a person last typed at a terminal, as the ledger has them. As long as neither
 * says anything, the file counts. While the base's refs stand no process is started. `untouched`: no cache is read or
 * written.
 */
export async function readSettings(
  ws: Workspace,
  { untouched = false }: { untouched?: boolean } = {},
): Promise<SettingsInForce> {
  const read = await readProfile(ws, { untouched });
  const { base, counts } = await countingIn(ws, read.profile, untouched);
  if (counts === null) return { ...read, base, waiting: [] };
  const { settings, waiting } = tightened(counts, read.profile);
  return { ...read, profile: settings, waiting, base };
}

export type SettingsOfContext = Pick<Context, "profile" | "waitingSettings" | "base">;

/** The settings of a context; warns about oddities, and about values that do not count. */
export async function settingsWithWarnings(ws: Workspace, warn: Context["warn"]): Promise<SettingsOfContext> {
  const { profile, warnings, waiting, base } = await readSettings(ws);
  const unreadable = base.state === "unreadable" ? baseSentence(base) : [];
  for (const warning of [...warnings, unreadable, waitingWarning(base, waiting) ?? []].flat()) warn(warning);
  return { profile, waitingSettings: waiting, base };
}

async function countingIn(ws: Workspace, wish: Profile, untouched: boolean): Promise<Counting> {
  const baseName = wish.trust.base ?? null;
  const refs = await refsOf(ws, baseName);
  const path = join(ws.cache, "base.json");
  const cachedBase = untouched || refs === undefined ? undefined : keptValue<CachedBase>(path);
  const before = cachedBase?.build === BUILD ? (cachedBase as CachedBase) : undefined;
  const isSame = before?.refs === refs && (await stands(ws, before?.base));
  const counting = refs === undefined ? NO_BASE : isSame && before ? before : await readCounting(ws, baseName);
  const { base } = counting;
  if (base.state === "unreadable") {
    const typedProfile = before?.counts ?? (await typedSettings(ws, wish, untouched));
    return { base, counts: withoutDeciding(typedProfile ?? inNobodysName(wish)) };
  }
  // Settings on a second branch are read again each time: the cached refs do not cover it.
  const isSettled = base.state !== "proposed" || base.in === "working copy";
  if (!isSame && !untouched && refs !== undefined && isSettled)
    keepValue(ws, path, { build: BUILD, refs, ...counting });
  return { base, counts: counting.counts ?? (await typedSettings(ws, wish, untouched)) };
}

/** The branch that may name the base, and what the working copy names; undefined where no branch may and none is named. */
async function refsOf(ws: Workspace, baseName: string | null): Promise<string | undefined> {
  if (isHeadless(ws.root)) return JSON.stringify([baseName, "no HEAD"]);
  const head = await remoteHead(ws.root);
  if (head === undefined) return baseName === null ? undefined : JSON.stringify([baseName]);
  return JSON.stringify([
    baseName,
    head,
    (await refCommit(ws.root, `refs/remotes/${head.remote}/${head.branch}`)) ?? null,
  ]);
}

/** Whether the base that the first branch named is still at its commit. */
async function stands(ws: Workspace, base: BaseState | undefined): Promise<boolean> {
  return base?.state !== "readable" || (await refCommit(ws.root, `refs/remotes/${base.branch}`)) === base.commit;
}

async function readCounting(ws: Workspace, baseName: string | null): Promise<Counting> {
  const { findBase } = await import("./base.js");
  const base = await findBase(ws, baseName);
  if (base.state !== "readable") return { base, counts: null };
  const { state, branch, commit, profile } = base;
  return { base: { state, branch, commit }, counts: profile };
}

/** The guarded settings last let in at a terminal: the ledger is searched once for each state of the file. */
async function typedSettings(ws: Workspace, wish: Profile, untouched: boolean): Promise<Profile | null> {
  const at = JSON.stringify(guardedIn(wish));
  const cachedTyped = untouched ? undefined : keptValue<CachedTyped>(typedOf(ws));
  if (cachedTyped?.build === BUILD && cachedTyped.at === at) return cachedTyped.counts ?? null;
  const counts = await typedIn(ws);
  if (!untouched) keepValue(ws, typedOf(ws), { build: BUILD, at, counts });
  return counts;
}

async function typedIn(ws: Workspace): Promise<Profile | null> {
  const event = typedSettingsIn(ws);
  if (event === undefined) return null;
  const { parseProfile } = await import("../profile/profile-text.js");
  try {
    return parseProfile(JSON.stringify(event.settings)).profile;
  } catch {
    return null;
  }
}

/** Notes guarded settings that were let in at a terminal: without a base they count from there. */
export async function recordTypedSettings(
  { workspace, clock, actor: { agent, session } }: Pick<Context, "workspace" | "clock" | "actor">,
  op: string,
  settings: Profile,
): Promise<void> {
  const at = stamp(clock.now());
  const typed = { ...guardedIn(settings) };
  const turn = (typedSettingsIn(workspace)?.turn ?? 0) + 1;
  await recordEvent(workspace, { at, kind: "decision", op, agent, session, ids: [], settings: typed, turn });
  removeDisposable(typedOf(workspace));
}

const printValue = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** Where a setting comes to count, in words. */
export function wayToCount(base: BaseState, { key, waits }: Waiting): string {
  const merged = countsOnceMerged(base);
  if (merged !== undefined) return merged;
  const value = typeof waits === "object" && waits !== null ? shellQuoted(printValue(waits)) : printValue(waits);
  return `Say it at a terminal: tenet config set ${key} ${value}`;
}

/** One sentence for all that waits; undefined where nothing does. */
export function waitingWarning(base: BaseState, waiting: readonly Waiting[]): string | undefined {
  const [first] = waiting;
  if (first === undefined) return undefined;
  const waitingKeys = waiting.map(({ key, counts, waits }) =>
    key === "people" ? "people" : `${key}: ${printValue(waits)} (${printValue(counts)} counts)`,
  );
  return `tenet.yaml says what no person is known to have let in, and that does not count: ${waitingKeys.join(", ")}. ${wayToCount(base, first)}`;
}

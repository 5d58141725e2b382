import type { Context } from "../../context.js";
import type { Profile } from "../../settings.js";
import { keepValue, keptValue } from "../cache/kept-value.js";
import { stampOfRemotes } from "../git/revisions.js";
import { readProfile } from "../profile/profile.js";
import type { ReadProfile } from "../profile/profile-text.js";
import type { Workspace } from "../workspace.js";
import { type BaseState, baseSentence, countsOnceMerged, mergeNote } from "./policy/base-state.js";
import { asOnBase, type Waiting } from "./policy/setting-gate.js";

export interface SettingsInForce extends ReadProfile {
  /** Values of the working copy that do not count. */
  waiting: Waiting[];
  base: BaseState;
}

/** The state of a base. */
interface CachedBase {
  /** The base that `tenet.yaml` names, and the stamp of the refs by which it was found: while they stand, it does. */
  refs: string;
  base: BaseState;
  /** Its settings; null where it has none. */
  counts: Profile | null;
}

type Counting = Pick<CachedBase, "base" | "counts">;

const NO_BASE: Counting = { base: { state: "none" }, counts: null };

/**
 * Reads `tenet.yaml` as {@link readProfile} does, with the guarded settings of the base; without one the file counts.
 * While the base's refs stand no process is started. `untouched`: no cache is read or written.
 */
export async function readSettings(
  ws: Workspace,
  { untouched = false }: { untouched?: boolean } = {},
): Promise<SettingsInForce> {
  const read = await readProfile(ws, { untouched });
  const { base, counts } = await countingIn(ws, read.profile.trust.base ?? null, untouched);
  if (counts === null) return { ...read, base, waiting: [] };
  const { settings, waiting } = asOnBase(counts, read.profile);
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

async function countingIn(ws: Workspace, baseName: string | null, untouched: boolean): Promise<Counting> {
  const stamp = stampOfRemotes(ws.root);
  if (stamp === undefined && baseName === null) return NO_BASE;
  const refs = JSON.stringify([baseName, stamp ?? null]);
  const before = untouched ? undefined : keptValue<CachedBase>(ws, "base");
  if (before?.refs === refs) return before;
  const counting = await readCounting(ws, baseName);
  if (counting.base.state === "unreadable") return { base: counting.base, counts: before?.counts ?? null };
  if (!untouched) keepValue(ws, "base", { refs, ...counting });
  return counting;
}

async function readCounting(ws: Workspace, baseName: string | null): Promise<Counting> {
  const { findBase } = await import("./base.js");
  const base = await findBase(ws, baseName);
  if (base.state !== "readable") return { base, counts: null };
  const { state, branch, commit, profile } = base;
  return { base: { state, branch, commit }, counts: profile };
}

const printValue = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** Where a setting comes to count, in words. */
export const wayToCount = (base: BaseState): string => countsOnceMerged(base) ?? "";

/** One sentence for all that waits; undefined where nothing does. */
export function waitingWarning(base: BaseState, waiting: readonly Waiting[]): string | undefined {
  if (waiting.length === 0) return undefined;
  const waitingKeys = waiting.map(({ key, counts, waits }) =>
    key === "people" ? "people" : `${key}: ${printValue(waits)} (${printValue(counts)} counts)`,
  );
  return `tenet.yaml has settings that do not count yet: ${waitingKeys.join(", ")}. ${wayToCount(base)}`;
}

/** Prints that a decision is only a proposal on a protected branch. */
export function sayMerge({ base, warn }: Pick<Context, "base" | "warn">): void {
  const note = mergeNote(base);
  if (note !== undefined) warn(note);
}

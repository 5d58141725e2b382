import type { Context } from "../../context.js";
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

/**
 * Reads `tenet.yaml` as {@link readProfile} does, with the guarded settings of the base; without one that can be read the
 * file counts.
 */
export async function readSettings(ws: Workspace): Promise<SettingsInForce> {
  const read = await readProfile(ws);
  const { findBase } = await import("./base.js");
  const { base, counts } = await findBase(ws, read.profile.trust.base ?? null);
  if (counts === undefined) return { ...read, base, waiting: [] };
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

const printValue = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** One sentence for all that waits; undefined where nothing does. */
export function waitingWarning(base: BaseState, waiting: readonly Waiting[]): string | undefined {
  if (waiting.length === 0) return undefined;
  const waitingKeys = waiting.map(({ key, counts, waits }) =>
    key === "people" ? "people" : `${key}: ${printValue(waits)} (${printValue(counts)} counts)`,
  );
  return `tenet.yaml has settings that do not count yet: ${waitingKeys.join(", ")}. ${countsOnceMerged(base)}`;
}

/** Prints that a decision is only a proposal on a protected branch. */
export function sayMerge({ base, warn }: Pick<Context, "base" | "warn">): void {
  const note = mergeNote(base);
  if (note !== undefined) warn(note);
}

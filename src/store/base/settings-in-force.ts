/** The settings as they count, beside what `tenet.yaml` says. Read once by every command. */
import type { Context } from "../../context.js";
import { readProfile } from "../profile/profile.js";
import { flowOf } from "../profile/profile-page.js";
import type { Workspace } from "../workspace.js";
import { findBase } from "./base.js";
import { baseSentence, countsOnceMerged, mergeNote } from "./policy/base-state.js";
import { asOnBase, type Waiting } from "./policy/setting-gate.js";

interface SettingsInForce extends Pick<Context, "profile" | "base"> {
  /** Values of the working copy that do not count. */
  waitingSettings: readonly Waiting[];
  /** Oddities of the file. */
  profileWarnings: readonly string[];
}

/**
 * Reads `tenet.yaml` as {@link readProfile} does, with the guarded settings of the base; without one that can be read the
 * file counts.
 */
export async function readSettings(ws: Workspace): Promise<SettingsInForce> {
  const { profile: wish, warnings: profileWarnings } = await readProfile(ws);
  const { base, counts } = await findBase(ws, wish.trust.base);
  if (counts === undefined) return { profile: wish, base, waitingSettings: [], profileWarnings };
  const { settings, waiting } = asOnBase(counts, wish);
  return { profile: settings, base, waitingSettings: waiting, profileWarnings };
}

/** The settings of a context; warns about oddities, and about values that do not count. */
export async function settingsWithWarnings(ws: Workspace, warn: Context["warn"]): Promise<SettingsInForce> {
  const settings = await readSettings(ws);
  const { base, waitingSettings, profileWarnings } = settings;
  for (const warning of profileWarnings) warn(warning);
  if (base.state === "unreadable") warn(baseSentence(base));
  const waits = waitingSettings.map(({ key, counts, waits }) =>
    key === "people" ? key : `${key}: ${flowOf(waits)} (${flowOf(counts)} counts)`,
  );
  if (waits.length > 0)
    warn(`tenet.yaml has settings that do not count yet: ${waits.join(", ")}. ${countsOnceMerged(base)}`);
  return settings;
}

/** Prints that a decision is only a proposal on a protected branch. */
export function sayMerge({ base, warn }: Pick<Context, "base" | "warn">): void {
  const note = mergeNote(base);
  if (note !== undefined) warn(note);
}

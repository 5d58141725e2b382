/** The settings as they count, beside what `tenet.yaml` says. Read once by every command. */
import type { Context } from "../../context.js";
import { readProfile } from "../profile/profile.js";
import { flowOf } from "../profile/profile-page.js";
import type { Workspace } from "../workspace.js";
import { findBase } from "./base.js";
import { baseSentence, countsOnceMerged } from "./policy/base-state.js";
import { asOnBase } from "./policy/setting-gate.js";

/**
 * Reads `tenet.yaml` as {@link readProfile} does, with the guarded settings of the base; without one that can be read the
 * file counts. Warns about oddities, and about values that do not count.
 */
export async function readSettings(ws: Workspace, warn: Context["warn"]): Promise<Pick<Context, "profile" | "base">> {
  const { profile: wish, warnings } = await readProfile(ws);
  for (const warning of warnings) warn(warning);
  const { base, counts } = await findBase(ws, wish.trust.base);
  if (base.state === "unreadable") warn(baseSentence(base));
  if (counts === undefined) return { profile: wish, base };
  const { settings, waiting } = asOnBase(counts, wish);
  const waits = waiting.map(({ key, counts, waits }) =>
    key === "people" ? key : `${key}: ${flowOf(waits)} (${flowOf(counts)} counts)`,
  );
  if (waits.length > 0)
    warn(`tenet.yaml has settings that do not count yet: ${waits.join(", ")}. ${countsOnceMerged(base)}`);
  return { profile: settings, base };
}

/** Prints that a decision is only a proposal on a protected branch. */
export function sayMerge({ base, warn }: Pick<Context, "base" | "warn">): void {
  if (base.state !== "none") warn(`Not merged. ${countsOnceMerged(base)}`);
}

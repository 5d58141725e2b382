/** Whether a heartbeat has to look at the rules: hand edits, branches to join, a digest that is due. A glance only. */
import { daysBetween } from "../clock.js";
import type { Context } from "../context.js";
import { type RulesStatus, readRulesStatus } from "../rules/rules-status.js";
import type { Store } from "../store/open-store.js";
import type { Pending } from "./heartbeat-items.js";

/** What the rules have to say to a heartbeat. */
export interface RulesSaid {
  /** Versions that wait for a person. */
  pending: Pending[];
  /** What was done, or would be; one plain sentence each. */
  did: string[];
}

const MINUTE_MS = 60_000;
/** So many of the newest entries are looked through for one that is not dated in the future. */
const NEWEST = 20;

/** True within `debounce_minutes` of the last capture: somebody is at work. */
export function isDebounced({ clock, profile }: Context, tree: Store): boolean {
  const now = clock.now().getTime();
  const last = tree
    .newest(NEWEST)
    .map(({ timestamp }) => Date.parse(timestamp))
    .find((at) => at <= now);
  return last !== undefined && now - last < profile.digest.debounce_minutes * MINUTE_MS;
}

/** Whether what waits is enough, or has waited long enough, for a digest. */
export function isDigestDue(
  { clock, profile }: Context,
  { corrections, anything, since }: Pick<RulesStatus, "corrections" | "anything" | "since">,
): boolean {
  if (!anything) return false;
  if (corrections >= profile.digest.corrections) return true;
  return since === undefined || daysBetween(since, clock.now()) >= profile.digest.every_days;
}

/** Settings that decide what waits. */
export function settingsOf({ profile }: Context): string {
  const { agent, apply_mode, promotion, caps, people } = profile;
  return JSON.stringify([agent, apply_mode, promotion, caps, people]);
}

/** What is known to wait, as it is printed. */
export function pendingIn({ versions }: Pick<RulesStatus, "versions">): Pending[] {
  return versions === undefined ? [] : [{ key: "version", kind: "version", ...versions }];
}

/**
 * Notices what people did to the rules and takes it over, joins branches, completes what was decided, and digests what
 * is due under the mode. Nothing of it is loaded while no file, no entry and no setting has changed and nothing is due.
 * `doubted`: the clock is not believed, so nothing is due by it.
 */
export async function tendRules(
  ctx: Context,
  tree: Store,
  how: { doubted: boolean; dryRun: boolean },
): Promise<RulesSaid> {
  const known = readRulesStatus(ctx.workspace);
  if (known !== undefined && known.tree === tree.hash && known.settings === settingsOf(ctx)) {
    const due = !how.doubted && isDigestDue(ctx, known) && !isDebounced(ctx, tree);
    if (!due || ctx.actor.run !== undefined) return { pending: pendingIn(known), did: [] };
  }
  return await (await import("./heartbeat-rules-work.js")).workOnRules(ctx, tree, how);
}

/** The known state of the rules, and whether a digest is due. Called by heartbeats and `status`. */
import type { Context } from "../../context.js";
import { type RulesStatus, readRulesStatus } from "../../rules/planning/rules-status.js";
import type { Store } from "../../store/open-store.js";
import { notLookedAt } from "../../store/state/unlooked.js";
import { daysBetween } from "../../text/durations.js";

/** The report on the rules for a heartbeat. */
export interface RulesReport {
  /** Actions done, or proposed; one plain sentence each. */
  did: string[];
}

/** So many waiting corrections start a digest, and after so many days anything does. */
const ENOUGH_CORRECTIONS = 5;
const DIGEST_DAYS = 7;

/** Whether what waits is enough, or has waited long enough, for a digest. */
export function isDigestDue(
  { clock }: Context,
  { corrections, anything, since }: Pick<RulesStatus, "corrections" | "anything" | "since">,
): boolean {
  if (!anything) return false;
  if (corrections >= ENOUGH_CORRECTIONS) return true;
  return since === undefined || daysBetween(since, clock.now()) >= DIGEST_DAYS;
}

/** Settings that decide what waits. */
export function settingsOf({ profile }: Context): string {
  const { agent, apply_mode, caps, people, files } = profile;
  return JSON.stringify([agent, apply_mode, caps, people, files]);
}

/** The stored status of the rules, where nothing that it depends on has changed since. */
export function currentStatus(ctx: Context, tree: Store): RulesStatus | undefined {
  const status = readRulesStatus(ctx, tree.database);
  if (status === undefined || status.settings !== settingsOf(ctx) || status.tree !== tree.hash) return undefined;
  return status.beyond.join() === beyondTree(ctx, tree).join() ? status : undefined;
}

/** What decides about rules and the tree does not show: corrections that were kept by now, entries nobody compared yet. */
export function beyondTree(ctx: Context, tree: Store): string[] {
  const corrections = tree.where({ type: "correction" }, "inUse");
  const kept = corrections.flatMap(({ id, kept }) => (kept === "held" || kept === "not repeated" ? id : []));
  return [...kept, ...notLookedAt(ctx.workspace, tree.database)];
}

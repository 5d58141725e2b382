/** Upkeep of rules for heartbeats and ends of sessions; the doors pass it in. Loads `tend-rules` only with work to do. */
import type { Context } from "../context.js";
import { currentStatus, isDigestDue, type RulesReport } from "../loop/due/rules-due.js";
import type { Store } from "../store/open-store.js";

/**
 * Adopts hand edits of rules, joins branches, completes decided versions, and digests what
 * is due under the mode. Nothing of it is loaded while no file, no entry and no setting has changed and nothing is due.
 */
export async function tendRules(ctx: Context, tree: Store, how: { dryRun: boolean }): Promise<RulesReport> {
  const status = currentStatus(ctx, tree);
  if (status !== undefined) {
    if (!isDigestDue(ctx, status) || ctx.actor.run !== undefined) return { did: [] };
  }
  return await (await import("./tend-rules.js")).workOnRules(ctx, tree, how);
}

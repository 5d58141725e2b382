/** What is known about the rules since somebody last looked, and whether a digest is due. */
import type { Context } from "../../context.js";
import { daysBetween } from "../../text/durations.js";
import type { Store } from "../open-store.js";
import { type RulesStatus, readRulesStatus } from "../rules/rules-status.js";
import type { Pending } from "./loop-schemas.js";
import { heldByNow } from "./settling.js";

/** What the rules have to say to a heartbeat. */
export interface RulesReport {
  /** Versions that wait for a person. */
  pending: Pending[];
  /** What was done, or would be; one plain sentence each. */
  did: string[];
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
  const { agent, apply_mode, promotion, caps, people, files } = profile;
  return JSON.stringify([agent, apply_mode, promotion, caps, people, files]);
}

/** What was found out about the rules, where nothing that it depends on has changed since. */
export function currentStatus(ctx: Context, tree: Store): RulesStatus | undefined {
  const known = readRulesStatus(ctx, tree.database);
  if (known?.tree !== tree.hash || known.settings !== settingsOf(ctx)) return undefined;
  // That a correction held by now is nothing that the tree says.
  return known.held.join() === [...heldByNow(ctx, tree).keys()].join() ? known : undefined;
}

/** What is known to wait, as it is printed. */
export function pendingIn({ versions }: Pick<RulesStatus, "versions">): Pending[] {
  return versions === undefined ? [] : [{ key: "version", kind: "version", ...versions }];
}

/** `tenet trust`: who is trusted how far in this workspace, and what that means under its apply mode. */
import { ownAgents, type Person } from "../config.js";
import type { Context } from "../context.js";
import type { Tier } from "../entry/entry.js";
import type { ApplyMode } from "../rules/policy/apply-mode.js";
import { TIERS_BY_TRUST, type TrustRow, trustTable } from "../rules/policy/apply-mode.js";
import { isConfirmed } from "../store/files/run-program.js";

export interface TrustReport {
  mode: ApplyMode;
  table: TrustRow[];
  people: (Pick<Person, "name" | "role"> & { emails: string[]; tier: Tier })[];
  /** This workspace's own agents: what they find out is theirs, tier self. */
  agents: readonly string[];
  /** Whether scripts may approve without a terminal and a typed word. */
  non_interactive: boolean;
  /** The program that words a digest, and whether a person let it run in this clone. */
  digest_command?: { command: string; confirmed: boolean };
  /** How much of each tier the tree holds, the live entries alone. */
  entries: Record<Tier, number>;
}

/** Their words' tier: an owner's count as theirs only when they type them. */
function tierOfRole(role: Person["role"]): Tier {
  return role === "owner" ? "owner" : role === "agent" ? "peer" : "relayed";
}

/** Reads only. */
export async function trust(ctx: Context): Promise<TrustReport> {
  const { profile, workspace } = ctx;
  const [{ openStore }, { isLive }] = await Promise.all([
    import("../store/open-store.js"),
    import("../entry/entry.js"),
  ]);
  const tree = await openStore(ctx, { untouched: true });
  const entries = Object.fromEntries(TIERS_BY_TRUST.map((tier) => [tier, 0])) as Record<Tier, number>;
  for (const { head, count } of tree.tally()) if (isLive(head)) entries[head.tier] += count;
  const { command } = profile.digest;
  return {
    mode: profile.apply_mode,
    table: trustTable(),
    people: profile.people.map(({ name, role, emails = [] }) => ({ name, role, emails, tier: tierOfRole(role) })),
    agents: ownAgents(profile),
    non_interactive: profile.approval.non_interactive,
    ...(command === null ? {} : { digest_command: { command, confirmed: isConfirmed(workspace, command) } }),
    entries,
  };
}

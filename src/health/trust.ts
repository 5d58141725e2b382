/** `tenet status --trust`: who is trusted how far in this workspace, and what that means under its apply mode. */
import type { z } from "zod";
import type { Context } from "../context.js";
import type { Tier } from "../entry/entry.js";
import { isLive } from "../entry/gates/visible.js";
import { APPLY_MODES, TIERS_BY_TRUST, trustTable } from "../rules/policy/apply-mode.js";
import type { trustSchema } from "../rules/text/digest-schemas.js";
import { ownAgents, type Person } from "../settings.js";
import { openStore } from "../store/open-store.js";
import { type Column, columnsOf, data, gap, heading, line, type Outline, strong } from "../text/outline/outline.js";

type TrustReport = z.infer<typeof trustSchema>;

/** The tier of their words: an owner's tier counts only for typed words. */
function tierOfRole(role: Person["role"]): Tier {
  return role === "owner" ? "owner" : role === "agent" ? "peer" : "relayed";
}

export async function trust(ctx: Context): Promise<TrustReport> {
  const { profile } = ctx;
  const tree = await openStore(ctx);
  const entries = Object.fromEntries(TIERS_BY_TRUST.map((tier) => [tier, 0])) as Record<Tier, number>;
  for (const { head, count } of tree.tally()) if (isLive(head)) entries[head.tier] += count;
  return {
    mode: profile.apply_mode,
    table: trustTable(),
    people: profile.people.map(({ name, role, emails = [] }) => ({ name, role, emails, tier: tierOfRole(role) })),
    agents: [...ownAgents(profile)],
    entries,
  };
}

const NOBODY = "nobody is listed, so whoever types at a terminal is the owner: tenet init --owner NAME";

function people({ people: listed, agents }: TrustReport): Outline {
  const columns = columnsOf({ name: "id", role: "id", "known by": "text" });
  const rows = listed.map(({ name, role, emails }) => ({
    cells: [data(name), role, data(emails.join(", ") || "no e-mail, so nobody at a terminal is known to be them")],
  }));
  return [
    rows.length === 0 ? line(NOBODY, { indent: 2 }) : { kind: "table", bare: true, indent: 2, columns, rows },
    line(`own agents (self): ${agents.join(", ")}`, { indent: 2 }),
  ];
}

/** Who is trusted how far, the mode in force marked. */
export function trustOutline(report: TrustReport): Outline {
  const { mode, table, entries } = report;
  const rows = table.map(({ tier, stored, retrieved, rule }) => ({
    cells: [tier, stored, retrieved[mode], ...APPLY_MODES.map((one) => rule[one]), String(entries[tier])],
  }));
  // On a narrow screen the mode in force is what stays.
  const modes = APPLY_MODES.map((name): Column => (name === mode ? { name: `[${name}]` } : { name, drop: 1 }));
  const columns: Column[] = [
    ...["tier", "stored", "retrieved"].map((name) => ({ name })),
    ...modes,
    { name: "entries", kind: "number" },
  ];
  const names = { cells: columns.map(({ name }) => name) };
  return [
    line(["How far each tier is trusted, and how its entries become rules (apply_mode ", strong(mode), "):"]),
    gap,
    { kind: "table", bare: true, columns, rows: [names, ...rows] },
    gap,
    heading("People"),
    ...people(report),
    gap,
    line("A rule is trusted as far as the least trusted entry it is made of."),
  ];
}

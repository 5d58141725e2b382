/** `tenet status --trust`: who is trusted how far in this workspace, and what that means under its apply mode. */
import type { z } from "zod";
import { ownAgents, type Person } from "../config.js";
import type { Context } from "../context.js";
import type { Tier } from "../entry/entry.js";
import { isLive } from "../entry/gates/visible.js";
import { isConfirmed } from "../store/files/programs.js";
import { openStore } from "../store/open-store.js";
import { APPLY_MODES, TIERS_BY_TRUST, trustTable } from "../store/rules/policy/apply-mode.js";
import type { trustSchema } from "../store/rules/text/digest-schemas.js";
import { pad, widest } from "../text/columns.js";
import { type Paint, printable } from "../text/paint.js";

type TrustReport = z.infer<typeof trustSchema>;

/** The tier of their words: an owner's tier counts only for typed words. */
function tierOfRole(role: Person["role"]): Tier {
  return role === "owner" ? "owner" : role === "agent" ? "peer" : "relayed";
}

/** Reads only. */
export async function trust(ctx: Context): Promise<TrustReport> {
  const { profile, workspace } = ctx;
  const tree = await openStore(ctx, { untouched: true });
  const entries = Object.fromEntries(TIERS_BY_TRUST.map((tier) => [tier, 0])) as Record<Tier, number>;
  for (const { head, count } of tree.tally()) if (isLive(head)) entries[head.tier] += count;
  const program = (command: string | null) =>
    command === null ? undefined : { command, confirmed: isConfirmed(workspace, command) };
  return {
    mode: profile.apply_mode,
    table: trustTable(),
    people: profile.people.map(({ name, role, emails = [] }) => ({ name, role, emails, tier: tierOfRole(role) })),
    agents: [...ownAgents(profile)],
    digest_command: program(profile.commands.digest),
    eval_command: program(profile.commands.eval),
    wiki_command: program(profile.commands.wiki),
    entries,
  };
}

/** Lines of cells, every column as wide as its widest cell. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => widest(rows.map((row) => row[at] ?? "")));
  return rows.map((row) =>
    row
      .map((cell, at) => pad(cell, widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function people({ people: rows, agents }: TrustReport): string[] {
  const lines = rows.map(({ name, role, emails }) => {
    const proof = emails.length === 0 ? "no e-mail: nothing they type can be told from another's" : emails.join(", ");
    return [`  ${printable(name)}`, role, printable(proof)];
  });
  const none = "  nobody is listed: whoever types at a terminal counts as the owner, under git's user name";
  return [...(lines.length === 0 ? [none] : table(lines)), `  own agents (self): ${agents.map(printable).join(", ")}`];
}

/** Who is trusted how far, the mode in force marked. */
export function trustText(report: TrustReport, paint: Paint): string {
  const { mode, table: rows, entries } = report;
  const modeText = (name: string) => (name === mode ? `[${name}]` : name);
  const [head = "", ...lines] = table([
    ["tier", "stored", "retrieved", ...APPLY_MODES.map(modeText), "entries"],
    ...rows.map(({ tier, stored, retrieved, rule }) => [
      ...[tier, stored, retrieved[mode], ...APPLY_MODES.map((one) => rule[one])],
      String(entries[tier]),
    ]),
  ]);
  const approvals = "Approvals: at a terminal, by a typed word, by people only.";
  const programs = [
    { named: "Wording", does: "words a digest", program: report.digest_command },
    { named: "Golden questions", does: "answers them", program: report.eval_command },
    { named: "Wiki", does: "words its pages", program: report.wiki_command },
  ].flatMap(({ named, does, program }) => {
    if (program === undefined) return [];
    const command = `${named}: ${printable(program.command)}`;
    return program.confirmed
      ? `${command} ${does}; a person let it run in this clone.`
      : paint.warn(`${command} is named in tenet.yaml, and nobody has let it run in this clone.`);
  });
  return `${[
    `Apply mode: ${paint.strong(mode)}. How what a tier says is kept, and how it becomes a rule under each mode:`,
    "",
    paint.faint(head),
    ...lines,
    "",
    paint.strong("People"),
    ...people(report),
    "",
    approvals,
    ...programs,
    "The least trusted source of what a rule is made of decides. A tier can be lowered by hand, never raised.",
  ].join("\n")}\n`;
}

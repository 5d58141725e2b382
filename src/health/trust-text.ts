/** What `tenet trust` answers, as text for a person. */

import { APPLY_MODES, TIERS_BY_TRUST } from "../rules/policy/apply-mode.js";
import { pad, widest } from "../text/columns.js";
import { type Paint, printable } from "../text/paint.js";
import type { TrustReport } from "./trust.js";

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

function people({ people: listed, agents }: TrustReport): string[] {
  const lines = listed.map(({ name, role, emails }) => {
    const proof = emails.length === 0 ? "no e-mail: nothing they type can be told from another's" : emails.join(", ");
    return [`  ${printable(name)}`, role, printable(proof)];
  });
  const none = "  nobody is listed: whoever types at a terminal counts as the owner, under git's user name";
  return [...(lines.length === 0 ? [none] : table(lines)), `  own agents (self): ${agents.map(printable).join(", ")}`];
}

/** Who is trusted how far, the mode in force marked. */
export function trustText(report: TrustReport, paint: Paint): string {
  const { mode, table: rows, entries, non_interactive: scripts, digest_command: program } = report;
  const marked = (name: string) => (name === mode ? `[${name}]` : name);
  const [head = "", ...lines] = table([
    ["tier", "stored", "retrieved", ...APPLY_MODES.map(marked), "entries"],
    ...TIERS_BY_TRUST.flatMap((tier) => {
      const row = rows.find((one) => one.tier === tier);
      if (row === undefined) return [];
      return [
        [tier, row.stored, row.retrieved[mode], ...APPLY_MODES.map((one) => row.rule[one]), String(entries[tier])],
      ];
    }),
  ]);
  const approvals = scripts
    ? paint.warn(
        "Approvals: a team's own scripts may decide, without a terminal and a typed word (approval.non_interactive: true).",
      )
    : "Approvals: at a terminal, by a typed word, by people only.";
  const wording =
    program === undefined
      ? []
      : [
          program.confirmed
            ? `Wording: ${printable(program.command)} words a digest; a person let it run in this clone.`
            : paint.warn(
                `Wording: ${printable(program.command)} is named in tenet.yaml, and nobody has let it run in this clone.`,
              ),
        ];
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
    ...wording,
    "The least trusted source of what a rule is made of decides. A tier can be lowered by hand, never raised.",
  ].join("\n")}\n`;
}

/** Checks rules, versions and decisions of the core files. Called by `verify`. */

import type { Examined } from "../../../context.js";
import type { FindingDraft } from "../../../entry/findings.js";
import type { Located, Store } from "../../open-store.js";
import { type FilesOfRoles, placeFor, roleOf } from "../policy/rule.js";
import type { Rulebook } from "../rulebook.js";
import { ruleFindings, standingLines } from "./rules.js";
import { chainFindings } from "./versions.js";

export interface ExaminedRules {
  ctx: Examined;
  tree: Store;
  entries: readonly Located[];
  book: Rulebook;
}

/** `read`: the text of a file. Writes nothing. */
export async function examineRules(
  { ctx, tree, entries, book }: ExaminedRules,
  read: (file: string) => Promise<string | undefined>,
): Promise<FindingDraft[]> {
  const activeIds = new Set(book.active.flatMap(({ ids }) => ids));
  const concerned = entries.filter(
    ({ entry }) => activeIds.has(entry.id) || entry.status === "promoted" || entry.promoted_to !== undefined,
  );
  const byId = new Map(concerned.map((located) => [located.entry.id, located]));
  const findings = ruleFindings({ book, tree, entries: byId });
  const { chain } = book;
  if (chain.links.length === 0) return [...findings, ...chain.findings];
  const texts = new Map<string, string | undefined>();
  for (const { file } of chain.links) texts.set(file, await read(file));
  findings.push(...chainFindings({ chain, textOf: (file) => texts.get(file) }));
  if (ctx.profileFailure === undefined) findings.push(...elsewhere(book, ctx.profile.files));
  return findings;
}

/** Rules in files that no agent reads: `files` was changed since, or a version moved them by itself. */
function elsewhere(book: Rulebook, files: FilesOfRoles): FindingDraft[] {
  const lineOf = standingLines(book);
  return book.active.flatMap((rule) => {
    const { target } = placeFor(roleOf(rule), files);
    if (target === rule.target) return [];
    return [
      {
        severity: "warning" as const,
        code: "rule-elsewhere",
        id: rule.ids[0] ?? "",
        file: rule.target,
        line: lineOf(rule) ?? 1,
        message: `this rule belongs into ${target}, as \`files\` of tenet.yaml has it`,
        next: "The next digest moves it: tenet digest",
      },
    ];
  });
}

/** The rules as they stand: the version in force, the lines in the files, and what people did to them since. */
import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import { type HandEdit, handEdits, type PlacedLine } from "../../memory/rules/merge.js";
import { type Rule, saysSame, sharesId, type Target } from "../../memory/rules/rule.js";
import { type Chain, readChain } from "../../tree/rules/chain.js";
import { type RuleFile, readRuleFiles } from "../../tree/rules/rule-files.js";

export interface Rulebook {
  chain: Chain;
  files: readonly RuleFile[];
  /** Rules of the version in force. */
  active: readonly Rule[];
  /** What people did to them by hand, not adopted yet. */
  edits: readonly HandEdit[];
  /** Lines that are in a file though the version in force has them not, and that another version of the tree holds. */
  returned: readonly Rule[];
}

/** The rule that some version of the tree holds in just these words for these entries. */
function knownTo(chain: Chain, line: PlacedLine): Rule | undefined {
  if (line.ids.length === 0) return undefined;
  for (const { rules } of [...chain.versions].reverse()) {
    const rule = rules.find((one) => sharesId(one, line) && saysSame(one.text, line.text));
    if (rule !== undefined) return rule;
  }
  return undefined;
}

/** Reads chain and files. A file that is not written keeps its rules as the version in force has them. */
export async function readRulebook(ctx: Pick<Context, "workspace">): Promise<Rulebook> {
  const [chain, files] = await Promise.all([readChain(ctx.workspace), readRuleFiles(ctx.workspace)]);
  const active = chain.rules;
  const closed = new Set(files.flatMap(({ target, trouble }) => (trouble === undefined ? [] : [target])));
  const open = (rule: { target: Target }) => !closed.has(rule.target);
  const lines = files.flatMap(({ rules }) => rules);
  const returned: Rule[] = [];
  const edits = handEdits(active.filter(open), lines).filter((edit) => {
    if (edit.kind !== "added" || edit.after === undefined) return true;
    const known = knownTo(chain, edit.after);
    if (known === undefined) return true;
    returned.push({ ...known, target: edit.after.target });
    return false;
  });
  return { chain, files, active, edits, returned };
}

/** Throws when one of the files that are to be written cannot be. */
export function requireWritable(files: readonly RuleFile[], targets: ReadonlySet<Target>): void {
  for (const { target, trouble } of files) {
    if (trouble === undefined || !targets.has(target)) continue;
    const line = trouble.line === undefined ? "" : `:${trouble.line}`;
    throw new TenetError(`${target}${line}: ${trouble.message}; it is not written`, {
      failure: "conflict",
      code: "block-damaged",
      ...(trouble.next === undefined ? {} : { hint: trouble.next }),
    });
  }
}

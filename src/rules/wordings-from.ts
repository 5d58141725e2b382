/** A list of worded rules, held against what a digest of the tree finds out by itself. */
import type { Context } from "../context.js";
import type { Store } from "../store/open-store.js";
import { changesOf } from "./brief.js";
import { readRulebook } from "./files/rulebook.js";
import { capsOf, planVersions } from "./plan-versions.js";
import { checkProposals } from "./policy/proposals.js";
import { readProposals, refusedList } from "./read-proposals.js";
import type { Wanted } from "./wanted.js";

/**
 * How a list words the rules of a tree. Throws wrong usage with everything that is wrong: an agent may word a rule, it
 * never decides what qualifies.
 */
export function wordingsFrom(ctx: Context, text: string): (tree: Store) => Promise<Pick<Wanted, "wordings">> {
  return async (tree) => {
    const { list, findings } = await readProposals(tree, text);
    const plan = await planVersions(ctx, tree, await readRulebook(ctx, { untouched: true }));
    const stands = plan.candidates.map(({ evidence, standing: { near, blocked } }) => {
      const missing = near.length === 0 ? undefined : `No reason of the table holds yet (${near.join(", ")}).`;
      return [evidence.id, blocked[0] ?? missing] as const;
    });
    const out = [...stands, ...plan.left.map(({ id, because }) => [id, because] as const)];
    const checked = checkProposals(list, {
      operations: changesOf(plan).map(({ op }) => op),
      rules: plan.adoption?.rules ?? plan.book.active,
      behind: plan.behind,
      out: new Map(out.flatMap(([id, because]) => (because === undefined ? [] : [[id, because] as const]))),
      caps: capsOf(ctx),
    });
    const all = [...findings, ...checked.findings].sort((a, b) => (a.line || Infinity) - (b.line || Infinity));
    if (all.length > 0) throw refusedList(all);
    return { wordings: checked.wordings };
  };
}

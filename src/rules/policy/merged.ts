/** Decides which rules count before a merge, and which have no effect until the base has them. Pure. */
import type { Tier } from "../../entry/entry.js";
import { leastTrusted } from "../../entry/gates/trust.js";
import { personalIn } from "../../text/personal-data.js";
import { type ApplyMode, passing } from "./apply-mode.js";
import { isDecided, type Rule, type RuleDecision, type RuleLine, saysSame, sharesId, type Target } from "./rule.js";

/** A line of tenet's block in a core file. */
interface BlockLine extends RuleLine {
  target: Target;
}

/** A line of a core file on the base: people merged it. */
export interface BaseRule extends BlockLine {
  /** The chain of the base records that a person stands behind it. */
  decided?: true;
}

/** The merged rules of the base; without `merged` there is no base, and every rule counts as written. */
export interface MergeFacts {
  merged: readonly BaseRule[] | undefined;
  mode: ApplyMode;
  /** Undefined for an entry that the tree does not have. */
  tierOf(id: string): Tier | undefined;
}

/** Whether the base has a line in these words; into which file it was moved since makes no difference. */
export function isMerged(line: BlockLine, merged: readonly BlockLine[]): boolean {
  return merged.some((one) => saysSame(one.text, line.text) && (one.target === line.target || sharesId(one, line)));
}

/**
 * Whether a line has no effect before people merged it: the base lacks it, and it was written by hand, or is one that the
 * mode asks a person for.
 */
export function waitsForMerge(
  line: BlockLine & { decided_by?: RuleDecision | undefined },
  { merged, mode, tierOf }: MergeFacts,
): boolean {
  if (merged === undefined || isMerged(line, merged)) return false;
  const tiers = line.ids.flatMap((id) => tierOf(id) ?? []);
  if (line.decided_by?.how === "edited" || tiers.length === 0) return true;
  const rewords = merged.some((one) => one.decided === true && sharesId(one, line));
  const stake = rewords ? "decided" : personalIn(line.text).length > 0 ? "personal" : undefined;
  return !passing(mode, leastTrusted(tiers), stake).passes;
}

/** Lines of the base with the decision of its chain on each. */
export function baseRules(lines: readonly BlockLine[], rules: readonly Rule[]): BaseRule[] {
  return lines.map(({ target, text, ids }) => {
    const rule = rules.find((one) => isMerged(one, [{ target, text, ids }]));
    return { target, text, ids, ...(rule !== undefined && isDecided(rule) ? { decided: true as const } : {}) };
  });
}

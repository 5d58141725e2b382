/** `tenet digest`, and `tenet promote`, which is the same for one entry or for what qualifies: one pipeline. */
import type { Context } from "../context.js";
import { passing } from "../memory/rules/apply-mode.js";
import type { LeftOut } from "../memory/rules/reconcile.js";
import type { Rule } from "../memory/rules/rule.js";
import type { Operation, Proposer } from "../memory/rules/version.js";
import { changeTree } from "../tree/change.js";
import { rulesDiff } from "../tree/rules/version-text.js";
import { openTree } from "../tree/tree.js";
import { type CarriedOut, carryOut } from "./rules/carry-out.js";
import { planRules, type RulesPlan } from "./rules/plan.js";
import { readRulebook } from "./rules/rulebook.js";
import { settledRulebook } from "./rules/settle.js";
import type { Wanted } from "./rules/wanted.js";
import { writesNow } from "./write-now.js";

export interface DigestInput {
  dryRun?: boolean;
  proposedBy?: Proposer;
  wanted?: Wanted;
}

/** An operation with what becomes of it. */
export interface Proposed extends Operation {
  /** `active`: it takes effect. `pending`: it waits for a person. */
  fate: "active" | "pending";
  /** Why it waits. */
  waits_because?: string;
}

/** An entry that nearly qualifies. */
export interface Near {
  id: string;
  text: string;
  missing: readonly string[];
}

export interface Digested {
  decision: "active" | "pending" | "unchanged";
  dry_run: boolean;
  operations: Proposed[];
  /** What people did to the rules by hand since the last version. */
  adopted: readonly Operation[];
  kept: number;
  /** Entries that qualify and stay out, each with the reason. */
  left: readonly LeftOut[];
  near: Near[];
  /** The version now in force, and the one that waits. */
  version?: string;
  pending?: string;
  /** What changes in the files, as git shows it: of what takes effect, and of what waits. */
  diff: string;
  pending_diff: string;
}

const MOST_NEAR = 5;

/** Reconciles learnings with rules. With `dryRun` nothing is written. On an unchanged tree it proposes nothing. */
export async function digest(ctx: Context, input: DigestInput = {}): Promise<Digested> {
  const { dryRun = false, proposedBy = "digest", wanted = {} } = input;
  if (dryRun) {
    const tree = await openTree(ctx, { untouched: true });
    return told(ctx, await planRules(ctx, tree, await readRulebook(ctx, { untouched: true }), wanted), undefined);
  }
  await writesNow(ctx, proposedBy);
  return await changeTree(ctx, { op: proposedBy, reason: `${proposedBy}: rules` }, async (change) => {
    const plan = await planRules(ctx, change.tree, await settledRulebook(ctx, change), wanted);
    return told(ctx, plan, await carryOut(ctx, change, plan, proposedBy));
  });
}

function told(ctx: Context, plan: RulesPlan, done: CarriedOut | undefined): Digested {
  const { book, now, waiting, adoption } = plan;
  const { apply_mode: mode } = ctx.profile;
  const decided = (rules: readonly Rule[], op: Operation) =>
    rules.some((rule) => rule.decided_by !== undefined && rule.ids.some((id) => op.ids.includes(id)));
  const operations: Proposed[] = [
    ...(now?.operations ?? []).map((op): Proposed => ({ ...op, fate: "active" })),
    ...(waiting?.operations ?? []).map(
      (op): Proposed => ({
        ...op,
        fate: "pending",
        waits_because: passing(mode, op.tier, decided(waiting?.before ?? [], op)).because,
      }),
    ),
  ];
  const near = plan.candidates
    .filter(({ standing }) => standing.near.length > 0)
    .slice(0, MOST_NEAR)
    .map(({ evidence, text, standing }) => ({ id: evidence.id, text: text ?? "", missing: standing.near }));
  const version = (done?.active ?? done?.adopted ?? book.chain.active)?.id;
  const pending = done === undefined ? book.chain.pending?.id : done.pending?.id;
  const before = adoption?.rules ?? book.active;
  return {
    decision:
      now !== undefined
        ? "active"
        : waiting !== undefined && pending !== book.chain.pending?.id
          ? "pending"
          : "unchanged",
    dry_run: done === undefined,
    operations,
    adopted: adoption?.operations ?? [],
    kept: plan.kept,
    left: plan.left,
    near,
    ...(version === undefined ? {} : { version }),
    ...(pending === undefined ? {} : { pending }),
    diff: now === undefined ? "" : rulesDiff(before, now.rules),
    pending_diff: waiting === undefined ? "" : rulesDiff(waiting.before, waiting.rules),
  };
}

/** Writes the versions of a plan: first those that take effect, then the waiting one. Called by every command on versions. */

import type { Context } from "../../context.js";
import type { Change } from "../../store/change/change.js";
import { defined } from "../../text/defined.js";
import { stamp } from "../../text/durations.js";
import { contentsOf } from "../policy/approval-check.js";
import { evictedIn } from "../policy/declined.js";
import { summaryOf } from "../policy/operations.js";
import type { Operation, Proposer, Version, VersionDecision } from "../policy/version.js";
import type { Chain } from "../versions/chain.js";
import { evidenceBehind } from "../versions/revalidate.js";
import { activate, rewriteVersion, versionOf, writeVersion } from "../versions/version-writer.js";
import { planAdoption, type RulesPlan, type Step } from "./plan-versions.js";
import type { RuleFile } from "./rule-files.js";
import type { Rulebook } from "./rulebook.js";

export interface WrittenVersions {
  adopted?: Version | undefined;
  active?: Version | undefined;
  pending?: Version | undefined;
  /** Chain and core files with all of it staged. */
  chain: Chain;
  files: readonly RuleFile[];
}

/** Operations that say the same, whatever version they stand in. */
export function sameOperations(a: readonly Operation[], b: readonly Operation[]): boolean {
  const key = ({ op, target, from, text, ids, reason, evidence }: Operation) =>
    JSON.stringify([op, target, from ?? "", text, [...ids].sort(), reason, evidence]);
  const [one, other] = [a.map(key).sort(), b.map(key).sort()];
  return one.length === other.length && one.every((held, at) => held === other[at]);
}

/** Stages everything. The plan must have been made on the tree of this change. */
export async function writeVersions(
  ctx: Context,
  change: Change,
  plan: RulesPlan,
  proposedBy: Proposer,
): Promise<WrittenVersions> {
  const at = stamp(ctx.clock.now());
  const { adoption, now, waiting } = plan;
  let state: { chain: Chain; files: RulesPlan["book"]["files"] } = plan.book;
  const done: Omit<WrittenVersions, "chain" | "files"> = {};
  if (adoption !== undefined) {
    const { id, by, commit, edits, operations, rules } = adoption;
    const decided: VersionDecision = { by, at, how: "edited", ...defined({ commit }) };
    const version = versionOf(ctx, id, {
      status: "active",
      proposed_by: edits.length === 0 ? proposedBy : "person",
      change_summary: edits.length === 0 ? "rules of an earlier version are back" : summaryOf(operations),
      operations,
      rules,
      decided,
      base: plan.book.chain.active,
      declined: plan.declined,
    });
    state = activate(ctx, change, state, version, plan.book.active);
    done.adopted = version;
  }
  if (now !== undefined) {
    const version = versionOf(ctx, now.id, {
      ...saidBy(now, proposedBy),
      status: "active",
      decided: now.decided ?? { by: "auto", at, how: "mode", reason: `apply_mode: ${ctx.profile.apply_mode}` },
      base: state.chain.active,
      declined: [...plan.declined, ...evictedIn(now.id, now.operations)],
    });
    state = activate(ctx, change, state, version, now.before);
    done.active = version;
  }
  // An adoption alone leaves what waits as it is: it is built anew when it is decided.
  const chain = plan.digested
    ? await stagePending(ctx, change, state.chain, plan, waiting, proposedBy, done)
    : state.chain;
  return { ...done, chain, files: state.files };
}

/** Takes over what people did by hand, before anything else is decided. */
export async function adopt(ctx: Context, change: Change, book: Rulebook): Promise<WrittenVersions> {
  return await writeVersions(ctx, change, await planAdoption(ctx, change.tree, book), "person");
}

/** The header fields of a step's version, in force or waiting. */
function saidBy({ operations, rules }: Step, proposed_by: Proposer) {
  return { proposed_by, change_summary: summaryOf(operations), operations, rules };
}

async function stagePending(
  ctx: Context,
  change: Change,
  chain: Chain,
  plan: RulesPlan,
  waiting: RulesPlan["waiting"],
  proposedBy: Proposer,
  done: Omit<WrittenVersions, "chain" | "files">,
): Promise<Chain> {
  const pendingBefore = chain.pending;
  const base = chain.active;
  const contents =
    waiting === undefined
      ? {}
      : contentsOf(waiting.operations, await evidenceBehind(ctx, change.tree, waiting.operations));
  const stands =
    pendingBefore !== undefined &&
    waiting !== undefined &&
    pendingBefore.previous === (base?.id ?? null) &&
    sameOperations(pendingBefore.operations, waiting.operations) &&
    // An approval of it would bind to words that are no longer there.
    JSON.stringify(pendingBefore.contents ?? {}) === JSON.stringify(contents);
  // Two branches may have left one each. What takes their place must stand, or they would count as reverted.
  const heir = stands ? pendingBefore.id : (waiting?.id ?? pendingBefore?.id);
  const spent = chain.versions
    .filter((one) => one.status === "pending" && !(stands && one === pendingBefore))
    .map(
      (one): Version => ({
        ...one,
        status: "superseded",
        ...defined({ replaced_by: one === pendingBefore ? waiting?.id : heir }),
      }),
    );
  for (const one of spent) rewriteVersion(ctx, change, chain, one);
  if (stands) {
    done.pending = pendingBefore;
    return chain.with(...spent);
  }
  if (waiting === undefined) return chain.with(...spent);
  const version = versionOf(ctx, waiting.id, {
    ...saidBy(waiting, proposedBy),
    status: "pending",
    contents,
    base,
    declined: plan.declined,
  });
  writeVersion(ctx, change, version, waiting.before);
  done.pending = version;
  return chain.with(...spent, version);
}

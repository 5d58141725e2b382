/** Writes what a plan says: the versions that take effect, then the one that waits. */
import { stamp } from "../../clock.js";
import type { Context } from "../../context.js";
import { summaryOf } from "../../memory/rules/apply.js";
import type { Declined, Operation, Proposer, Version, VersionDecision } from "../../memory/rules/version.js";
import type { Change } from "../../tree/change.js";
import type { Chain } from "../../tree/rules/chain.js";
import type { RuleFile } from "../../tree/rules/rule-files.js";
import type { RulesPlan } from "./plan.js";
import { activate, rewriteVersion, versionOf, writeVersion } from "./stage.js";

export interface CarriedOut {
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

/** What an eviction leaves behind: the rule returns only on new evidence. */
function evictedOf(version: string, operations: readonly Operation[]): Declined[] {
  return operations
    .filter(({ reason }) => reason === "evicted")
    .map(({ target, ids, evidence }) => ({ op: "add", target, ids, evidence, version, how: "evicted" }));
}

/** Stages everything. The plan must have been made on the tree of this change. */
export async function carryOut(
  ctx: Context,
  change: Change,
  plan: RulesPlan,
  proposedBy: Proposer,
): Promise<CarriedOut> {
  const at = stamp(ctx.clock.now());
  const { adoption, now, waiting } = plan;
  let state: { chain: Chain; files: RulesPlan["book"]["files"] } = plan.book;
  const done: Omit<CarriedOut, "chain" | "files"> = {};
  if (adoption !== undefined) {
    const { id, by, commit, operations, rules } = adoption;
    const decided: VersionDecision = { by, at, how: "edited", ...(commit === undefined ? {} : { commit }) };
    const version = versionOf(ctx, id, {
      status: "active",
      proposed_by: operations.length === 0 ? proposedBy : "person",
      change_summary: operations.length === 0 ? "rules of an earlier version are back" : summaryOf(operations),
      operations,
      rules,
      decided,
      base: plan.book.chain.active,
      ...declinedIn(plan.declined),
    });
    state = await activate(ctx, change, state, version, plan.book.active);
    done.adopted = version;
  }
  if (now !== undefined) {
    const forced = now.operations.some(({ reason }) => reason === "forced");
    const version = versionOf(ctx, now.id, {
      status: "active",
      proposed_by: proposedBy,
      change_summary: summaryOf(now.operations),
      operations: now.operations,
      rules: now.rules,
      decided: forced
        ? forcedBy(now.rules, at)
        : { by: "auto", at, how: "mode", reason: `apply_mode: ${ctx.profile.apply_mode}` },
      base: state.chain.active,
      ...declinedIn([...plan.declined, ...evictedOf(now.id, now.operations)]),
    });
    state = await activate(ctx, change, state, version, now.before);
    done.active = version;
  }
  // An adoption alone leaves what waits as it is: it is built anew when it is decided.
  const chain =
    now === undefined && waiting === undefined && plan.candidates.length === 0
      ? state.chain
      : stagePending(ctx, change, state.chain, plan, waiting, proposedBy, done);
  return { ...done, chain, files: state.files };
}

function declinedIn(declined: readonly Declined[]): { declined?: readonly Declined[] } {
  return declined.length === 0 ? {} : { declined };
}

function forcedBy(rules: RulesPlan["book"]["active"], at: string): VersionDecision {
  const by = rules.find(({ decided_by }) => decided_by?.how === "forced" && decided_by.at === at)?.decided_by?.by;
  return { by: by ?? "unproven", at, how: "typed" };
}

function stagePending(
  ctx: Context,
  change: Change,
  chain: Chain,
  plan: RulesPlan,
  waiting: RulesPlan["waiting"],
  proposedBy: Proposer,
  done: Omit<CarriedOut, "chain" | "files">,
): Chain {
  const known = chain.pending;
  const base = chain.active;
  if (
    known !== undefined &&
    waiting !== undefined &&
    known.previous === (base?.id ?? null) &&
    sameOperations(known.operations, waiting.operations)
  ) {
    done.pending = known;
    return chain;
  }
  const changed: Version[] = [];
  if (known !== undefined) {
    const replaced: Version = {
      ...known,
      status: "superseded",
      ...(waiting === undefined ? {} : { replaced_by: waiting.id }),
    };
    rewriteVersion(ctx, change, chain, replaced);
    changed.push(replaced);
  }
  if (waiting !== undefined) {
    const version = versionOf(ctx, waiting.id, {
      status: "pending",
      proposed_by: proposedBy,
      change_summary: summaryOf(waiting.operations),
      operations: waiting.operations,
      rules: waiting.rules,
      base,
      ...declinedIn(plan.declined),
    });
    writeVersion(ctx, change, version, waiting.before);
    changed.push(version);
    done.pending = version;
  }
  return chain.with(...changed);
}

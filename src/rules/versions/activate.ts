/** Puts a decided version in force on the current rules, rule by rule, so that later edits by people stay. */
import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import { next } from "../../steps.js";
import type { Change } from "../../store/change/change.js";
import { sha256 } from "../../store/files/atomic-file.js";
import type { Store } from "../../store/open-store.js";
import { planAdoption } from "../planning/plan-versions.js";
import type { Rulebook } from "../planning/rulebook.js";
import { adopt } from "../planning/write-versions.js";
import type { Fallen } from "../policy/approval-check.js";
import { evictedIn } from "../policy/declined.js";
import { sameGeneral } from "../policy/exceptions.js";
import { type Kept, mergeRules, paired } from "../policy/merge-rules.js";
import { summaryOf } from "../policy/operations.js";
import { isTheirs, type Rule, type RuleDecision, sameIds, sameWords, saysSame, sharesId } from "../policy/rule.js";
import type { Declined, Operation, Version, VersionDecision } from "../policy/version.js";
import type { Chain } from "./chain.js";
import { revalidate, withOnly } from "./revalidate.js";
import { activate, versionOf } from "./version-writer.js";

/** A version as it would take effect now. */
export interface Activation {
  version: Version;
  /** Rules in force before it. */
  before: readonly Rule[];
  /** Operations that are not made, each with the reason. */
  fallen: readonly Fallen[];
  /** Rules that stayed as they are although the version would have changed them. */
  kept: readonly Kept[];
  /** It is built anew because the rules have changed since it was proposed. */
  rebased: boolean;
  /** Equal for equal changes: a decision is bound to the changes that were shown. */
  fingerprint: string;
}

export interface Activated extends Activation {
  /** The version of adopted hand edits, made first. */
  adopted?: Version | undefined;
}

type Current = Pick<Version, "id" | "rules"> | undefined;

/** Previews putting a version in force. Reads only; an empty result is no error. */
export async function planActivation(
  ctx: Context,
  tree: Store,
  book: Rulebook,
  version: Version,
  decided: VersionDecision,
): Promise<Activation> {
  const { adoption } = await planAdoption(ctx, tree, book);
  return await onTopOf(ctx, tree, book.chain, adoption ?? book.chain.active, version, decided);
}

/**
 * `approved`: who decided, stands behind each rule that the version brings. Adopts hand edits first, then merges the
 * version's rules with those in force. Throws `conflict` when people changed every rule it is about, `refused` when
 * nothing of it holds any more.
 */
export async function rebaseAndActivate(
  ctx: Context,
  change: Change,
  book: Rulebook,
  version: Version,
  decided: VersionDecision,
): Promise<Activated> {
  const { adopted, chain, files } = await adopt(ctx, change, book);
  const activation = await onTopOf(ctx, change.tree, chain, chain.active, version, decided);
  requireSomething(version, activation);
  activate(ctx, change, { chain, files }, activation.version, activation.before);
  return { ...activation, adopted };
}

/** Throws when nothing is left of a version, saying why. */
export function requireSomething({ id }: Pick<Version, "id">, { version, fallen, kept }: Activation): void {
  if (version.operations.length > 0) return;
  if (kept.length > 0) {
    throw new TenetError(`nothing of version ${id} can be done: what it is about was changed since`, {
      failure: "conflict",
      code: "kept-by-people",
      hint: next("See what stands in the files now:", "digest", { dryRun: true }),
    });
  }
  const reasons = [...new Set(fallen.map(({ because }) => because))];
  throw new TenetError(`nothing of version ${id} holds any more. ${reasons.join(" ")}`.trim(), {
    failure: "refused",
    code: "nothing-left",
    hint: next("A digest proposes anew what holds:", "digest", { dryRun: true }),
    details: { fallen: fallen.map(({ op, because }) => ({ ids: op.ids, because })) },
  });
}

async function onTopOf(
  ctx: Context,
  tree: Store,
  chain: Chain,
  current: Current,
  version: Version,
  decided: VersionDecision,
): Promise<Activation> {
  const theirs = current?.rules ?? [];
  const then = version.previous === null ? [] : chain.version(version.previous)?.rules;
  const base = then ?? theirs;
  const revalidated = await revalidate(ctx, tree, version, base, theirs);
  // Its base is gone from the tree: only its operations are known.
  const only = () => withOnly(revalidated.version, theirs, revalidated.version.operations);
  const ours = then === undefined ? { ...revalidated.version, ...only() } : revalidated.version;
  const by = { by: decided.by, how: "approved" as const, at: decided.at };
  const { rules, operations, summary, kept } = rebased(ours, base, theirs, by);
  const undone = revalidated.version.operations
    .filter((op) => !operations.includes(op))
    .map((op): Fallen => ({ op, because: whyNot(op, theirs, kept) }));
  const { id, proposed_by, joins } = version;
  const declined = [...chain.declined, ...(version.declined ?? []), ...evictedIn(id, operations)];
  const activated: Version = {
    ...versionOf(ctx, id, {
      status: "active",
      proposed_by,
      change_summary: summary,
      operations,
      rules,
      decided,
      base: current,
      joins,
      declined: remembered(declined),
    }),
    created: version.created,
  };
  const fallen = [...revalidated.fallen, ...undone];
  return {
    version: activated,
    before: theirs,
    fallen,
    kept,
    rebased: version.previous !== (current?.id ?? null),
    fingerprint: fingerprint(activated, fallen),
  };
}

/** Why an operation that holds makes no difference. */
function whyNot(op: Operation, theirs: readonly Rule[], keptRules: readonly Kept[]): string {
  const heldRule = keptRules.find(({ rule }) => sharesId(rule, op) || saysSame(rule.text, op.before ?? op.text))?.rule;
  if (heldRule !== undefined) {
    return isTheirs(heldRule)
      ? `A person's line stands in ${heldRule.target}: "${heldRule.text}".`
      : `Version ${heldRule.since} changed this rule since.`;
  }
  if (op.op === "delete") return "It is gone already.";
  const isStanding = theirs.some((rule) => sameWords(rule, op));
  return isStanding ? "It stands there already." : "The rule it changes is no longer there.";
}

function fingerprint({ operations, rules }: Version, fallen: readonly Fallen[]): string {
  const fingerprintInput = {
    operations: operations.map(({ op, target, from, text, before, ids }) => [op, target, from, text, before, ids]),
    rules: rules.map(({ target, text, ids }) => [target, text, ids]),
    fallen: fallen.map(({ op, because }) => [op.op, op.text, op.ids, because]),
  };
  return sha256(JSON.stringify(fingerprintInput));
}

/** Each once: what the chain remembers is carried along, so that an old file may go. */
function remembered(declined: readonly Declined[]): Declined[] {
  return [...new Map(declined.map((one) => [JSON.stringify([one.op, one.ids, one.evidence, one.how]), one])).values()];
}

/**
 * The rules with what a version does to them, those of its operations that make a difference, and what these do in a
 * line. `base`: the rules the version was made on. `theirs`: the rules in force now. `decided`: who stands behind each
 * rule that the version brings.
 */
function rebased(
  version: Pick<Version, "id" | "rules" | "operations">,
  base: readonly Rule[],
  theirs: readonly Rule[],
  decided: RuleDecision,
) {
  const isBroughtByVersion = (rule: Rule): boolean => rule.since === version.id && !isTheirs(rule);
  const ours = version.rules.map((rule) => (isBroughtByVersion(rule) ? { ...rule, decided_by: decided } : rule));
  const { rules, kept } = mergeRules(base, theirs, ours);
  const operations = version.operations.filter((op) => happened(op, theirs, rules));
  return { rules, operations, summary: summaryOf(operations), kept };
}

/** Whether an operation made a difference by itself, and not through another one. */
function happened(op: Operation, before: readonly Rule[], after: readonly Rule[]): boolean {
  const says = (rule: Rule) => sameWords(rule, op) && op.ids.every((id) => rule.ids.includes(id));
  if (op.op === "delete") return before.some(says) && !after.some(says);
  return paired(before, after).some(([old, now]) => now && says(now) && !(old && unchanged(old, now)));
}

function unchanged(old: Rule, now: Rule): boolean {
  return (
    old.target === now.target &&
    old.text === now.text &&
    old.since === now.since &&
    sameIds(old, now) &&
    sameGeneral(old, now) &&
    JSON.stringify(old.decided_by) === JSON.stringify(now.decided_by)
  );
}

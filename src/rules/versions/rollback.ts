/** `tenet versions rollback`: takes a version back by writing a new one. Lines that people wrote stay. */
import type { Context } from "../../context.js";
import { refOf } from "../../entry/entry.js";
import { TenetError, wrongUsage } from "../../errors.js";
import { next } from "../../steps.js";
import { sayMerge } from "../../store/base/settings-in-force.js";
import { type Change, changeTree } from "../../store/change/change.js";
import { changeVerb } from "../../store/change/prepare-write.js";
import { sha256 } from "../../store/files/atomic-file.js";
import { openStore, type Store } from "../../store/open-store.js";
import { requirePerson, statedReason } from "../../store/profile/people-only.js";
import { defined } from "../../text/defined.js";
import { stamp } from "../../text/durations.js";
import { keptRule, requireShownVersion } from "../approve.js";
import { planAdoption, rulesBeforeDigest } from "../planning/plan-versions.js";
import { readRulebook } from "../planning/rulebook.js";
import { adopt } from "../planning/write-versions.js";
import { declinedOf } from "../policy/declined.js";
import { paired } from "../policy/merge-rules.js";
import { summaryOf } from "../policy/operations.js";
import { isDecided, isOwners, type Rule, saysSame } from "../policy/rule.js";
import { type Version, type VersionDecision, wasInForce } from "../policy/version.js";
import type { RolledBack } from "../text/deciding-schemas.js";
import type { Chain } from "./chain.js";
import { joinedRulebook } from "./join-branches.js";
import { evidenceBehind, unfitLine } from "./revalidate.js";
import { needsPerson, rulesBefore, type Undone, undone } from "./three-way.js";
import { rulesDiff } from "./version-text.js";
import { activate, newVersionId, versionFile, versionOf } from "./version-writer.js";

export interface RollbackInput {
  /** Number, id or tail of the version; without it, the one in force. */
  ref?: string | undefined;
  reason?: string | undefined;
  /** Preview it; allowed for everybody. */
  dryRun?: boolean | undefined;
  /** Whether a person typed the word when asked. Unset: no person was asked. */
  confirmed?: boolean | undefined;
  /** Fingerprint of what the person was shown: anything else is not done. */
  shown?: string | undefined;
}

interface Plan extends Undone {
  version: Version;
  now: readonly Rule[];
  left: RolledBack["left"];
}

/** The version meant; throws when it never was in force. */
function inForceOnce(chain: Chain, ref: string | undefined): Version {
  const version = ref === undefined ? chain.active : chain.resolve(ref);
  if (version === undefined) {
    throw new TenetError("no version is in force", {
      failure: "not-found",
      hint: next("See what could become one:", "digest", { dryRun: true }),
    });
  }
  if (wasInForce(version)) return version;
  const is = version.status === "superseded" ? "a proposal that was replaced" : version.status;
  const message = `version ${version.id} was never in force: it is ${is}`;
  throw wrongUsage(message, next("See the chain:", "versions"), "not-in-force");
}

async function planOf(
  ctx: Context,
  tree: Store,
  chain: Chain,
  version: Version,
  now: readonly Rule[],
  id: string,
  reason: string | undefined,
): Promise<Plan> {
  const leftOut: RolledBack["left"][number][] = [];
  const restored: Rule[] = [];
  for (const [rule, after] of paired(rulesBefore(version, chain), version.rules)) {
    if (rule === undefined) continue;
    const changes = after === undefined || !saysSame(after.text, rule.text) || after.target !== rule.target;
    const because = changes ? await mayNotReturn(ctx, tree, rule) : undefined;
    if (because === undefined) restored.push(rule);
    else {
      leftOut.push({ target: rule.target, text: rule.text, because });
      if (after !== undefined) restored.push(after);
    }
  }
  const because = `Version ${version.id} was taken back${reason === undefined ? "" : `: ${reason}`}.`;
  return {
    version,
    now,
    left: leftOut,
    ...undone(version, restored, now, { id, because }),
  };
}

/** Why a rule stays away although the version that took it out is taken back. */
async function mayNotReturn(ctx: Context, tree: Store, rule: Rule): Promise<string | undefined> {
  const behind = await evidenceBehind(ctx, tree, [rule]);
  for (const id of rule.ids) {
    const { entry, stands } = behind.get(id) ?? {};
    if (entry === undefined) return `${id} is no longer in the tree.`;
    if (stands?.status === "forgotten" || entry.redacted !== undefined) return `${id} was forgotten.`;
    const state = stands?.review?.state;
    if (state !== undefined && state !== "approved_for_reuse" && state !== "needs_review")
      return `${id} is ${state.replaceAll("_", " ")} and may be no rule.`;
  }
  return await unfitLine(rule.text);
}

function fingerprintOf({ version, operations, kept }: Plan): string {
  const changedFields = operations.map(({ op, target, from, text, before, ids }) => [
    op,
    target,
    from,
    text,
    before,
    ids,
  ]);
  return sha256(JSON.stringify([version.id, changedFields, kept.map(({ rule }) => rule.text)]));
}

function toResult(plan: Plan): Omit<RolledBack, "decision" | "dry_run"> {
  const { version, operations, kept, left, now, rules } = plan;
  return {
    rolls_back: version.id,
    word: refOf(version.id),
    operations,
    kept: kept.map(keptRule),
    left,
    diff: rulesDiff(now, rules),
    fingerprint: fingerprintOf(plan),
  };
}

/** Previews a rollback. Reads only. */
async function planned(ctx: Context, ref: string | undefined, reason: string | undefined): Promise<Plan> {
  const [tree, book] = [await openStore(ctx), await readRulebook(ctx)];
  const version = inForceOnce(book.chain, ref);
  const now = rulesBeforeDigest(await planAdoption(ctx, tree, book));
  return await planOf(ctx, tree, book.chain, version, now, newVersionId(ctx, book.chain), reason);
}

/**
 * Undoes the changes of a version on the current rules. Lines that people wrote or changed stay, with a warning that
 * names them; exit 6 when nothing could be undone. An undone rule returns only on new evidence, a person's where a person
 * took it back. A second call changes nothing. `needsPerson` decides who may do it.
 */
export async function rollback(ctx: Context, input: RollbackInput): Promise<RolledBack> {
  const reason = await statedReason(ctx, input.reason);
  if (input.dryRun) {
    const plan = await planned(ctx, input.ref, reason);
    return { decision: plan.operations.length === 0 ? "unchanged" : "active", dry_run: true, ...toResult(plan) };
  }
  const says = `rollback: ${input.ref === undefined ? "the version in force" : `version ${input.ref}`}`;
  return await changeTree(
    ctx,
    { ...changeVerb("rollback"), reason: reason === undefined ? says : `${says}: ${reason}` },
    (change) => takeBack(ctx, change, input, reason),
  );
}

async function takeBack(
  ctx: Context,
  change: Change,
  input: RollbackInput,
  reason: string | undefined,
): Promise<RolledBack> {
  const book = await joinedRulebook(ctx, change);
  const version = inForceOnce(book.chain, input.ref);
  const { adopted, chain, files } = await adopt(ctx, change, book);
  const id = newVersionId(ctx, chain);
  const plan = await planOf(ctx, change.tree, chain, version, chain.rules, id, reason);
  const isPeoples = (rule: Rule) => isDecided(rule) || isOwners(rule, (id) => change.tree.head(id));
  const decided = await decisionOn(ctx, plan, isPeoples, input.confirmed, reason);
  const answer = toResult(plan);
  requireShownVersion("the rules are no longer what was shown; nothing was taken back", answer, input);
  const adoption = defined({ adopted: adopted?.id });
  if (plan.operations.length === 0) {
    requireNothingInTheWay(plan);
    return { decision: "unchanged", dry_run: false, ...answer, ...adoption };
  }
  const behind = await evidenceBehind(ctx, change.tree, plan.undone);
  const next = versionOf(ctx, id, {
    status: "active",
    proposed_by: decided.how === "mode" ? "digest" : "person",
    change_summary: `version ${version.id} taken back: ${summaryOf(plan.operations)}`,
    operations: plan.operations,
    rules: plan.rules,
    decided,
    rolls_back: version.id,
    base: chain.active,
    declined: [...chain.declined, ...declinedOf(plan.undone, behind, version.id, "rolled-back")],
  });
  activate(ctx, change, { chain, files }, next, plan.now);
  for (const { target, text, theirs } of answer.kept)
    ctx.warn(
      `${theirs ? "A person's line stays" : "A later version changed this line, and it stays"} in ${target}: "${text}"`,
    );
  if (decided.how !== "mode") sayMerge(ctx);
  const names = { version: next.version, id, file: versionFile(ctx, id), by: decided.by };
  return { decision: "active", dry_run: false, ...answer, ...names, ...adoption };
}

/** Who takes it back: a person who typed the word, or the mode where it is enough. Throws `needs-person` otherwise. */
async function decisionOn(
  ctx: Context,
  plan: Plan,
  isPeoples: (rule: Rule) => boolean,
  confirmed: boolean | undefined,
  reason: string | undefined,
): Promise<VersionDecision> {
  const at = stamp(ctx.clock.now());
  const reasonField = defined({ reason });
  const personReason = needsPerson(
    ctx.profile.apply_mode,
    plan.version,
    plan,
    [...plan.now, ...plan.version.rules],
    isPeoples,
  );
  if (personReason === undefined && confirmed === undefined) return { by: "auto", at, how: "mode", ...reasonField };
  const instead = "Show a person what it would undo: tenet versions rollback --dry-run";
  return {
    ...(await requirePerson(ctx, personReason ?? "taking a version back", confirmed === true, instead)),
    at,
    ...reasonField,
  };
}

/** Nothing was undone: an error where lines stand in the way, and a plain answer where it is undone already. */
function requireNothingInTheWay({ version, kept, left }: Plan): void {
  const lines = [
    ...kept.map(({ rule }) => `  ${rule.target}: "${rule.text}" stays as it is`),
    ...left.map(({ target, text, because }) => `  ${target}: "${text}" does not come back: ${because}`),
  ];
  if (lines.length === 0) return;
  throw new TenetError(`nothing of version ${version.id} could be undone:\n${lines.join("\n")}`, {
    failure: "conflict",
    code: "kept-by-people",
    hint: "A line in a core file is changed where it stands; the next digest takes that over.",
  });
}

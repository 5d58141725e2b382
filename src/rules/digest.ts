/**
 * `tenet digest`, of all that was learned or of one entry: one pipeline.
 */
import type { Context } from "../context.js";
import { sayMerge } from "../store/base/settings-in-force.js";
import { changeTree } from "../store/change/change.js";
import { captureVerb, prepareWrite, requireLearning } from "../store/change/prepare-write.js";
import { openStore, type Store } from "../store/open-store.js";
import { provenanceHere } from "../store/profile/people-only.js";
import { tierOf } from "../store/profile/tier-of.js";
import { defined } from "../text/defined.js";
import { unmergedRules } from "./planning/base-rules.js";
import type { DigestOptions } from "./planning/candidates.js";
import { planVersions, type RulesPlan, rulesBeforeDigest } from "./planning/plan-versions.js";
import { readRulebook } from "./planning/rulebook.js";
import { passing } from "./policy/apply-mode.js";
import { forPeople } from "./policy/declined.js";
import { sharesId } from "./policy/rule.js";
import type { Operation, Proposer } from "./policy/version.js";
import type { Brief, Digested, Proposed } from "./text/digest-schemas.js";
import { rulesDiff } from "./versions/version-text.js";

export interface DigestInput {
  dryRun?: boolean;
  proposedBy?: Proposer;
  wanted?: DigestOptions;
  /** A list of worded rules as text: what `tenet digest --brief` asks for. */
  list?: string | undefined;
}

const MOST_NEAR = 5;

/** Reconciles learnings with rules. With `dryRun` nothing is written. On an unchanged tree it proposes nothing. */
export async function digest(ctx: Context, input: DigestInput = {}): Promise<Digested> {
  const { dryRun = false, proposedBy = "digest", wanted = {}, list } = input;
  if (!dryRun) requireLearning(ctx.profile);
  // Every error of a list is reported before the lock is taken.
  const readWordings = list === undefined ? undefined : await wordedIn(ctx, list);
  if (dryRun) {
    const tree = await openStore(ctx);
    const book = await readRulebook(ctx);
    const digestOptions = { ...wanted, ...(await readWordings?.(tree)) };
    return toResult(ctx, await planVersions(ctx, tree, book, digestOptions), undefined);
  }
  const [{ writeVersions }, { joinedRulebook }, { writeNoticed }] = await Promise.all([
    import("./planning/write-versions.js"),
    import("./versions/join-branches.js"),
    import("../capture/persist/timed-changes.js"),
  ]);
  const verb = captureVerb(proposedBy);
  await prepareWrite(ctx, verb);
  await writeNoticed(ctx);
  return await changeTree(ctx, { ...verb, reason: `${proposedBy}: rules` }, async (change) => {
    const givenWordings = await readWordings?.(change.tree);
    const book = await joinedRulebook(ctx, change);
    const plan = await planVersions(ctx, change.tree, book, { ...wanted, ...givenWordings });
    const done = await writeVersions(ctx, change, plan, proposedBy);
    await noteUnmerged(ctx, done, change.tree);
    return toResult(ctx, plan, done);
  });
}

/** Warns about new versions that take effect only after people merge them. */
async function noteUnmerged(ctx: Context, { adopted, active, chain }: Done, tree: Store): Promise<void> {
  const ownVersionIds = new Set([adopted, active].flatMap((version) => version?.id ?? []));
  const unmerged = ownVersionIds.size === 0 ? [] : await unmergedRules(ctx, chain, tree);
  if (unmerged.some(({ since }) => ownVersionIds.has(since))) sayMerge(ctx);
}

/** Returns the material for wording a digest, for `--brief`. Writes nothing. */
export async function briefDigest(ctx: Context): Promise<Brief> {
  const [tree, { briefOf }] = await Promise.all([openStore(ctx), import("./planning/brief.js")]);
  const plan = await planVersions(ctx, tree, await readRulebook(ctx));
  return briefOf(ctx, plan);
}

/** Reads a list and refuses it with everything that is wrong with it; answers how it words the rules of a tree. */
async function wordedIn(ctx: Context, text: string) {
  const { wordingsFrom } = await import("./planning/read-proposals.js");
  const check = wordingsFrom(ctx, text, tierOf(await provenanceHere(ctx)).tier);
  await check(await openStore(ctx));
  return check;
}

type Done = Awaited<ReturnType<typeof import("./planning/write-versions.js").writeVersions>>;

function toResult(ctx: Context, plan: RulesPlan, done: Done | undefined): Digested {
  const { book, now, waiting, adoption } = plan;
  const { apply_mode: mode } = ctx.profile;
  const operations: Proposed[] = [
    ...(now?.operations ?? []).map((op): Proposed => ({ ...op, fate: "active" })),
    ...(waiting?.operations ?? []).map((op): Proposed => {
      const rule = waiting?.before.find((one) => sharesId(one, op));
      return { ...op, fate: "pending", waits_because: passing(mode, op.tier, forPeople(plan, op, rule)).because };
    }),
  ];
  const rules = new Set((waiting?.rules ?? now?.rules ?? rulesBeforeDigest(plan)).flatMap(({ ids }) => ids));
  const near = plan.candidates
    .filter(
      ({ standing, evidence }) => standing.near.length > 0 && standing.blocked.length === 0 && !rules.has(evidence.id),
    )
    .sort((a, b) => b.standing.nearness - a.standing.nearness || (a.evidence.newest > b.evidence.newest ? -1 : 1))
    .slice(0, MOST_NEAR)
    .map(({ evidence, text, standing }) => ({ id: evidence.id, text: text ?? "", missing: standing.near }));
  const version = (done?.active ?? done?.adopted ?? book.chain.active)?.id;
  const pending = done === undefined ? book.chain.pending?.id : done.chain.pending?.id;
  const before = adoption?.rules ?? book.active;
  return {
    decision: now !== undefined ? "active" : isNewlyPending(plan, done) ? "pending" : "unchanged",
    dry_run: done === undefined,
    operations,
    adopted: adoption?.operations ?? [],
    kept: plan.kept,
    left: plan.left,
    near,
    ...defined({ version, pending }),
    diff: rulesDiff(before, now?.rules ?? before),
    pending_diff: waiting === undefined ? "" : rulesDiff(waiting.before, waiting.rules),
  };
}

/** A version that waits now and did not before; in a dry run, one that would. */
function isNewlyPending({ book, waiting }: RulesPlan, done: Done | undefined): boolean {
  const pending = book.chain.pending;
  if (waiting === undefined) return false;
  if (done !== undefined) return done.chain.pending?.id !== pending?.id;
  const operationTexts = (operations: readonly Operation[] = []) =>
    JSON.stringify(operations.map(({ op, target, text, ids, evidence }) => [op, target, text, ids, evidence]).sort());
  return operationTexts(pending?.operations) !== operationTexts(waiting.operations);
}

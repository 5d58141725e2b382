/** `tenet propose`: the version that waits, as one commit on a branch, for a person to merge. */
import { isDeepStrictEqual } from "node:util";
import { stamp } from "../clock.js";
import { ownAgents } from "../config.js";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import type { Kept } from "../memory/rules/merge.js";
import { proposalMessage } from "../memory/rules/proposal-message.js";
import { rebased } from "../memory/rules/rebase.js";
import type { Rule } from "../memory/rules/rule.js";
import { type Operation, type Version, versionId } from "../memory/rules/version.js";
import { CommitChange } from "../tree/commit-change.js";
import { branchAt, branchTip, commitBeside } from "../tree/git-proposal.js";
import { type Chain, readChain } from "../tree/rules/chain.js";
import { rulesDiff } from "../tree/rules/version-file.js";
import { openTree } from "../tree/tree.js";
import { sameOperations } from "./rules/carry-out.js";
import {
  committedRules,
  headCommit,
  requireCommitted,
  requireStanding,
  waitingVersion,
  warnOfEvidence,
} from "./rules/proposal-checks.js";
import { activate, versionOf } from "./rules/stage.js";

export interface Proposal {
  /** `already-proposed`: a branch holds just this. `already-merged`: the history that is checked out does. */
  decision: "proposed" | "already-proposed" | "already-merged";
  /** The version as the branch has it. */
  version: string;
  /** The one that waits here, and that the branch's version takes the place of. */
  replaces: string;
  branch?: string;
  commit?: string;
  /** The commit it is based on. */
  base: string;
  summary: string;
  operations: readonly Operation[];
  /** Rules that stay as people wrote them although the version would have changed them. */
  kept: readonly Kept[];
  /** What waits was made on other rules than those at the commit. */
  rebased: boolean;
  /** Files that the commit changes. */
  files: string[];
  /** The rules before and after, as git shows it. */
  diff: string;
}

/**
 * Makes the commit on what is committed: neither work tree nor index is read for it or touched, and nothing of the
 * workspace changes. Needs no person, since the merge is the approval. Throws `refused` with a list when it needs what
 * is not committed yet.
 */
export async function propose(ctx: Context, ref?: string): Promise<Proposal> {
  const { workspace: ws } = ctx;
  const chain = await readChain(ws);
  const pending = waitingVersion(chain, ref);
  const head = await headCommit(ctx);
  const before = chain.version(pending.previous ?? "")?.rules ?? [];
  const ids = [...before, ...pending.rules].flatMap((rule) => rule.ids);
  const agent = ownAgents(ctx.profile)[0] ?? "main";
  const there = await CommitChange.at(
    ws,
    head,
    [...new Set([...ids, ...pending.operations.flatMap((op) => op.ids)])],
    agent,
  );
  const merged = there.chain.versions.find(({ replaces, status }) => replaces === pending.id && status !== "pending");
  if (merged !== undefined) return known("already-merged", merged, pending, there.chain, head, {});
  const tree = await openTree(ctx);
  requireCommitted(ctx, pending, chain, there);
  await requireStanding(pending, tree, there);
  const current = committedRules(there);
  const version = proposedVersion(ctx, pending, before, there.chain, chain);
  const branch = `tenet/v${version.next.version}`;
  for (const name of [branch, `${branch}-${version.next.id.slice(-5)}`]) {
    const tip = await branchTip(ws.root, name);
    if (tip !== undefined) {
      const same = await proposedAt(ctx, tip, version.next, agent);
      if (same !== undefined)
        return known("already-proposed", same, pending, there.chain, head, { branch: name, commit: tip });
      continue;
    }
    await warnOfEvidence(ctx, pending, tree, there);
    await activate(ctx, there, there, version.next, current);
    const files = there.proposed();
    const commit = await commitBeside(ws.root, { parent: head, files, message: proposalMessage(version.next) });
    await branchAt(ws.root, name, commit, `tenet propose: ${version.next.id}`);
    return {
      decision: "proposed",
      version: version.next.id,
      replaces: pending.id,
      branch: name,
      commit,
      base: head,
      summary: version.next.change_summary,
      operations: version.next.operations,
      kept: version.kept,
      rebased: version.rebased,
      files: files.map(({ file }) => file),
      diff: rulesDiff(current, version.next.rules),
    };
  }
  throw new TenetError(`the branch ${branch} holds something else`, {
    failure: "conflict",
    code: "branch-exists",
    hint: "Give that branch another name, then propose again.",
  });
}

interface Prepared {
  next: Version;
  kept: readonly Kept[];
  rebased: boolean;
}

/** The version under its new name, on the rules of the commit. */
function proposedVersion(ctx: Context, pending: Version, base: readonly Rule[], there: Chain, here: Chain): Prepared {
  const current = there.active;
  const at = stamp(ctx.clock.now());
  const { rules, operations, kept } = rebased(pending, base, current?.rules ?? [], {
    by: "unproven",
    how: "approved",
    at,
  });
  if (operations.length === 0) {
    throw new TenetError(
      `nothing of version ${pending.id} is left to propose: the rules as committed have it already`,
      {
        failure: "conflict",
        code: "nothing-left",
        hint: "Make it anew with: tenet digest",
      },
    );
  }
  const others = there.versions.filter(({ id }) => id !== pending.id).map(({ version }) => version);
  const number = Math.max(pending.version, ...others.map((one) => one + 1));
  let id = versionId(number, ctx.ids.tail());
  while (here.version(id) !== undefined || there.version(id) !== undefined) id = versionId(number, ctx.ids.tail());
  const { proposed_by, change_summary, declined } = pending;
  const next = versionOf(ctx, id, {
    status: "active",
    proposed_by,
    change_summary,
    operations,
    rules: rules.map((rule) => (rule.since === pending.id ? { ...rule, since: id } : rule)),
    // Who merges it decides; until then nobody has.
    decided: { by: "unproven", at, how: "merge" },
    base: current,
    replaces: pending.id,
    ...(declined === undefined ? {} : { declined }),
  });
  return { next, kept, rebased: pending.previous !== (current?.id ?? null) };
}

/** The same proposal where a branch holds it: of another day, under another tail. */
async function proposedAt(ctx: Context, tip: string, next: Version, agent: string): Promise<Version | undefined> {
  const { chain } = await CommitChange.at(ctx.workspace, tip, [], agent);
  return chain.versions.find(
    (one) =>
      one.replaces === next.replaces &&
      one.status === "active" &&
      one.previous === next.previous &&
      sameOperations(one.operations, next.operations) &&
      isDeepStrictEqual(one.files, next.files),
  );
}

function known(
  decision: Proposal["decision"],
  version: Version,
  pending: Version,
  there: Chain,
  base: string,
  where: Pick<Proposal, "branch" | "commit">,
): Proposal {
  const before = there.version(version.previous ?? "")?.rules ?? [];
  return {
    decision,
    version: version.id,
    replaces: pending.id,
    ...where,
    base,
    summary: version.change_summary,
    operations: version.operations,
    kept: [],
    rebased: false,
    files: [],
    diff: rulesDiff(before, version.rules),
  };
}

/** Writes the versions of a plan: first those that take effect, then the waiting one. Called by every command on versions. */

import type { Context } from "../../context.js";
import { defined } from "../../text/defined.js";
import { stamp } from "../../text/durations.js";
import { counted } from "../../text/paint.js";
import type { Change } from "../change/change.js";
import { CommitTree } from "../git/commit-tree.js";
import { headCommit } from "../git/git-head.js";
import { isAsKept } from "../git/git-snapshot.js";
import { GitObjects, orThrow } from "../git/objects.js";
import { blockIn, isBareRules, withoutBlock } from "../records/marked-blocks.js";
import type { Workspace } from "../workspace.js";
import { recordEdits } from "./edit-records.js";
import { planAdoption, type RulesPlan, type Step } from "./plan-versions.js";
import { contentsOf } from "./policy/approval-check.js";
import { evictedIn } from "./policy/declined.js";
import { summaryOf } from "./policy/operations.js";
import { rulePaths } from "./policy/rule.js";
import { isOpen, type Operation, type Proposer, type Version, type VersionDecision } from "./policy/version.js";
import type { RuleFile } from "./rule-files.js";
import type { Rulebook } from "./rulebook.js";
import { type Chain, declinedKey } from "./versions/chain.js";
import { evidenceBehind } from "./versions/revalidate.js";
import { activate, rewriteVersion, versionOf, writeVersion } from "./versions/version-writer.js";

/** Version files that are kept. */
const MOST_VERSIONS = 20;

/**
 * Removes the oldest files while there are more than {@link MOST_VERSIONS}. Never what waits, is in force, or is the base of
 * one that waits; never what git does not have at HEAD as it is; never what alone remembers a declined operation.
 */
export async function pruneVersions(ctx: Context, change: Change, chain: Chain): Promise<void> {
  let spare = chain.links.length - MOST_VERSIONS;
  if (spare <= 0) return;
  const unchangedFiles = await unchangedAtHead(
    ctx.workspace,
    chain.links.map(({ file }) => file),
  );
  const linkById = new Map(chain.links.map((link) => [link.version.id, link]));
  for (const link of chain.links) {
    if (spare === 0) break;
    // A hash is known only of what this change does not write.
    const isHeld = link.sha256 !== "" && unchangedFiles.has(link.file);
    const rest = [...linkById.values()].map(({ version }) => version).filter(({ id }) => id !== link.version.id);
    if (!isHeld || isNeeded(link.version, rest, (id) => change.tree.head(id) !== undefined)) continue;
    linkById.delete(link.version.id);
    change.remove(ctx.workspace.versionFile(link.version.id));
    spare--;
  }
}

function isNeeded(version: Version, rest: readonly Version[], exists: (id: string) => boolean): boolean {
  if (isOpen(version) || version.status === "active") return true;
  if (rest.some((other) => isOpen(other) && other.previous === version.id)) return true;
  // Gone, it would look as if its merge had been reverted.
  if (rest.some(({ replaced_by }) => replaced_by === version.id)) return true;
  const remembered = new Set(rest.flatMap(({ declined = [] }) => declined.map(declinedKey)));
  return (version.declined ?? []).some((one) => one.ids.some(exists) && !remembered.has(declinedKey(one)));
}

/** Those of some files (relative to the root) that are at HEAD just as they are on disk. None without git. */
async function unchangedAtHead(ws: Workspace, files: readonly string[]): Promise<Set<string>> {
  const head = await headCommit(ws.root);
  const unchanged = new Set<string>();
  if (head === undefined || files.length === 0) return unchanged;
  const tree = orThrow(await CommitTree.at(ws.root, head, new GitObjects(ws.root)));
  const filesBefore = orThrow(await tree.filesAt(files));
  for (const { file, oid } of filesBefore) if (await isAsKept(ws.absolute(file), oid)) unchanged.add(file);
  return unchanged;
}

export interface WrittenVersions {
  adopted?: Version | undefined;
  /** Rules went where the profile wants them. */
  moved?: Version | undefined;
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
  const { adoption, moved, now, waiting } = plan;
  let state: { chain: Chain; files: RulesPlan["book"]["files"] } = plan.book;
  const done: Omit<WrittenVersions, "chain" | "files"> = {};
  if (adoption !== undefined) {
    const { id, by, commit, edits, operations, rules } = adoption;
    await recordEdits(ctx, change, adoption);
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
    state = await activate(ctx, change, state, version, plan.book.active);
    done.adopted = version;
  }
  if (moved !== undefined) {
    const version = versionOf(ctx, moved.id, {
      status: "active",
      proposed_by: "digest",
      change_summary: moveText(moved.operations),
      operations: moved.operations,
      rules: moved.rules,
      decided: { by: "auto", at, how: "mode", reason: "files in tenet.yaml" },
      base: state.chain.active,
      declined: plan.declined,
    });
    state = await activate(ctx, change, state, version, moved.before);
    for (const file of state.files) dropBareBlock(ctx, change, file);
    done.moved = version;
  }
  if (now !== undefined) {
    const version = versionOf(ctx, now.id, {
      ...saidBy(now, proposedBy),
      status: "active",
      decided: now.decided ?? { by: "auto", at, how: "mode", reason: `apply_mode: ${ctx.profile.apply_mode}` },
      base: state.chain.active,
      declined: [...plan.declined, ...evictedIn(now.id, now.operations)],
    });
    state = await activate(ctx, change, state, version, now.before);
    done.active = version;
  }
  // An adoption alone leaves what waits as it is: it is built anew when it is decided.
  const chain = plan.digested
    ? await stagePending(ctx, change, state.chain, plan, waiting, proposedBy, done)
    : state.chain;
  await pruneVersions(ctx, change, chain);
  return { ...done, chain, files: state.files };
}

/** Takes over what people did by hand, before anything else is decided. */
export async function adopt(ctx: Context, change: Change, book: Rulebook): Promise<WrittenVersions> {
  return await writeVersions(ctx, change, await planAdoption(ctx, change.tree, book), "person");
}

/** A file that the profile names no longer keeps no empty block; one that held nothing else goes. */
function dropBareBlock({ workspace: ws, profile }: Context, change: Change, file: RuleFile): void {
  const { target, text = "", trouble } = file;
  const block = blockIn(text, "rules");
  const isNamed = rulePaths(profile.files, []).includes(target);
  if (isNamed || trouble !== undefined || block.state !== "found" || !isBareRules(block.lines)) return;
  const rest = withoutBlock(text, "rules") ?? text;
  if (rest.trim() === "") change.remove(ws.absolute(target));
  else change.write(ws.absolute(target), rest, file.sha256);
}

/** `3 rules moved from SOUL.md to CLAUDE.md` */
export function moveText(operations: readonly Operation[]): string {
  const ways = new Map<string, number>();
  for (const { from, target } of operations) {
    const way = `from ${from} to ${target}`;
    ways.set(way, (ways.get(way) ?? 0) + 1);
  }
  return [...ways].map(([way, count]) => `${counted(count, "rule")} moved ${way}`).join(", ");
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

/** `tenet versions propose`: the version that waits, as one commit on a branch, for a person to merge. */
import type { Context } from "../../context.js";
import { sayMerge } from "../../store/base/settings-in-force.js";
import { openStore, readForOf, type Store } from "../../store/open-store.js";
import { stamp } from "../../text/durations.js";
import { type EntryWords, entryWords, wordsBeside } from "../planning/entry-words.js";
import { bookOf } from "../planning/rulebook.js";
import { sameOperations } from "../planning/write-versions.js";
import { type Rule, rulePaths } from "../policy/rule.js";
import { type Operation, type Version, type VersionDecision, versionId } from "../policy/version.js";
import { headCommit, requireAdopted, requireCommitted, waitingVersion } from "../proposal-checks.js";
import type { Proposal } from "../text/deciding-schemas.js";
import { type Activation, planActivation, requireSomething } from "./activate.js";
import { type Chain, readChain } from "./chain.js";
import { CommitChange } from "./commit-change.js";
import { branchAt, branchesLike, commitBeside } from "./git-proposal.js";
import { rulesDiff } from "./version-text.js";
import { activate } from "./version-writer.js";

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
  const ids = new Set([...pending.rules, ...pending.operations].flatMap((line) => line.ids));
  const standing = [...chain.inForce, pending].flatMap(({ rules }) => rules);
  const paths = rulePaths(ctx.profile.files, standing);
  const committed = await CommitChange.at(ws, head, [...ids], paths, readForOf(ctx.profile));
  const merged = committed.chain.versions.find(
    ({ replaces, status }) => replaces === pending.id && status !== "pending",
  );
  const replaces = pending.id;
  const before = ({ previous }: Version) => committed.chain.version(previous ?? "")?.rules ?? [];
  if (merged !== undefined) return toResult("already-merged", merged, before(merged), { replaces, base: head });
  const tree = await openStore(ctx);
  requireCommitted(ctx, pending, chain, committed);
  const activation = await onCommit(ctx, tree, pending, committed, chain);
  const { version, before: current } = activation;
  const branch = `tenet/v${version.version}`;
  const knownBranches = await branchesLike(ws.root, branch);
  for (const { name, commit } of knownBranches) {
    const same = await proposedAt(ctx, commit, version);
    if (same !== undefined)
      return toResult("already-proposed", same, before(same), { replaces, branch: name, commit, base: head });
  }
  activate(ctx, committed, committed, version, current);
  const files = committed.proposed();
  const words = await entryWords(tree, version.operations);
  const isTaken = knownBranches.some(({ name }) => name === branch || name.endsWith(`/${branch}`));
  const name = isTaken ? `${branch}-${version.id.slice(-5)}` : branch;
  const message = proposalMessage(version, words);
  const commit = await commitBeside(ws.root, head, files, message);
  await branchAt(ws.root, name, commit);
  sayMerge(ctx);
  const placeOfProposal = { replaces, branch: name, commit, base: head };
  const names = files.map(({ file }) => file);
  return toResult("proposed", version, current, placeOfProposal, activation, names);
}

/** The version under its new name, on the rules of the commit, with what still holds of it. */
async function onCommit(
  ctx: Context,
  tree: Store,
  pending: Version,
  committed: CommitChange,
  chain: Chain,
): Promise<Activation> {
  requireAdopted(committed);
  const book = bookOf(committed.chain.with(pending), committed.files);
  // The person who merges it decides; until then there is no decider.
  const decided: VersionDecision = { by: "unproven", at: stamp(ctx.clock.now()), how: "merge" };
  const activation = await planActivation(ctx, tree, book, pending, decided);
  requireSomething(pending, activation);
  const others = committed.chain.versions.filter(({ id }) => id !== pending.id).map(({ version }) => version);
  const number = Math.max(pending.version, ...others.map((one) => one + 1));
  let id = versionId(number, ctx.ids.tail());
  while (chain.version(id) !== undefined || committed.chain.version(id) !== undefined)
    id = versionId(number, ctx.ids.tail());
  const rules = activation.version.rules.map((rule) => (rule.since === pending.id ? { ...rule, since: id } : rule));
  const names = { id, version: number, created: decided.at, rules, replaces: pending.id };
  return { ...activation, version: { ...activation.version, ...names } };
}

/** The same proposal where a branch holds it: of another day, under another tail. */
async function proposedAt(ctx: Context, tip: string, next: Version): Promise<Version | undefined> {
  const { chain } = await CommitChange.at(ctx.workspace, tip, [], [], readForOf(ctx.profile));
  return chain.versions.find(
    (one) =>
      one.replaces === next.replaces &&
      one.status === "active" &&
      one.previous === next.previous &&
      sameOperations(one.operations, next.operations),
  );
}

/** As it is answered. `before`: the rules it is put on. */
function toResult(
  decision: Proposal["decision"],
  { id, change_summary: summary, operations, rules }: Version,
  before: readonly Rule[],
  where: Pick<Proposal, "replaces" | "branch" | "commit" | "base">,
  { fallen, kept, rebased }: Pick<Activation, "fallen" | "kept" | "rebased"> = { fallen: [], kept: [], rebased: false },
  files: readonly string[] = [],
): Proposal {
  const diff = rulesDiff(before, rules);
  return { decision, version: id, ...where, summary, operations, fallen, kept, rebased, files, diff };
}

const SIGN = { add: "+", update: "~", delete: "-", keep: " " } as const;

/** Ends the message, so that programs find the commit again. */
const PROPOSAL_TRAILER = "Tenet-Version";

const plain = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();

function reasonLines(op: Operation, words: readonly EntryWords[]): string[] {
  const movedFrom = op.from === undefined ? "" : ` (from ${op.from})`;
  const was = op.before === undefined || op.before === op.text ? [] : [`  was "${plain(op.before)}"`];
  const ids = op.ids.length === 0 ? "" : ` (${op.ids.join(", ")})`;
  const wordingLines = wordsBeside(op, words).map(({ id, tier, text }) => `  ${id} (${tier}) says "${plain(text)}"`);
  return [
    `${SIGN[op.op]} ${op.target}${movedFrom}: ${plain(op.text)}`,
    ...was,
    ...wordingLines,
    `  ${plain(op.because)}${ids}`,
  ];
}

/** The whole message. Its first line stays short enough for a list of commits. */
function proposalMessage(
  version: Pick<Version, "id" | "change_summary" | "operations" | "replaces">,
  words: readonly EntryWords[] = [],
): string {
  const { id, change_summary, operations, replaces } = version;
  const first = `rules: ${change_summary}`;
  const changeCount = operations.length === 1 ? "1 change" : `${operations.length} changes`;
  const subject = first.length <= 72 ? first : `rules: ${changeCount} as version ${id}`;
  return [
    subject,
    "",
    ...operations.flatMap((op) => reasonLines(op, words)),
    "",
    "Merging this commit lets these rules in; reverting it takes them back.",
    "",
    `${PROPOSAL_TRAILER}: ${id}`,
    ...(replaces === undefined ? [] : [`Tenet-Replaces: ${replaces}`]),
    "",
  ].join("\n");
}

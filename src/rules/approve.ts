/** `tenet versions approve`: a person lets a version that waits take effect. What they saw is what happens. */

import { versionSituation } from "../capture/decisions/policy/situations.js";
import { recordReason } from "../capture/persist/record-decision.js";
import type { Context } from "../context.js";
import { refOf } from "../entry/entry.js";
import { isSensitive } from "../entry/gates/visible.js";
import { TenetError, wrongUsage } from "../errors.js";
import { next } from "../steps.js";
import { sayMerge } from "../store/base/settings-in-force.js";
import { type Change, changeTree } from "../store/change/change.js";
import { changeVerb } from "../store/change/prepare-write.js";
import { openStore } from "../store/open-store.js";
import { requirePerson, statedReason } from "../store/profile/people-only.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import { proposalText, withWording } from "./edited-wording.js";
import { recordDecided, wordedIn } from "./planning/edit-records.js";
import { type EntryWords, entryWords } from "./planning/entry-words.js";
import { readRulebook } from "./planning/rulebook.js";
import type { Kept } from "./policy/merge-rules.js";
import { isTheirs } from "./policy/rule.js";
import { isOpen, type Version, type VersionDecision } from "./policy/version.js";
import type { Approved, KeptRule } from "./text/deciding-schemas.js";
import {
  type Activated,
  type Activation,
  planActivation,
  rebaseAndActivate,
  requireSomething,
} from "./versions/activate.js";
import { type Chain, readChain } from "./versions/chain.js";
import { joinedRulebook } from "./versions/join-branches.js";
import { rulesDiff } from "./versions/version-text.js";
import { versionFile } from "./versions/version-writer.js";

export interface ApproveInput {
  /** Number, id or tail of the version; without it, the waiting one. */
  ref?: string | undefined;
  reason?: string | undefined;
  /** The proposed lines as a person edited them. */
  wording?: string | undefined;
  /** A person typed the word that was asked for. */
  confirmed: boolean;
  /** {@link ApprovalPlan.fingerprint} of what the person was shown: anything else is not approved. */
  shown?: string | undefined;
}

/** The preview of an approval. `word`: typed by a person to confirm; `fingerprint`: hash of what was shown. */
export type ApprovalPlan = Omit<Approved, "decision" | "by" | "adopted"> & {
  word: string;
  change_summary: string;
  fingerprint: string;
  /** The words of the entries behind it. */
  words: readonly EntryWords[];
};

const WHAT = "approving a version";
const INSTEAD = "Show a person what waits: tenet versions diff";

/** The version meant. Throws `not-found` when none waits, `usage` when it is not one to decide on. */
export function waitingVersion(chain: Chain, ref: string | undefined): Version {
  const version = ref === undefined ? chain.pending : chain.resolve(ref);
  if (version === undefined) {
    throw new TenetError("no version waits for a person", {
      failure: "not-found",
      hint: next("See what could become one:", "digest", { dryRun: true }),
    });
  }
  return version;
}

/** Throws `usage` when a version is none to decide on. */
export function requireOpen(version: Version, hint = "See the chain: tenet versions"): void {
  if (isOpen(version)) return;
  const { id, status, replaced_by } = version;
  const by = replaced_by === undefined ? "" : ` by ${replaced_by}`;
  throw wrongUsage(`version ${id} does not wait: it is ${status}${by}`, hint, "not-pending");
}

/** The proposed lines of a version as a person edits them. */
export async function proposalOf(ctx: Context, ref: string | undefined): Promise<{ id: string; text: string }> {
  const version = waitingVersion(await readChain(ctx.workspace), ref);
  requireOpen(version);
  const words = await entryWords(await openStore(ctx), version.operations);
  return { id: version.id, text: proposalText(version.id, version.operations, words) };
}

/** Previews an approval; returns the answer itself when the version is in force already. Reads only. */
export async function planApproval(
  ctx: Context,
  { ref, wording }: Pick<ApproveInput, "ref" | "wording">,
): Promise<ApprovalPlan | Approved> {
  const [tree, book] = [await openStore(ctx), await readRulebook(ctx)];
  const version = waitingVersion(book.chain, ref);
  if (version.status === "active") return unchanged(ctx, version);
  requireOpen(version);
  const decided: VersionDecision = { by: "unproven", at: stamp(ctx.clock.now()), how: "typed" };
  const { version: worded } = await withWording(ctx, tree, book.chain, version, wording, decided);
  const activation = await planActivation(ctx, tree, book, worded, decided);
  requireSomething(version, activation);
  return {
    ...toResult(ctx, activation),
    word: refOf(version.id),
    change_summary: activation.version.change_summary,
    fingerprint: activation.fingerprint,
    words: await entryWords(tree, activation.version.operations),
  };
}

function toResult(ctx: Context, { version, before, fallen, kept, rebased }: Activation) {
  const { version: number, id, operations, rules } = version;
  const names = { version: number, id, file: versionFile(ctx, id) };
  return { ...names, operations, fallen, kept: kept.map(keptRule), rebased, diff: rulesDiff(before, rules) };
}

/** A kept rule as the answer names it. `theirs`: a person's own line. */
export function keptRule({ rule }: Kept): KeptRule {
  return { target: rule.target, text: rule.text, theirs: isTheirs(rule) };
}

/**
 * Lets a version take effect. For people: exit 5 otherwise. Approving what is in force changes nothing. Throws `busy`
 * while git merges, `conflict` where a file is damaged: then nothing is decided.
 */
export async function approve(ctx: Context, input: ApproveInput): Promise<Approved> {
  const { by, how } = await requirePerson(ctx, WHAT, input.confirmed, INSTEAD);
  const reason = await statedReason(ctx, input.reason);
  const decided: VersionDecision = defined({ by, at: stamp(ctx.clock.now()), how, reason });
  const changeReason = `approve: version ${input.ref ?? "that waits"}, by ${decided.by}`;
  return await changeTree(ctx, { ...changeVerb("approve"), reason: changeReason }, async (change) => {
    const book = await joinedRulebook(ctx, change);
    const { chain } = book;
    const version = waitingVersion(chain, input.ref);
    if (version.status === "active") return unchanged(ctx, version);
    requireOpen(version);
    const { version: worded, dropped } = await withWording(ctx, change.tree, chain, version, input.wording, decided);
    const declined = [...(worded.declined ?? []), ...dropped];
    const activated = await rebaseAndActivate(ctx, change, book, { ...worded, declined }, decided);
    requireShownVersion(`version ${version.id} is no longer what was shown; nothing was approved`, activated, input);
    if (input.wording !== undefined) await recordDecided(ctx, change, version, decided, wordedIn(worded));
    sayMerge(ctx);
    const recorded =
      reason === undefined ? undefined : await recordVersion(ctx, change, activated.version, "Approve", { by, reason });
    return { ...approved(ctx, activated, decided), ...defined({ recorded }) };
  });
}

/** Records the decision on a version as an example, if a reason was given. */
export async function recordVersion(
  ctx: Context,
  change: Change,
  version: Pick<Version, "id" | "change_summary" | "operations">,
  does: "Approve" | "Reject",
  { by, reason }: { by: string; reason: string },
): Promise<string | undefined> {
  const concernedIds = version.operations.flatMap(({ op, ids }) => (op === "keep" ? [] : ids));
  const isHidden = (ids: readonly string[]) => ids.some((id) => isSensitive(change.tree.head(id) ?? {}));
  const operations = version.operations.map((op) => ({ ...op, sensitive: isHidden(op.ids) }));
  const situationText = versionSituation(version, operations, does);
  return await recordReason(ctx, change, { ...situationText, reason, by, about: concernedIds });
}

/** Throws `busy` when something else would be done than what the person was shown. */
export function requireShownVersion(
  says: string,
  now: { fingerprint: string },
  { shown }: { shown?: string | undefined },
): void {
  if (shown === undefined || now.fingerprint === shown) return;
  const hint = "Look at it once more: tenet versions diff";
  throw new TenetError(says, { failure: "busy", code: "changed-meanwhile", hint });
}

function approved(ctx: Context, activated: Activated, decided: VersionDecision): Approved {
  const adopted = defined({ adopted: activated.adopted?.id });
  return { decision: "active", ...toResult(ctx, activated), by: decided.by, ...adopted };
}

function unchanged(ctx: Context, { version, id, decided }: Version): Approved {
  const file = versionFile(ctx, id);
  const nothing = { operations: [], fallen: [], kept: [], rebased: false, diff: "" };
  return { decision: "unchanged", version, id, file, by: decided?.by ?? "unproven", ...nothing };
}

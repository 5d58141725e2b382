/** Stages a version: files first, then the chain, then the entries, so that a crash leaves something to complete. */

import type { Context } from "../../context.js";
import { tailOf } from "../../entry/entry.js";
import { bornAs } from "../../entry/record-types.js";
import { illegalStatus } from "../../entry/status.js";
import type { Change } from "../../store/change/change.js";
import { defined } from "../../text/defined.js";
import { stamp } from "../../text/durations.js";
import { type RuleFile, ruleFileOf, withRules } from "../planning/rule-files.js";
import { requireWritable } from "../planning/rulebook.js";
import { filesOf } from "../policy/operations.js";
import type { Rule, Target } from "../policy/rule.js";
import { numberOf, type Operation, type Version, versionId } from "../policy/version.js";
import type { Chain } from "./chain.js";
import { renderVersion } from "./version-text.js";

/** The part of a change that putting a version in force needs: a change of the work tree, or of a commit's files. */
export type Staging = Pick<Change, "head" | "entry" | "update" | "write">;

/** The given fields of a new version; the rest follows from its rules. */
export interface Draft
  extends Pick<Version, "status" | "proposed_by" | "change_summary" | "operations" | "rules">,
    Partial<Pick<Version, "contents" | "decided" | "declined" | "joins" | "rolls_back">> {
  /** The version it is based on, with its rules. */
  base: Pick<Version, "id" | "rules"> | undefined;
}

/** An id for a version that no other has; its tail alone names it, too. */
export function newVersionId(ctx: Pick<Context, "ids">, chain: Chain, takenIds: readonly string[] = []): string {
  const number = Math.max(chain.nextNumber, ...takenIds.map((id) => numberOf(id) + 1));
  const usedTails = new Set([...chain.versions.map(({ id }) => id), ...takenIds].map(tailOf));
  for (;;) {
    const tail = ctx.ids.tail();
    if (!usedTails.has(tail)) return versionId(number, tail);
  }
}

/** `min(1, support / 3)`: three distinct facts are as sure as it gets. Two decimals. */
function confidenceOf(operations: readonly Operation[]): number {
  const supported = operations.filter(({ op }) => op === "add" || op === "update").map(({ support }) => support);
  const least = supported.length === 0 ? 3 : Math.min(...supported);
  return Math.round(Math.min(1, least / 3) * 100) / 100;
}

/** The version that a draft becomes under an id. */
export function versionOf(ctx: Pick<Context, "clock">, id: string, draft: Draft): Version {
  const { base, operations, rules, declined = [], ...said } = draft;
  const changing = operations.filter(({ op }) => op !== "keep");
  const added = changing.filter(({ op }) => op === "add");
  const supporting = changing.flatMap(({ op, ids }) => (op === "delete" ? [] : ids));
  const only = new Set(added.flatMap((op) => op.supporting ?? []));
  const folded = [...new Set(added.flatMap(({ ids }) => ids))].filter((one) => !only.has(one));
  return {
    ...defined({ ...said, declined: declined.length === 0 ? undefined : declined }),
    version: numberOf(id),
    id,
    previous: base?.id ?? null,
    created: stamp(ctx.clock.now()),
    confidence: confidenceOf(changing),
    folded,
    supporting: [...new Set(supporting)].filter((one) => !folded.includes(one)),
    operations: changing,
    rules,
    files: filesOf(base?.rules ?? [], rules),
  };
}

/** Where a version's file lies, relative. */
export function versionFile({ workspace: ws }: Pick<Context, "workspace">, id: string): string {
  return ws.relative(ws.versionFile(id));
}

/** Writes a version's file. */
export function writeVersion(ctx: Context, change: Staging, version: Version, before: readonly Rule[]): void {
  change.write(ctx.workspace.versionFile(version.id), renderVersion(version, before));
}

/** A version with some fields changed, written over its file. */
export function rewriteVersion(ctx: Context, change: Staging, chain: Chain, version: Version): void {
  const before = version.previous === null ? [] : (chain.version(version.previous)?.rules ?? []);
  writeVersion(ctx, change, version, before);
}

/**
 * Puts a version in force: its rules into the core files, the version it follows out of force, its entries marked.
 * `files` are the core files as they were read under the lock.
 */
export async function activate(
  ctx: Context,
  change: Staging,
  { chain, files }: { chain: Chain; files: readonly RuleFile[] },
  version: Version,
  before: readonly Rule[],
): Promise<{ chain: Chain; files: readonly RuleFile[] }> {
  const texts = files.map((file) => ({
    file,
    text:
      file.trouble === undefined
        ? withRules(file, before, version.rules, (line) => chain.known(line) !== undefined)
        : undefined,
  }));
  const blocked = files.filter(
    ({ trouble, target }) => trouble !== undefined && differs(before, version.rules, target),
  );
  requireWritable(files, new Set(blocked.map(({ target }) => target)));
  for (const { file, text } of texts)
    if (text !== undefined) change.write(ctx.workspace.absolute(file.target), text, file.sha256);
  writeVersion(ctx, change, version, before);
  const ended = chain.inForce
    .filter(({ id }) => id !== version.id)
    .map((known): Version => ({ ...known, status: "superseded" }));
  for (const endedVersion of ended) rewriteVersion(ctx, change, chain, endedVersion);
  await markEntries(change, before, version);
  const writtenFiles = texts.map(({ file, text }) =>
    text === undefined ? file : ruleFileOf(file.target, text, file.sha256),
  );
  return { chain: chain.with(...ended, version), files: writtenFiles };
}

function differs(before: readonly Rule[], after: readonly Rule[], target: Target): boolean {
  const files = filesOf(before, after)[target];
  return files !== undefined && files.before !== files.after;
}

/** Entries behind a rule become promoted; those of rules that left get their earlier status back. */
export async function markEntries(change: Staging, before: readonly Rule[], version: Version): Promise<void> {
  const now = new Map(version.rules.flatMap((rule) => rule.ids.map((id) => [id, rule] as const)));
  for (const [id, rule] of now) {
    const head = change.head(id);
    if (head === undefined) continue;
    const entry = await change.entry(id);
    if (entry.promoted_to === rule.target && entry.status === "promoted") continue;
    // What has ended since stays as it is: the rule is a person's, or waits to leave.
    if (entry.status !== "promoted" && illegalStatus(entry.status, "promoted") !== undefined) continue;
    await change.update(id, { status: "promoted", promoted_to: rule.target, promoted_in: rule.since });
  }
  for (const id of new Set(before.flatMap(({ ids }) => ids))) {
    if (now.has(id) || change.head(id) === undefined) continue;
    const entry = await change.entry(id);
    if (entry.promoted_to === undefined && entry.status !== "promoted") continue;
    const back = entry.status === "promoted" ? bornAs(entry.type) : entry.status;
    await change.update(id, { status: back, promoted_to: undefined, promoted_in: undefined });
  }
}

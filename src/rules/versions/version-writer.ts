/** Stages a version: the core files with its rules, and its place in the chain. */

import type { Context } from "../../context.js";
import { tailOf } from "../../entry/entry.js";
import type { Change } from "../../store/change/change.js";
import { defined } from "../../text/defined.js";
import { stamp } from "../../text/durations.js";
import { type RuleFile, ruleFileOf, withRules } from "../planning/rule-files.js";
import { requireWritable } from "../planning/rulebook.js";
import { printedLines } from "../policy/exceptions.js";
import type { Rule, Target } from "../policy/rule.js";
import { numberOf, type Version, versionId } from "../policy/version.js";
import type { Chain } from "./chain.js";
import { renderVersion } from "./version-text.js";

/** The part of a change that putting a version in force needs: a change of the work tree, or of a commit's files. */
export type Staging = Pick<Change, "write">;

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

/** The version that a draft becomes under an id. */
export function versionOf(ctx: Pick<Context, "clock">, id: string, draft: Draft): Version {
  const { base, operations, rules, declined = [], ...said } = draft;
  return {
    ...defined({ ...said, declined: declined.length === 0 ? undefined : declined }),
    version: numberOf(id),
    id,
    previous: base?.id ?? null,
    created: stamp(ctx.clock.now()),
    operations: operations.filter(({ op }) => op !== "keep"),
    rules,
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
 * Puts a version in force: its rules into the core files, the version it follows out of force. `files` are the core files
 * as they were read under the lock.
 */
export function activate(
  ctx: Context,
  change: Staging,
  { chain, files }: { chain: Chain; files: readonly RuleFile[] },
  version: Version,
  before: readonly Rule[],
): { chain: Chain; files: readonly RuleFile[] } {
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
  const writtenFiles = texts.map(({ file, text }) =>
    text === undefined ? file : ruleFileOf(file.target, text, file.sha256),
  );
  return { chain: chain.with(...ended, version), files: writtenFiles };
}

function differs(before: readonly Rule[], after: readonly Rule[], target: Target): boolean {
  return printedLines(before, target).join("\n") !== printedLines(after, target).join("\n");
}

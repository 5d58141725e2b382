/** `tenet diff`: what a version changes in the files, and why. */
import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import { readChain } from "./chain.js";
import type { Version } from "./version.js";
import { rulesDiff } from "./version-text.js";
import { isStale } from "./versions.js";

export interface VersionDiff {
  version: Version;
  file: string;
  stale: boolean;
  /** As git shows it; empty when nothing in the files changes. */
  diff: string;
}

/** The version meant, or the one that waits, or the one in force. */
export async function diffVersion(ctx: Context, ref?: string): Promise<VersionDiff> {
  const chain = await readChain(ctx.workspace);
  const version = ref === undefined ? (chain.pending ?? chain.approved ?? chain.active) : chain.resolve(ref);
  if (version === undefined) {
    throw new TenetError("there is no version yet", {
      failure: "not-found",
      hint: "See what could become one: tenet digest --dry-run",
    });
  }
  const before = version.previous === null ? [] : (chain.version(version.previous)?.rules ?? []);
  const file = ctx.workspace.relative(ctx.workspace.versionFile(version.id));
  return { version, file, stale: isStale(chain, version), diff: rulesDiff(before, version.rules) };
}

/** `tenet versions`: the chain, newest first; and what one version changes. */
import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import { next } from "../../steps.js";
import { openStore } from "../../store/open-store.js";
import { defined } from "../../text/defined.js";
import { unmergedRules } from "../planning/base-rules.js";
import { entryWords } from "../planning/entry-words.js";
import { isOpen } from "../policy/version.js";
import type { ListedVersion, VersionDiff, Versions } from "../text/deciding-schemas.js";
import { isOvertaken, readChain } from "./chain.js";
import { rulesBefore } from "./three-way.js";
import { rulesDiff } from "./version-text.js";

/** Reads only. */
export async function listVersions(ctx: Context): Promise<Versions> {
  const chain = await readChain(ctx.workspace);
  const isAsked = ctx.base.state !== "none";
  const unmerged = isAsked ? await unmergedRules(ctx, chain, await openStore(ctx)) : [];
  const versions = [...chain.links].reverse().map(({ version, file }): ListedVersion => {
    const { id, status, previous, created, proposed_by, change_summary, decided } = version;
    const listed = { version: version.version, id, status, previous, created, proposed_by, change_summary };
    const counts = { rules: version.rules.length, operations: version.operations.length };
    const stale = isOvertaken(chain, version) ? (true as const) : undefined;
    const not_merged = unmerged.some(({ since }) => since === id) ? (true as const) : undefined;
    return { ...listed, ...defined({ decided, stale, not_merged }), ...counts, file };
  });
  return { versions, findings: chain.findings };
}

/** The version meant, or the one that waits, or the one in force. */
export async function diffVersion(ctx: Context, ref?: string): Promise<VersionDiff> {
  const chain = await readChain(ctx.workspace);
  const version = ref === undefined ? (chain.pending ?? chain.active) : chain.resolve(ref);
  if (version === undefined) {
    throw new TenetError("there is no version yet", {
      failure: "not-found",
      hint: next("See what could become one:", "digest", { dryRun: true }),
    });
  }
  const before = rulesBefore(version, chain);
  const file = ctx.workspace.relative(ctx.workspace.versionFile(version.id));
  const shownVersion = { version, file, stale: isOvertaken(chain, version), diff: rulesDiff(before, version.rules) };
  if (!isOpen(version)) return { ...shownVersion, words: [] };
  const tree = await openStore(ctx);
  return { ...shownVersion, words: await entryWords(tree, version.operations) };
}

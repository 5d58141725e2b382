/** A decision that cannot take effect yet is written down: the version is `approved`, and completed later. */
import type { Context } from "../../context.js";
import type { TenetError } from "../../errors.js";
import { changeTree } from "../../store/change.js";
import { writeFileAtomic } from "../../store/files/atomic-file.js";
import { COMMAND_WAIT_MS, withLock } from "../../store/files/lock.js";
import { GitFailed, run, unmergedPaths } from "../../store/git/git.js";
import { openStore } from "../../store/open-store.js";
import { type Approved, type ApproveInput, requireOpen, requireShown, waitingVersion } from "../approve.js";
import { readRulebook } from "../files/rulebook.js";
import { withWording } from "../worded.js";
import { type Chain, readChain } from "./chain.js";
import { planEnactment } from "./enact.js";
import { rewriteVersion } from "./stage.js";
import type { Version, VersionDecision } from "./version.js";
import { renderVersion } from "./version-text.js";

/** Writes the decision alone. `why` is what is in the way; it is thrown again where even that may not be written. */
export async function decideLater(
  ctx: Context,
  input: ApproveInput,
  decided: VersionDecision,
  why: TenetError,
): Promise<Approved> {
  const version =
    why.code === "unfinished-merge"
      ? await besideGit(ctx, input, decided, why)
      : await changeTree(ctx, { op: "approve", reason: "approve: decided, not in force yet" }, async (change) => {
          const chain = await readChain(ctx.workspace);
          const next = await decidedVersion(ctx, chain, input, decided);
          rewriteVersion(ctx, change, chain, next);
          return next;
        });
  ctx.warn(`Decided, and not in force yet: ${why.message}. The next command that writes rules completes it.`);
  const { version: number, id, operations } = version;
  return {
    decision: "approved",
    version: number,
    id,
    file: ctx.workspace.relative(ctx.workspace.versionFile(id)),
    by: version.decided?.by ?? decided.by,
    operations,
    fallen: [],
    kept: [],
    rebased: false,
    diff: "",
    waits_because: why.message,
  };
}

async function decidedVersion(
  ctx: Context,
  chain: Chain,
  input: ApproveInput,
  decided: VersionDecision,
): Promise<Version> {
  const known = waitingVersion(chain, input.ref);
  requireOpen(known);
  if (known.status === "approved") return known;
  const tree = await openStore(ctx);
  const { version, dropped } = await withWording(ctx, tree, chain, known, input.wording, decided);
  if (input.shown !== undefined) {
    requireShown(known.id, await planEnactment(ctx, tree, await readRulebook(ctx), version, decided), input);
  }
  const declined = [...(version.declined ?? []), ...dropped];
  return { ...version, status: "approved", decided, ...(declined.length === 0 ? {} : { declined }) };
}

/** While git waits for a person, only a file that is no part of what it does is written: aborting must still work. */
async function besideGit(
  ctx: Context,
  input: ApproveInput,
  decided: VersionDecision,
  why: TenetError,
): Promise<Version> {
  const { workspace: ws } = ctx;
  return await withLock(ws.lock, "approve", COMMAND_WAIT_MS, async () => {
    const chain = await readChain(ws);
    const version = await decidedVersion(ctx, chain, input, decided);
    const link = chain.link(version.id);
    if (link === undefined || (await isPartOfMerge(ws.root, link.file))) throw why;
    const before = version.previous === null ? [] : (chain.version(version.previous)?.rules ?? []);
    await writeFileAtomic(ws.absolute(link.file), renderVersion(version, before), {
      expected: link.sha256,
      within: ws,
    });
    return version;
  });
}

async function isPartOfMerge(root: string, file: string): Promise<boolean> {
  if ((await unmergedPaths(root)).some((path) => path === file || path.endsWith(`/${file}`))) return true;
  try {
    return (await run(root, ["diff", "--cached", "--name-only", "HEAD", "--", file])) !== "";
  } catch (error) {
    if (error instanceof GitFailed) return true;
    throw error;
  }
}

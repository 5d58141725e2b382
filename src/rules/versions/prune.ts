/** The chain is kept short: the oldest versions leave the tree once git holds them and nobody needs them. */
import type { Context } from "../../context.js";
import type { Change } from "../../store/change.js";
import { GitFailed, run } from "../../store/git/git-run.js";
import { gitFolder } from "../../store/git/git-state.js";
import { type Chain, declinedKey } from "./chain.js";
import { byCreation, type Version } from "./version.js";

/**
 * Removes the oldest files while there are more than `caps.versions`. Never what waits, is in force, or is the base of
 * one that waits; never what git does not have at HEAD as it is; never what alone remembers a declined operation.
 */
export async function pruneVersions(ctx: Context, change: Change, chain: Chain): Promise<void> {
  let spare = chain.links.length - ctx.profile.caps.versions;
  if (spare <= 0) return;
  const held = await unchangedAtHead(
    ctx.workspace.root,
    chain.links.map(({ file }) => file),
  );
  const kept = new Map(chain.links.map((link) => [link.version.id, link]));
  const oldest = [...chain.links].sort((a, b) => byAge(a.version, b.version));
  for (const link of oldest) {
    if (spare === 0) break;
    // A hash is known only of what this change does not write.
    const isHeld = link.sha256 !== "" && held.has(link.file);
    const rest = [...kept.values()].map(({ version }) => version).filter(({ id }) => id !== link.version.id);
    if (!isHeld || isNeeded(link.version, rest, (id) => change.tree.head(id) !== undefined)) continue;
    kept.delete(link.version.id);
    change.remove(ctx.workspace.versionFile(link.version.id));
    spare--;
  }
}

function byAge(a: Version, b: Version): number {
  return a.version - b.version || byCreation(a, b);
}

function isNeeded(version: Version, rest: readonly Version[], exists: (id: string) => boolean): boolean {
  const waits = ({ status }: Version) => status === "pending" || status === "approved";
  if (waits(version) || version.status === "active") return true;
  if (rest.some((other) => waits(other) && other.previous === version.id)) return true;
  // Gone, it would look as if its merge had been reverted.
  if (rest.some(({ replaced_by }) => replaced_by === version.id)) return true;
  const remembered = new Set(rest.flatMap(({ declined = [] }) => declined.map(declinedKey)));
  return (version.declined ?? []).some((one) => one.ids.some(exists) && !remembered.has(declinedKey(one)));
}

/** Those of some files (relative to the root) that are at HEAD just as they are on disk. None without git. */
async function unchangedAtHead(root: string, files: readonly string[]): Promise<Set<string>> {
  if (gitFolder(root) === undefined || files.length === 0) return new Set();
  const ask = async (...args: string[]) =>
    (await run(root, ["--literal-pathspecs", ...args, "--", ...files])).split("\0");
  try {
    const there = await ask("ls-tree", "-z", "--name-only", "HEAD");
    const changed = new Set(await ask("diff", "-z", "--name-only", "--relative", "--no-renames", "HEAD"));
    return new Set(there.filter((file) => file !== "" && !changed.has(file)));
  } catch (error) {
    // No commit yet, or a repository that git itself cannot read.
    if (error instanceof GitFailed) return new Set();
    throw error;
  }
}

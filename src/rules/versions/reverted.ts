/** Proposals that were merged and reverted: nothing of them is left in the tree, and git has what reverting them declined. */

import { blobsByOid } from "../../store/git/commit-files.js";
import type { Workspace } from "../../store/workspace.js";
import { removedFiles } from "../git-history.js";
import type { Declined } from "../policy/version.js";
import { type Chain, takenBack } from "./chain.js";

/**
 * Keeps out what people reverted until something new speaks for it, and lets nothing in. Empty without git. A few processes:
 * ask only where a rule is about to be added.
 */
export async function revertedProposals(ws: Workspace, chain: Chain): Promise<Declined[]> {
  const filesInTree = new Set(chain.links.map(({ file }) => file));
  const last = new Map<string, string>();
  for (const { file, oid } of await removedFiles(ws, ws.versions))
    if (!filesInTree.has(file) && !last.has(file)) last.set(file, oid);
  if (last.size === 0) return [];
  const texts = await blobsByOid(ws.root, last.values());
  const { parseVersion } = await import("./version-file.js");
  return [...last].flatMap(([file, oid]) => {
    const parsed = parseVersion(texts.get(oid)?.toString("utf8") ?? "", file);
    if (!("version" in parsed)) return [];
    const { version } = parsed;
    // What was pruned had been superseded; a version that goes while it is in force was taken back.
    return version.status === "active" && version.decided?.how === "merge" ? takenBack(version) : [];
  });
}

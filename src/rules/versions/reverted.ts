/** Proposals that were merged and reverted: nothing of them is left in the tree, and git has what reverting them declined. */

import { isUnread, withObjects } from "../../store/git/objects.js";
import { removedFiles } from "../../store/git/removed-files.js";
import type { Workspace } from "../../store/workspace.js";
import { type Chain, takenBack } from "./chain.js";
import type { Declined } from "./version.js";
import { parseVersion } from "./version-file.js";

/**
 * Keeps out what people reverted until something new speaks for it, and lets nothing in. Empty without git. A few processes:
 * ask only where a rule is about to be added.
 */
export async function revertedProposals(ws: Workspace, chain: Chain): Promise<Declined[]> {
  const here = new Set(chain.links.map(({ file }) => file));
  const last = new Map<string, string>();
  for (const { file, oid } of await removedFiles(ws, ws.versions))
    if (!here.has(file) && !last.has(file)) last.set(file, oid);
  return await withObjects(ws.root, async (objects) => {
    const declined: Declined[] = [];
    for (const [file, oid] of last) {
      const blob = await objects.object(oid);
      const parsed = isUnread(blob) ? undefined : parseVersion(blob.bytes.toString("utf8"), file);
      if (parsed === undefined || !("version" in parsed)) continue;
      const { version } = parsed;
      // What was pruned had been superseded; a version that goes while it is in force was taken back.
      if (version.status === "active" && version.decided?.how === "merge") declined.push(...takenBack(version));
    }
    return declined;
  });
}

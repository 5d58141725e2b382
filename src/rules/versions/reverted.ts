/** Proposals that were merged and reverted, as git remembers them: nothing of them is left in the tree. */

import { touchesOf } from "../../store/git/git-history.js";
import { blobsOf } from "../../store/git/git-snapshot.js";
import type { Workspace } from "../../store/workspace.js";
import type { Chain } from "./chain.js";
import type { Declined } from "./version.js";

/** What reverting them declined. Empty without git. One or two processes: ask only when it matters. */
export async function revertedProposals(ws: Workspace, chain: Chain): Promise<Declined[]> {
  const last = new Map((await touchesOf(ws, [ws.relative(ws.versions)]))?.map((touch) => [touch.file, touch]));
  const here = new Set(chain.links.map(({ file }) => file));
  const gone = [...last.values()].filter(({ file, kind }) => kind === "deleted" && !here.has(file));
  if (gone.length === 0) return [];
  const { parseVersion } = await import("./version-file.js");
  const before = await blobsOf(
    ws.root,
    gone.map(({ commit, file }) => `${commit}^:./${file}`),
  );
  return gone.flatMap(({ file }, at): Declined[] => {
    const parsed = parseVersion(before[at]?.toString("utf8") ?? "", file);
    // What was pruned had been superseded; a version that goes while it is in force was taken back.
    if (!("version" in parsed) || parsed.version.status !== "active" || parsed.version.decided?.how !== "merge")
      return [];
    const { id, operations } = parsed.version;
    return operations.map(({ op, target, ids, evidence }) => ({
      op,
      target,
      ids,
      evidence,
      version: id,
      how: "rolled-back",
    }));
  });
}

/** Finds the protected branch and reads its settings: people let them in by merging. Called for the settings in force. */

import { TenetError } from "../../errors.js";
import { defaultProfile, type Profile } from "../../settings.js";
import { blobsByOid, filesAt, isFile } from "../git/commit-files.js";
import { GitFailed } from "../git/git.js";
import { commitAt, type RemoteHead, remoteHead } from "../git/revisions.js";
import { parsedProfile } from "../profile/profile.js";
import type { Workspace } from "../workspace.js";
import { type BaseState, branchNamed } from "./policy/base-state.js";

/** A base that can be read has its settings: the usual ones where it has no `tenet.yaml`. */
export interface Base {
  base: BaseState;
  counts?: Profile;
}

/**
 * Finds the base: the branch that a remote's HEAD points to names it, and without one `baseName`, `trust.base` of the working
 * copy. One that cannot be read does not mean that there is none.
 */
export async function findBase(ws: Workspace, baseName: string | null): Promise<Base> {
  try {
    const head = await remoteHead(ws.root);
    const first = head && (await readBranch(ws, head));
    if (first?.base.state === "unreadable") return first;
    const name = first?.counts === undefined ? baseName : first.counts.trust.base;
    if (name === null) return { base: { state: "none" } };
    const remote = head?.remote ?? "origin";
    const branch = branchNamed(name, remote);
    if (first !== undefined && branch === head?.branch) return first;
    const commit = await commitAt(ws.root, `refs/remotes/${remote}/${branch}`);
    if (commit === undefined) return unreadable(`there is no branch ${remote}/${branch} here`);
    return await readBranch(ws, { remote, branch, commit });
  } catch (error) {
    if (error instanceof GitFailed) return unreadable(error.message);
    throw error;
  }
}

const unreadable = (because: string): Base => ({ base: { state: "unreadable", because } });

async function readBranch(ws: Workspace, { remote, branch, commit }: RemoteHead): Promise<Base> {
  const base = { state: "readable", branch: `${remote}/${branch}`, commit } as const;
  const [file] = (await filesAt(ws.root, commit, ["tenet.yaml"])).filter(isFile);
  if (file === undefined) return { base, counts: defaultProfile() };
  const bytes = (await blobsByOid(ws.root, [file.oid])).get(file.oid);
  if (bytes === undefined) return unreadable(`tenet.yaml of ${base.branch} is not in this clone`);
  try {
    return { base, counts: (await parsedProfile(ws, bytes.toString("utf8"), "settings of the base")).profile };
  } catch (error) {
    if (error instanceof TenetError) return unreadable(`${base.branch}: ${error.message}`);
    throw error;
  }
}

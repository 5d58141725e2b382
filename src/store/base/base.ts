/** Finds the protected branch and reads its state: people let it in by merging. Called for the settings in force. */
import { defaultProfile, type Profile } from "../../settings.js";
import { GitFailed } from "../git/git.js";
import { commitAt, type RemoteHead, remoteHead } from "../git/revisions.js";
import type { Workspace } from "../workspace.js";
import { CommittedWorkspace } from "./committed-workspace.js";
import { branchNamed, type DecidedBase, type NoBase, type UnreadableBase } from "./policy/base-state.js";

/** The base with its settings: the usual ones where it has no `tenet.yaml`. */
export interface ReadableBase extends DecidedBase {
  profile: Profile;
}

export type Base = NoBase | UnreadableBase | ReadableBase;

/**
 * Finds the base: the branch that a remote's HEAD points to names it, and without one `baseName`, `trust.base` of the working
 * copy. No process where no remote can have a HEAD and none is named.
 */
export async function findBase(ws: Workspace, baseName: string | null): Promise<Base> {
  try {
    const head = await remoteHead(ws.root);
    const first = head && (await readBranch(ws, head));
    if (first?.state === "unreadable") return first;
    const name = first === undefined ? baseName : first.profile.trust.base;
    if (name === null) return { state: "none" };
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

const unreadable = (because: string): UnreadableBase => ({ state: "unreadable", because });

/** An unreadable base is an error, and does not mean that there is none. */
async function readBranch(
  ws: Workspace,
  { remote, branch: name, commit }: RemoteHead,
): Promise<ReadableBase | UnreadableBase> {
  const branch: DecidedBase["branch"] = `${remote}/${name}`;
  const unread = ({ message }: Error) => unreadable(`${branch}: ${message}`);
  try {
    const read = await CommittedWorkspace.at(ws.root, commit).profile();
    if (read !== undefined && "failure" in read) return unread(read.failure);
    return { state: "readable", branch, commit, profile: read?.profile ?? defaultProfile() };
  } catch (error) {
    if (error instanceof GitFailed) return unread(error);
    throw error;
  }
}

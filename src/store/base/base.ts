/** Finds the protected branch and reads its state: people let it in by merging. Called for the settings in force. */
import { defaultProfile, type Profile } from "../../settings.js";
import { GitFailed } from "../git/git.js";
import { commitAt, type RemoteHead, remoteHead } from "../git/revisions.js";
import type { Workspace } from "../workspace.js";
import { CommittedWorkspace } from "./committed-workspace.js";
import {
  branchNamed,
  type DecidedBase,
  type NoBase,
  type ProposedBase,
  type UnreadableBase,
} from "./policy/base-state.js";

/** The base with its settings: the usual ones where it has no `tenet.yaml`. */
export interface ReadableBase extends DecidedBase {
  profile: Profile;
}

export type Base = NoBase | ProposedBase | UnreadableBase | ReadableBase;

const NONE: NoBase = { state: "none" };

/**
 * Finds the base; no process where no remote can have a HEAD. `baseName`: `trust.base` of the working copy, which never decides,
 * and makes it unreadable where no branch could.
 */
export async function findBase(ws: Workspace, baseName: string | null): Promise<Base> {
  try {
    const head = await remoteHead(ws.root);
    // A branch that is gone names nothing: git then tells of no HEAD of its remote.
    if (head === undefined)
      return baseName === null ? NONE : unreadable(`no remote says here which branch is its first one`);
    return await baseAt(ws, head, baseName);
  } catch (error) {
    if (error instanceof GitFailed) return unreadable(error.message);
    throw error;
  }
}

async function baseAt(ws: Workspace, head: RemoteHead, baseName: string | null): Promise<Base> {
  const first = await readBranch(ws, head);
  if (first.state === "unreadable") return first;
  if (first.names === null)
    return baseName === null ? NONE : { state: "proposed", names: baseName, in: "working copy" };
  const branch = branchNamed(first.names, head.remote);
  if (branch === head.branch) return first.base;
  const commit = await commitAt(ws.root, `refs/remotes/${head.remote}/${branch}`);
  if (commit === undefined) return unreadable(`there is no branch ${head.remote}/${branch} here`);
  const second = await readBranch(ws, { ...head, branch, commit });
  if (second.state === "unreadable") return second;
  if (second.names !== null && branchNamed(second.names, head.remote) === branch) return second.base;
  return { state: "proposed", names: first.names, in: first.branch };
}

const unreadable = (because: string): UnreadableBase => ({ state: "unreadable", because });

interface Branch {
  state: "branch";
  branch: DecidedBase["branch"];
  /** Its own `trust.base`; null too without a `tenet.yaml`. */
  names: string | null;
  base: ReadableBase;
}

/** An unreadable base is an error, and does not mean that there is none. */
async function readBranch(
  ws: Workspace,
  { remote, branch: name, commit }: RemoteHead,
): Promise<Branch | UnreadableBase> {
  const branch: DecidedBase["branch"] = `${remote}/${name}`;
  const unread = ({ message }: Error) => unreadable(`${branch}: ${message}`);
  try {
    const read = await CommittedWorkspace.at(ws.root, commit).profile();
    if (read !== undefined && "failure" in read) return unread(read.failure);
    const names = read?.profile.trust.base ?? null;
    const profile = read?.profile ?? defaultProfile();
    return { state: "branch", branch, names, base: { state: "readable", branch, commit, profile } };
  } catch (error) {
    if (error instanceof GitFailed) return unread(error);
    throw error;
  }
}

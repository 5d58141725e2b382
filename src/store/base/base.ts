/** Finds the protected branch and reads its state: people let it in by merging. Called for the settings in force. */
import { defaultProfile, type Profile } from "../../settings.js";
import { isHeadless } from "../git/git-folder.js";
import { type RemoteHead, refCommit, remoteHead } from "../git/git-head.js";
import { GitObjects, isUnread, type Unread } from "../git/objects.js";
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
  there: CommittedWorkspace;
}

export type Base = NoBase | ProposedBase | UnreadableBase | ReadableBase;

const NONE: NoBase = { state: "none" };

/**
 * Finds the base, with at most one git process. `named`: `trust.base` of the working copy, which never decides, and makes it
 * unreadable where no branch could.
 */
export async function findBase(ws: Workspace, baseName: string | null): Promise<Base> {
  const objects = new GitObjects(ws.root);
  if (isHeadless(ws.root)) return unreadable("git has no HEAD here");
  const head = await remoteHead(ws.root);
  if (head === undefined)
    return baseName === null ? NONE : unreadable(`no remote says here which branch is its first one`);
  const first = await readBranch(ws, head, objects);
  // A branch that is gone names nothing, like a remote without HEAD.
  if (first.state === "gone") return baseName === null ? NONE : unreadable(first.because);
  if (first.state === "unreadable") return first;
  if (first.names === null)
    return baseName === null ? NONE : { state: "proposed", names: baseName, in: "working copy" };
  const branch = branchNamed(first.names, head.remote);
  if (branch === head.branch) return first.base;
  const second = await readBranch(ws, { ...head, branch }, objects);
  if (second.state === "gone") return unreadable(second.because);
  if (second.state === "unreadable") return second;
  if (second.names !== null && branchNamed(second.names, head.remote) === branch) return second.base;
  return { state: "proposed", names: first.names, in: first.branch };
}

const unreadable = (because: string): UnreadableBase => ({ state: "unreadable", because });

interface GoneBranch {
  state: "gone";
  because: string;
}

interface Branch {
  state: "branch";
  branch: DecidedBase["branch"];
  /** Its own `trust.base`; null too without a `tenet.yaml`. */
  names: string | null;
  base: ReadableBase;
}

async function readBranch(
  ws: Workspace,
  { remote, branch: name }: RemoteHead,
  objects: GitObjects,
): Promise<Branch | GoneBranch | UnreadableBase> {
  const branch: DecidedBase["branch"] = `${remote}/${name}`;
  const commit = await refCommit(ws.root, `refs/remotes/${branch}`);
  if (commit === undefined) return { state: "gone", because: `there is no branch ${branch} here` };
  const there = await CommittedWorkspace.at(ws.root, commit, objects);
  if (isUnread(there)) return unread(branch, there);
  const read = await there.profile();
  if (read !== undefined && isUnread(read)) return unread(branch, read);
  // An unreadable base is an error, and does not mean that there is none.
  if (read !== undefined && "failure" in read) return unread(branch, { because: read.failure.message });
  const profile = read?.profile ?? defaultProfile();
  const names = read?.profile.trust.base ?? null;
  return { state: "branch", branch, names, base: { state: "readable", branch, commit, profile, there } };
}

const unread = (branch: string, { because }: Pick<Unread, "because">): UnreadableBase =>
  unreadable(`${branch}: ${because}`);

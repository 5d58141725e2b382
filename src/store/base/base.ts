/** Finds the branch that people protect and reads what stands on it: what is there was let in by a person's merge. */
import { TenetError } from "../../errors.js";
import { CommitTree } from "../git/commit-tree.js";
import { isHeadless } from "../git/git-folder.js";
import { type RemoteHead, refCommit, remoteHead } from "../git/git-head.js";
import { GitObjects, isUnread, type Unread } from "../git/objects.js";
import type { Workspace } from "../workspace.js";
import {
  branchNamed,
  type DecidedBase,
  type NoBase,
  type ProposedBase,
  type UnreadableBase,
} from "./policy/base-state.js";

/** The base with its files: each is read when it is asked for, by its id. */
export interface ReadableBase extends DecidedBase {
  /** `tenet.yaml` as it stands there. */
  profile: string;
  tree: CommitTree;
}

export type Base = NoBase | ProposedBase | UnreadableBase | ReadableBase;

const NONE: NoBase = { state: "none" };
const PROFILE = "tenet.yaml";

/**
 * Lends the base for the time of the body, with at most one git process. `named`: `trust.base` of the working copy, which
 * never decides, and makes it unreadable where no branch could.
 */
export async function withBase<T>(ws: Workspace, named: string | null, body: (base: Base) => Promise<T>): Promise<T> {
  return await body(await findBase(ws, named, new GitObjects(ws.root)));
}

async function findBase(ws: Workspace, named: string | null, objects: GitObjects): Promise<Base> {
  if (isHeadless(ws.root)) return unreadable("git has no HEAD here");
  const head = await remoteHead(ws.root);
  if (head === undefined)
    return named === null ? NONE : unreadable(`no remote says here which branch is its first one`);
  const first = await readBranch(ws, head, objects);
  // A branch that is gone names nothing, like a remote without HEAD.
  if (first.state === "gone") return named === null ? NONE : unreadable(first.because);
  if (first.state === "unreadable") return first;
  if (first.names === null) return named === null ? NONE : { state: "proposed", names: named, in: "working copy" };
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
  const tree = await CommitTree.at(ws.root, commit, objects);
  if (isUnread(tree)) return unread(branch, tree);
  const bytes = await tree.bytesOf(PROFILE);
  if (bytes !== undefined && isUnread(bytes)) return unread(branch, bytes);
  const profile = bytes?.toString("utf8") ?? "";
  const names = bytes === undefined ? null : await baseNamedIn(profile);
  if (names !== null && typeof names === "object") return unread(branch, names);
  return { state: "branch", branch, names, base: { state: "readable", branch, commit, profile, tree } };
}

const unread = (branch: string, { because }: Unread): UnreadableBase => unreadable(`${branch}: ${because}`);

/** What a `tenet.yaml` says is the base; one that nobody can read says nothing, and not that there is none. */
async function baseNamedIn(text: string): Promise<string | null | Unread> {
  const { parseProfile } = await import("../profile/profile-text.js");
  try {
    return parseProfile(text).profile.trust.base ?? null;
  } catch (error) {
    if (!(error instanceof TenetError)) throw error;
    return { state: "malformed", because: error.message };
  }
}

/** Finds the protected branch and reads its settings: people let them in by merging. Called for the settings in force. */
import { TenetError } from "../../errors.js";
import { defaultProfile, type Profile } from "../../settings.js";
import { contentsOf, filesAt, isFile } from "../git/commit-files.js";
import { commitAt, remoteHead } from "../git/revisions.js";
import { keptSettings } from "../profile/profile.js";
import type { Workspace } from "../workspace.js";
import type { BaseState } from "./policy/base-state.js";

/** A base that can be read has its settings: the usual ones where it has no `tenet.yaml`. */
export interface Base {
  base: BaseState;
  counts?: Profile;
}

/**
 * Finds the base: the branch that HEAD of the remote points to names it, and without one `stated`, `trust.base` of the
 * working copy. One that cannot be read does not mean that there is none.
 */
export async function findBase(ws: Workspace, stated: string | null): Promise<Base> {
  const head = await remoteHead(ws.root);
  const first = head === undefined ? undefined : await readBranch(ws, head);
  if (first?.base.state === "unreadable") return first;
  const name = first?.counts === undefined ? stated : first.counts.trust.base;
  if (name === null) return { base: { state: "none" } };
  const own = `origin/${name}`;
  if (first && (head === name || head === own)) return first;
  return (await readBranch(ws, name)) ?? (await readBranch(ws, own)) ?? unreadable(`there is no branch ${name} here`);
}

const unreadable = (because: string): Base => ({ base: { state: "unreadable", because } });

/** `branch`: as `git branch -r` names it. Undefined where there is none. */
async function readBranch(ws: Workspace, branch: string): Promise<Base | undefined> {
  const commit = await commitAt(ws.root, `refs/remotes/${branch}`);
  if (commit === undefined) return undefined;
  try {
    const counts = await keptSettings(ws, `settings of ${branch}`, commit, () => settingsAt(ws, commit));
    return { base: { state: "readable", branch, commit }, counts };
  } catch (error) {
    if (error instanceof TenetError) return unreadable(`${branch}: ${error.message}`);
    throw error;
  }
}

async function settingsAt(ws: Workspace, commit: string): Promise<Profile> {
  const files = (await filesAt(ws.root, commit, ["tenet.yaml"])).filter(isFile);
  const [bytes] = (await contentsOf(ws.root, files)).values();
  const { parseProfile } = await import("../profile/profile-text.js");
  return bytes === undefined ? defaultProfile() : parseProfile(bytes.toString("utf8")).profile;
}

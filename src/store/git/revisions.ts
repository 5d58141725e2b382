/** Revisions as git reads them, and the branch that a remote calls its first one. Called before a commit is read. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { TenetError } from "../../errors.js";
import { answerOf, GitFailed, OID, run } from "./git.js";
import { commonFolder, gitFolder } from "./git-folder.js";

async function parsed(root: string, revision: string): Promise<string | undefined> {
  if (gitFolder(root) === undefined) return undefined;
  const printed = await answerOf(root, ["rev-parse", "--verify", "--quiet", "--end-of-options", revision]);
  const commit = printed?.trim();
  if (commit === undefined || OID.test(commit)) return commit;
  throw new GitFailed(["rev-parse"], undefined, "it printed what is no commit");
}

/** The commit that is checked out; undefined before the first one of a branch, and without git. One process. */
export const headCommit = (root: string): Promise<string | undefined> => parsed(root, "HEAD");

/** The commit that a revision names; undefined where git knows none. One process. */
export const commitAt = (root: string, revision: string): Promise<string | undefined> =>
  parsed(root, `${revision}^{commit}`);

/** The newest commit up to an instant, else the one with which the history of this clone begins; undefined before the first. */
export async function commitBefore(root: string, instant: string): Promise<string | undefined> {
  const newest = async (which: string) => (await answerOf(root, ["rev-list", "-1", which, "HEAD", "--"]))?.trim();
  return (await newest(`--before=${instant}`)) || (await newest("--max-parents=0")) || undefined;
}

/** Whether a repository has no branch checked out. One process. */
export const isDetached = async (root: string): Promise<boolean> =>
  gitFolder(root) !== undefined && (await answerOf(root, ["symbolic-ref", "--quiet", "HEAD"])) === undefined;

/**
 * The commit of a revision that somebody typed. Throws `usage` where there is no git, and for one that git does not know.
 */
export async function typedCommit(root: string, revision: string): Promise<string> {
  const refuse = (code: string, message: string, hint: string) =>
    new TenetError(message, { failure: "usage", code, hint });
  if (gitFolder(root) === undefined)
    throw refuse("unknown-revision", "there is no git repository here to compare with", "Leave --base out.");
  const commit = await commitAt(root, revision);
  if (commit !== undefined) return commit;
  if (revision === "HEAD")
    throw refuse("unknown-revision", "there is no commit yet", "Commit first, or name no revision: all is new.");
  const hint = "Name a branch, tag or commit that this clone holds; a shallow clone holds few.";
  throw refuse("unknown-revision", `git knows no commit ${JSON.stringify(revision)}`, hint);
}

/** The branch that a remote calls its own first one. */
export interface RemoteHead {
  /** `origin` */
  remote: string;
  /** `main` */
  branch: string;
  commit: string;
}

const HEADS = ["for-each-ref", "--format=%(objectname) %(refname) %(symref)", "refs/remotes/*/HEAD"];
const HEAD_ROW = /^([0-9a-f]+) refs\/remotes\/([^/\n]+)\/HEAD refs\/remotes\/\2\/(.+)$/gm;

/**
 * The branch that HEAD of a remote points to in this clone: origin's, else that of the first remote by name which has one.
 * No process where no remote can have one. Throws {@link GitFailed}.
 */
export async function remoteHead(root: string): Promise<RemoteHead | undefined> {
  const folder = gitFolder(root);
  const places = folder === undefined ? [] : ["refs/remotes", "reftable"].map((one) => join(commonFolder(folder), one));
  if (!places.some((place) => existsSync(place))) return undefined;
  const rows = [...(await run(root, HEADS)).matchAll(HEAD_ROW)];
  const heads = rows.map(([, commit = "", remote = "", branch = ""]): RemoteHead => ({ remote, branch, commit }));
  return heads.find(({ remote }) => remote === "origin") ?? heads[0];
}

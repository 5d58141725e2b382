/** Revisions as git reads them, and the branch that a remote calls its first one. Called before a commit is read. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { wrongUsage } from "../../errors.js";
import { answerOf } from "./git.js";
import { commonFolder, gitFolder } from "./git-folder.js";

/** The commit that a revision names; undefined where git knows none, and without git. One process. */
export async function commitAt(root: string, revision: string): Promise<string | undefined> {
  if (gitFolder(root) === undefined) return undefined;
  const asked = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`];
  return (await answerOf(root, asked))?.trim();
}

/** The commit that is checked out; undefined before the first one of a branch, and without git. One process. */
export const headCommit = (root: string): Promise<string | undefined> => commitAt(root, "HEAD");

/** The commit of a revision that somebody typed. Throws `usage` for one that git does not know. */
export async function typedCommit(root: string, revision: string): Promise<string> {
  const commit = await commitAt(root, revision);
  if (commit !== undefined) return commit;
  const isFirst = revision === "HEAD";
  throw wrongUsage(
    isFirst ? "there is no commit yet" : `git knows no commit ${JSON.stringify(revision)}`,
    isFirst
      ? "Commit first, or name no revision: all is new."
      : "Name a branch, tag or commit that this clone holds; a shallow clone holds few.",
    "unknown-revision",
  );
}

/** The branch that origin calls its first one in this clone: `origin/main`. No process where there can be none. */
export async function remoteHead(root: string): Promise<string | undefined> {
  const folder = gitFolder(root);
  const places = ["refs/remotes/origin/HEAD", "reftable"];
  if (folder === undefined || !places.some((place) => existsSync(join(commonFolder(folder), place)))) return undefined;
  const ref = await answerOf(root, ["symbolic-ref", "--quiet", "refs/remotes/origin/HEAD"]);
  return ref?.trim().replace("refs/remotes/", "");
}

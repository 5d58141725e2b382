/** Makes a commit on a new branch, without touching work tree or index. Called by `versions propose`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answerOf, run, runBytes } from "../../store/git/git.js";
import { prefixIn } from "../../store/git/git-folder.js";

/** One file of the commit, whole. */
export interface ProposedFile {
  /** Relative to the workspace, with `/`. */
  file: string;
  text: string;
  /** As the parent has it; a file that is new there is a plain one. */
  mode?: string | undefined;
}

/**
 * Makes the commit on another one; answers its hash. It exists as an object only: {@link branchAt} gives it a name. No hook of a
 * commit runs. It is signed where `commit.gpgsign` asks for that. Throws {@link GitFailed}, also when git knows no author.
 */
export async function commitBeside(
  root: string,
  parent: string,
  files: readonly ProposedFile[],
  message: string,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "tenet-index-"));
  const ask = async (args: readonly string[], input = ""): Promise<string> =>
    (await runBytes(root, args, input, { GIT_INDEX_FILE: join(folder, "index") })).toString().trim();
  try {
    const prefix = prefixIn(root);
    const rows: string[] = [];
    for (const { file, text, mode = "100644" } of files)
      rows.push(`${mode} ${await ask(["hash-object", "-w", "--stdin"], text)}\t${prefix}${file}\0`);
    await ask(["read-tree", parent]);
    // Names are taken from the top of the repository, wherever the workspace lies in it.
    await ask(["update-index", "-z", "--index-info"], rows.join(""));
    const tree = await ask(["write-tree", "--missing-ok"]);
    const isSigned = (await answerOf(root, ["config", "--type=bool", "--get", "commit.gpgsign"]))?.trim() === "true";
    // git must not guess an author from the machine's name.
    const commitTree = ["-c", "user.useConfigOnly=true", "commit-tree", ...(isSigned ? ["-S"] : [])];
    return await ask([...commitTree, "-p", parent, tree], message);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** This branch and those named like it with something behind a dash, here (`tenet/v7`) and as last fetched (`origin/tenet/v7`). */
export async function branchesLike(root: string, branch: string): Promise<{ name: string; commit: string }[]> {
  const places = ["refs/heads", "refs/remotes/*"].flatMap((place) => [`${place}/${branch}`, `${place}/${branch}-*`]);
  const listed = await run(root, ["for-each-ref", "--format=%(objectname) %(refname)", ...places]);
  return listed.split("\n").flatMap((row) => {
    const [, commit, name] = /^(\S+) refs\/(?:heads|remotes)\/(.+)$/s.exec(row) ?? [];
    return commit === undefined || name === undefined ? [] : [{ commit, name }];
  });
}

/** Makes a branch that must not be there yet. Throws {@link GitFailed}. */
export async function branchAt(root: string, branch: string, commit: string): Promise<void> {
  await run(root, ["branch", "--no-track", branch, commit]);
}

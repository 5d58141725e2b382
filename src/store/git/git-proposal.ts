/** Makes a commit on a new branch, without touching work tree or index. Called by `versions propose`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TenetError } from "../../errors.js";
import { answerOf, GitFailed, run, runBytes } from "./git.js";
import { prefixIn } from "./git-folder.js";

/** One file of the commit, whole. */
export interface ProposedFile {
  /** Relative to the workspace, with `/`. */
  file: string;
  text: string;
  /** As the parent has it; a file that is new there is a plain one. */
  mode?: string | undefined;
}

export interface Proposal {
  /** The commit it is based on: full hash. */
  parent: string;
  files: readonly ProposedFile[];
  message: string;
}

/** Settings of a person's own repository that would write beside the index that is used here. */
const PLAIN_INDEX = ["-c", "core.splitIndex=false", "-c", "core.untrackedCache=false"];

/**
 * Makes the commit; answers its hash. It exists as an object only: {@link branchAt} gives it a name. No hook of a
 * commit runs. It is signed where `commit.gpgsign` asks for that. Throws `failed` when git knows no author.
 */
export async function commitBeside(root: string, { parent, files, message }: Proposal): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "tenet-index-"));
  const ask = async (args: readonly string[], input = ""): Promise<string> =>
    (await runBytes(root, args, input, { GIT_INDEX_FILE: join(folder, "index") })).toString("utf8").trim();
  try {
    const prefix = prefixIn(root);
    const rows: string[] = [];
    for (const { file, text, mode = "100644" } of files)
      rows.push(`${mode} ${await ask(["hash-object", "-w", "--stdin"], text)}\t${prefix}${file}\0`);
    await ask([...PLAIN_INDEX, "read-tree", parent]);
    // Names are taken from the top of the repository, wherever the workspace lies in it.
    await ask([...PLAIN_INDEX, "update-index", "-z", "--index-info"], rows.join(""));
    const tree = await ask([...PLAIN_INDEX, "write-tree", "--missing-ok"]);
    const isSigned = (await answerOf(root, ["config", "--type=bool", "--get", "commit.gpgsign"]))?.trim() === "true";
    // git must not guess an author from the machine's name.
    const commitTree = ["-c", "user.useConfigOnly=true", "commit-tree", ...(isSigned ? ["-S"] : [])];
    return await ask([...commitTree, "-p", parent, tree], message);
  } catch (cause) {
    if (!(cause instanceof GitFailed) || !/identity|ident name|auto-detection|user\.(?:name|email)/i.test(cause.stderr))
      throw cause;
    throw new TenetError("git does not know whose commit this would be: user.name or user.email is not set", {
      failure: "failed",
      code: "no-identity",
      hint: "Set both for this clone with git config, then propose again. No branch was made.",
      cause,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A branch, or what this clone knows of one elsewhere. */
export interface KnownBranch {
  /** `tenet/v7`, `origin/tenet/v7`. */
  name: string;
  commit: string;
}

/** This branch and those named like it with something behind a dash, here and as last fetched from elsewhere. */
export async function branchesLike(root: string, branch: string): Promise<KnownBranch[]> {
  const places = ["refs/heads", "refs/remotes/*"].flatMap((place) => [`${place}/${branch}`, `${place}/${branch}-*`]);
  const listed = await run(root, ["for-each-ref", "--format=%(objectname) %(refname)", ...places]);
  return listed.split("\n").flatMap((row) => {
    const [, commit, name] = /^(\S+) refs\/(?:heads|remotes)\/(.+)$/s.exec(row) ?? [];
    return commit === undefined || name === undefined ? [] : [{ commit, name }];
  });
}

/** Makes a branch that must not be there yet. Throws `failed` when git refuses. */
export async function branchAt(root: string, branch: string, commit: string, reason: string): Promise<void> {
  // The empty old value: a branch that was made meanwhile stays.
  const args = ["update-ref", "--create-reflog", "-m", reason, `refs/heads/${branch}`, commit, ""];
  await run(root, args).catch((cause: Error) => {
    const hint = "See which branches there are: git branch --list";
    const message = `git did not make the branch ${branch}: ${cause.message}`;
    throw new TenetError(message, { failure: "failed", code: "no-branch", hint, cause });
  });
}

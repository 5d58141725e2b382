import { GitFailed, run } from "../../store/git/git-run.js";
import { gitFolder } from "../../store/git/git-state.js";

/** Those of some files (relative to the root) that are at HEAD just as they are on disk. None without git. */
export async function unchangedAtHead(root: string, files: readonly string[]): Promise<Set<string>> {
  if (gitFolder(root) === undefined || files.length === 0) return new Set();
  const ask = async (...args: string[]) =>
    (await run(root, ["--literal-pathspecs", ...args, "--", ...files])).split("\0");
  try {
    const there = await ask("ls-tree", "-z", "--name-only", "HEAD");
    const changed = new Set(await ask("diff", "-z", "--name-only", "--relative", "--no-renames", "HEAD"));
    return new Set(there.filter((file) => file !== "" && !changed.has(file)));
  } catch (error) {
    // No commit yet, or a repository that git itself cannot read.
    if (error instanceof GitFailed) return new Set();
    throw error;
  }
}

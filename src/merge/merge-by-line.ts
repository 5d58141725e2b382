/** git's own merge by line, for `tenet merge` to compare a file with. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GitFailed, run } from "../store/git/git.js";

/** What git leaves in a file that it merges by line, markers included: to tell its work from a person's. */
export async function mergeByLine(root: string, base: string, ours: string, theirs: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tenet-merge-"));
  try {
    const paths = await Promise.all(
      Object.entries({ ours, base, theirs }).map(async ([name, text]) => {
        const path = join(folder, name);
        await writeFile(path, text);
        return path;
      }),
    );
    return await run(root, ["merge-file", "-p", "-q", ...paths]);
  } catch (error) {
    // Its exit code is the number of conflicts.
    if (error instanceof GitFailed && error.code !== undefined && error.stdout !== "") return error.stdout;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

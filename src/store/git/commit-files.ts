/** The files that make a workspace, as a commit holds them: git's own bytes, whatever lies in the work tree. */
import { TenetError } from "../../errors.js";
import type { CommitTree } from "./commit-tree.js";
import { GitFailed } from "./git.js";
import { isFile, isUnread, orThrow } from "./objects.js";

/** A plain file of a commit, by its name relative to the workspace. */
export interface CommitFile {
  file: string;
  oid: string;
}

export interface CommitFiles {
  files: CommitFile[];
  /** Names of what is never written out: links, submodules, names that no workspace has. */
  leftOut: string[];
}

/** What every file system takes as one part of a name, in bytes. */
const LONGEST_PART = 255;

const isPart = (part: string): boolean =>
  part !== "" && !/^\.{1,2}$/.test(part) && !/^\.git$/i.test(part) && Buffer.byteLength(part) <= LONGEST_PART;

/** Whether a name leads to a file beneath its folder on any system, and can be shown. U+FFFD: it was no UTF-8. */
export function isPlainName(file: string): boolean {
  return !/[\p{Cc}\\\uFFFD]/u.test(file) && file.split("/").every(isPart);
}

/** Files of a commit that these paths name or hold; all of the workspace's for the path "". */
export async function commitFiles(tree: CommitTree, paths: readonly string[]): Promise<CommitFiles> {
  const found: CommitFiles = { files: [], leftOut: [] };
  for (const row of orThrow(await tree.filesAt(paths))) {
    if (isFile(row) && isPlainName(row.file)) found.files.push(row);
    else found.leftOut.push(row.file);
  }
  return found;
}

/** A file's bytes; undefined over 10 MB. Throws `failed` where this clone does not hold it. */
export async function bytesOf(
  tree: CommitTree,
  commit: string,
  { file, oid }: CommitFile,
): Promise<Buffer | undefined> {
  const bytes = await tree.blob(oid, file);
  if (!isUnread(bytes)) return bytes;
  if (bytes.state === "too large") return undefined;
  if (bytes.state === "missing") throw notHeld(commit, file);
  throw new GitFailed(["cat-file"], undefined, bytes.because);
}

function notHeld(commit: string, file: string): TenetError {
  return new TenetError(`this clone does not hold ${file} of the commit ${commit.slice(0, 10)}`, {
    failure: "failed",
    code: "partial-clone",
    hint: "Ask in a whole clone, or have git fetch what is missing here.",
    details: { commit, file },
  });
}

/** The files that make a workspace, as a commit holds them: git's own bytes, whatever lies in the work tree. */
import { TenetError } from "../../errors.js";
import { MAX_FILE_BYTES } from "../records/scan.js";
import { run } from "./git.js";
import { blobsOf } from "./git-snapshot.js";

/** A plain file of a commit, by its name relative to the workspace. */
export interface CommitFile {
  file: string;
  oid: string;
  /** In bytes; undefined where this clone does not hold the file. */
  size: number | undefined;
}

export interface CommitFiles {
  files: CommitFile[];
  /** Names of what is never written out: links, submodules, names that no workspace has, files over 10 MB. */
  leftOut: string[];
}

/** So many bytes are asked of git at once: well below what it may answer with, and little to hold in memory. */
const AT_ONCE = 32 * 1024 * 1024;
/** What every file system takes as one part of a name, in bytes. */
const LONGEST_PART = 255;

/** `100644 blob <object>   <size>\t<name>`; a size that git cannot tell is `BAD` or `-`. */
const ROW = /^(\d{6}) \w+ ([0-9a-f]{40,64}) +(\d+|BAD|-)\t(.+)$/s;

const isPart = (part: string): boolean =>
  part !== "" && !/^\.{1,2}$/.test(part) && !/^\.git$/i.test(part) && Buffer.byteLength(part) <= LONGEST_PART;

/** Whether a name leads to a file beneath its folder on any system, and can be shown. U+FFFD: it was no UTF-8. */
export function isPlainName(file: string): boolean {
  return !/[\p{Cc}\\\uFFFD]/u.test(file) && file.split("/").every(isPart);
}

/**
 * Files of a commit that these paths name or hold; all of the workspace's without any paths. `root`: where the workspace
 * would lie, in a repository with that commit.
 */
export async function commitFiles(root: string, commit: string, paths?: readonly string[]): Promise<CommitFiles> {
  const found: CommitFiles = { files: [], leftOut: [] };
  if (paths?.length === 0) return found;
  const asked = ["--literal-pathspecs", "ls-tree", "-r", "-l", "-z", commit, "--", ...new Set(paths)];
  for (const row of (await run(root, asked)).split("\0")) {
    const [, mode = "", oid = "", size = "", file] = ROW.exec(row) ?? [];
    if (file === undefined) continue;
    const bytes = /^\d+$/.test(size) ? Number(size) : undefined;
    const isPlain = mode.startsWith("100") && isPlainName(file) && (bytes ?? 0) <= MAX_FILE_BYTES;
    if (isPlain) found.files.push({ file, oid, size: bytes });
    else found.leftOut.push(file);
  }
  return found;
}

/** The files' bytes, some at a time. Throws `failed` where this clone does not hold one of them. */
export async function* bytesOf(
  root: string,
  commit: string,
  files: readonly CommitFile[],
): AsyncGenerator<{ file: string; bytes: Buffer }> {
  for (const some of portions(files)) {
    const blobs = await blobsOf(
      root,
      some.map(({ oid }) => oid),
    );
    for (const [at, { file }] of some.entries()) {
      const bytes = blobs[at];
      if (bytes === undefined) throw notHeld(commit, file);
      yield { file, bytes };
    }
  }
}

function portions(files: readonly CommitFile[]): CommitFile[][] {
  const portions: CommitFile[][] = [];
  let room = 0;
  for (const one of files) {
    const { size = 0 } = one;
    if (room < size || portions.length === 0) {
      portions.push([]);
      room = AT_ONCE;
    }
    portions.at(-1)?.push(one);
    room -= size;
  }
  return portions;
}

function notHeld(commit: string, file: string): TenetError {
  return new TenetError(`this clone does not hold ${file} of the commit ${commit.slice(0, 10)}`, {
    failure: "failed",
    code: "partial-clone",
    hint: "Ask in a whole clone, or have git fetch what is missing here.",
    details: { commit, file },
  });
}

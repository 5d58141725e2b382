/**
 * Files of a commit and their contents, as git lists and prints them: nothing is checked out, followed, filtered or fetched.
 * Called by whatever compares with a commit or takes words from one.
 */
import { MAX_FILE_BYTES } from "../records/scan.js";
import { GitFailed, run, runBytes } from "./git.js";
import { prefixIn } from "./git-folder.js";

export interface CommitFile {
  /** Relative to the workspace, with `/`. */
  file: string;
  /** `100644`, `100755`; `120000` of a link, `160000` of a submodule. */
  mode: string;
  oid: string;
}

/** Links and submodules are no files, and are never followed. */
export const isFile = ({ mode }: Pick<CommitFile, "mode">): boolean => mode.startsWith("100");

/** So many contents are read at once. */
const AT_ONCE = 200;

/**
 * What paths relative to the workspace name or hold at a commit, in git's order; "" is all of it. `home`: where the workspace
 * lies in that commit, empty or with a `/` behind it. One process. Throws {@link GitFailed} where the clone has not all of it.
 */
export async function filesAt(
  root: string,
  commit: string,
  paths: readonly string[],
  home = prefixIn(root),
): Promise<CommitFile[]> {
  if (paths.length === 0) return [];
  const named = paths.map((path) => `${home}${path}`.replace(/\/$/, "")).filter((name) => name !== "");
  const args = ["--literal-pathspecs", "ls-tree", "-r", "-z", "--full-tree", commit, "--", ...named];
  const rows = (await run(root, args)).split("\0").slice(0, -1);
  return rows.map((row) => {
    // `<mode> <type> <oid>\t<name>`
    const [, mode = "", oid = "", name = ""] = /^(\d{6}) \w+ ([0-9a-f]+)\t(.+)$/s.exec(row) ?? [];
    return { file: name.slice(home.length), mode, oid };
  });
}

/** The bytes of a blob, or why they are not read. */
type BlobBytes = Buffer | "missing" | "too large";

/** Blobs in the order of their ids; one over 10 MB is not read. Throws {@link GitFailed} where git cannot read what it has. */
export async function* blobsInOrder(
  root: string,
  oids: readonly string[],
): AsyncGenerator<[oid: string, blob: BlobBytes]> {
  const ask = (how: string, ids: readonly string[]) =>
    runBytes(root, ["cat-file", how], ids.map((oid) => `${oid}\n`).join(""));
  for (let from = 0; from < oids.length; from += AT_ONCE) {
    const ids = oids.slice(from, from + AT_ONCE);
    const heads = (await ask("--batch-check", ids)).toString("latin1").split("\n");
    const blobs = ids.map((oid, at) => ({
      oid,
      size: Number(/ blob (\d+)$/.exec(heads[at] ?? "")?.[1] ?? Number.NaN),
    }));
    const isRead = ({ size }: { size: number }) => size <= MAX_FILE_BYTES;
    const wanted = blobs.filter(isRead).map(({ oid }) => oid);
    const printed = await ask("--batch", wanted);
    let next = 0;
    for (const blob of blobs) {
      // A line with the id and the size stands before each, and an end of line behind it.
      const start = printed.indexOf("\n", next) + 1;
      if (isRead(blob)) next = start + blob.size + 1;
      const unread = Number.isNaN(blob.size) ? "missing" : "too large";
      yield [blob.oid, isRead(blob) ? printed.subarray(start, next - 1) : unread];
    }
  }
}

/** Blobs by their ids, without those over 10 MB and those that this clone does not hold. Throws {@link GitFailed}. */
export async function blobsByOid(root: string, oids: Iterable<string>): Promise<ReadonlyMap<string, Buffer>> {
  const blobs = new Map<string, Buffer>();
  for await (const [oid, blob] of blobsInOrder(root, [...new Set(oids)]))
    if (typeof blob !== "string") blobs.set(oid, blob);
  return blobs;
}

/** The contents of files by name, without links, submodules and what {@link blobsByOid} leaves out. Throws {@link GitFailed}. */
export async function contentsOf(root: string, files: Iterable<CommitFile>): Promise<Map<string, Buffer>> {
  const plain = [...files].filter(isFile);
  const oids = plain.map(({ oid }) => oid);
  const blobs = await blobsByOid(root, oids);
  return new Map(plain.flatMap(({ file, oid }) => (blobs.has(oid) ? [[file, blobs.get(oid) as Buffer]] : [])));
}

/** The same of files that must all be read. */
export async function allContentsOf(root: string, files: readonly CommitFile[]): Promise<Map<string, Buffer>> {
  const contents = await contentsOf(root, files);
  const missing = files.find((one) => isFile(one) && !contents.has(one.file));
  if (missing === undefined) return contents;
  const because = `${missing.file}: ${missing.oid.slice(0, 10)} is not in this clone, or over 10 MB`;
  throw new GitFailed(["cat-file"], undefined, because);
}

/** Files at a commit by their names relative to the workspace. To its callers a file that cannot be read is none. */
export async function bytesHeldAt(
  root: string,
  commit: string,
  names: readonly string[],
): Promise<Map<string, Buffer>> {
  try {
    return await contentsOf(root, await filesAt(root, commit, names));
  } catch (error) {
    if (error instanceof GitFailed) return new Map();
    throw error;
  }
}

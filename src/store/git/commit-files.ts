/**
 * Files of a commit and their contents, as git lists and prints them: nothing is checked out, followed, filtered or fetched.
 * Called by whatever compares with a commit or takes words from one.
 */
import { MAX_FILE_BYTES } from "../records/scan.js";
import { GitFailed, NO_FETCH, runBytes } from "./git.js";
import { prefixIn } from "./git-folder.js";

/** Links and submodules are no files, and are never followed. */
export type FileKind = "file" | "program" | "link" | "submodule";

export interface CommitFile {
  /** Relative to the workspace, with `/`. */
  file: string;
  mode: string;
  kind: FileKind;
  oid: string;
}

export const isFile = ({ kind }: Pick<CommitFile, "kind">): boolean => kind === "file" || kind === "program";

/** As people name it. */
export const short = (oid: string): string => oid.slice(0, 10);

/** So many ids, or names, are handed over at once. */
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
  const named = paths.map((path) => `${home}${path}`.replace(/\/$/, ""));
  const rows: string[] = [];
  for (let from = 0; from < named.length; from += AT_ONCE) {
    const some = named.slice(from, from + AT_ONCE).filter((name) => name !== "");
    const args = ["--literal-pathspecs", "ls-tree", "-r", "-z", "--full-tree", commit, "--", ...some];
    rows.push(...(await runBytes(root, args, "", NO_FETCH)).toString("utf8").split("\0").slice(0, -1));
  }
  return rows.map((row) => fileIn(row, home));
}

/** `<mode> <type> <oid>\t<name>` */
function fileIn(row: string, home: string): CommitFile {
  const [, mode = "", type, oid = "", whole] = /^(\d{6}) (\w+) ([0-9a-f]+)\t(.+)$/s.exec(row) ?? [];
  if (whole === undefined) throw new GitFailed(["ls-tree"], undefined, "it printed what is no file of a commit");
  const kind = type === "commit" ? "submodule" : mode === "120000" ? "link" : mode === "100755" ? "program" : "file";
  return { file: whole.slice(home.length), mode, kind, oid };
}

/** The bytes of a blob, or why they are not read. */
type BlobBytes = Buffer | "missing" | "too large";

/** Blobs in the order of their ids; one over 10 MB is not read. Throws {@link GitFailed} where git cannot read what it has. */
export async function* blobsInOrder(
  root: string,
  oids: readonly string[],
): AsyncGenerator<[oid: string, blob: BlobBytes]> {
  const ask = (how: string, ids: readonly string[]) =>
    runBytes(root, ["cat-file", how], ids.map((oid) => `${oid}\n`).join(""), NO_FETCH);
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
  const blobs = await blobsByOid(
    root,
    plain.map(({ oid }) => oid),
  );
  return new Map(
    plain.flatMap(({ file, oid }) => {
      const bytes = blobs.get(oid);
      return bytes === undefined ? [] : [[file, bytes]];
    }),
  );
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

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

/** A few folders that hold each other over and over make any number of paths. */
const MOST_LISTED = 64 * 1024 * 1024;
/** Most names on one command line. */
const AT_ONCE = 500;

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
  const whole = paths.map((path) => `${home}${path}`.replace(/\/$/, ""));
  const rows: string[] = [];
  for (let from = 0; from < whole.length; from += AT_ONCE) {
    const named = whole.slice(from, from + AT_ONCE);
    const everything = ["--literal-pathspecs", "ls-tree", "-r", "-z", "--full-tree", commit];
    const args = named.includes("") ? everything : [...everything, "--", ...named];
    const listed = await runBytes(root, args, "", NO_FETCH, MOST_LISTED).catch((error: unknown) => {
      if (!(error instanceof GitFailed)) throw error;
      const because = error.message.replace(/^git ls-tree: /, "");
      throw new GitFailed(args, error.exitCode, `${short(commit)} cannot be read: ${because}`);
    });
    rows.push(...listed.toString("utf8").split("\0").slice(0, -1));
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

/** So many bytes of blobs are asked for at once, and one more of them. */
const GROUP_BYTES = 64 * 1024 * 1024;

/**
 * Blobs in the order of their ids, by two processes for 64 MB of them; one over 10 MB is not read. Throws
 * {@link GitFailed} where git cannot read what it has.
 */
export async function* blobsInOrder(
  root: string,
  oids: readonly string[],
): AsyncGenerator<[oid: string, blob: BlobBytes]> {
  const ask = (how: string, ids: readonly string[]) =>
    runBytes(root, ["cat-file", how], ids.map((oid) => `${oid}\n`).join(""), NO_FETCH);
  const heads = oids.length === 0 ? [] : (await ask("--batch-check", oids)).toString("latin1").split("\n");
  const blobs = oids.map((oid, at) => {
    const size = Number(/^[0-9a-f]+ blob (\d+)$/.exec(heads[at] ?? "")?.[1] ?? Number.NaN);
    return { oid, size, isRead: size <= MAX_FILE_BYTES };
  });
  for (let to = 0; to < blobs.length; ) {
    const group: typeof blobs = [];
    for (let bytes = 0; to < blobs.length && bytes < GROUP_BYTES; to++) {
      const blob = blobs[to] as (typeof blobs)[number];
      group.push(blob);
      if (blob.isRead) bytes += blob.size;
    }
    const ids = group.flatMap(({ oid, isRead }) => (isRead ? [oid] : []));
    const printed = ids.length === 0 ? Buffer.alloc(0) : await ask("--batch", ids);
    let next = 0;
    for (const { oid, size, isRead } of group) {
      if (!isRead) yield [oid, Number.isNaN(size) ? "missing" : "too large"];
      else {
        // A line with the id and the size stands before each.
        const start = printed.indexOf("\n", next) + 1;
        yield [oid, printed.subarray(start, start + size)];
        next = start + size + 1;
      }
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

/** Files at a commit by their names relative to the workspace. To its callers a file that cannot be read is none. */
export async function bytesHeldAt(
  root: string,
  commit: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  try {
    const files = (await filesAt(root, commit, names)).filter(isFile);
    const blobs = await blobsByOid(
      root,
      files.map(({ oid }) => oid),
    );
    return new Map(
      files.flatMap(({ file, oid }) => {
        const bytes = blobs.get(oid);
        return bytes === undefined ? [] : [[file, bytes]];
      }),
    );
  } catch (error) {
    if (error instanceof GitFailed) return new Map();
    throw error;
  }
}

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

/** Blobs by their ids, without those over 10 MB and those that this clone does not hold. Throws {@link GitFailed}. */
export async function blobsByOid(root: string, oids: Iterable<string>): Promise<ReadonlyMap<string, Buffer>> {
  const ask = (how: string, ids: readonly string[]) =>
    runBytes(root, ["cat-file", how], ids.map((oid) => `${oid}\n`).join(""));
  const blobs = new Map<string, Buffer>();
  const all = [...new Set(oids)];
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const heads = (await ask("--batch-check", all.slice(from, from + AT_ONCE))).toString("latin1");
    const held = Array.from(heads.matchAll(/^([0-9a-f]+) blob (\d+)$/gm), ([, oid = "", size]) => ({
      oid,
      size: Number(size),
    }));
    const wanted = held.filter(({ size }) => size <= MAX_FILE_BYTES);
    const printed = await ask(
      "--batch",
      wanted.map(({ oid }) => oid),
    );
    let end = -1;
    for (const { oid, size } of wanted) {
      // A line with the id and the size stands before each, and an end of line behind it.
      const start = printed.indexOf("\n", end + 1) + 1;
      end = start + size;
      blobs.set(oid, printed.subarray(start, end));
    }
  }
  return blobs;
}

/** The contents of files by name, without links and submodules. Throws {@link GitFailed} where one cannot be read. */
export async function contentsOf(root: string, files: Iterable<CommitFile>): Promise<Map<string, Buffer>> {
  const plain = [...files].filter(isFile);
  const blobs = await blobsByOid(
    root,
    plain.map(({ oid }) => oid),
  );
  return new Map(
    plain.map(({ file, oid }) => {
      const blob = blobs.get(oid);
      if (blob !== undefined) return [file, blob];
      const because = `${file}: ${oid.slice(0, 10)} is not in this clone, or over 10 MB`;
      throw new GitFailed(["cat-file"], undefined, because);
    }),
  );
}

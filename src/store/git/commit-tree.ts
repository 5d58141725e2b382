import { prefixIn } from "./git-folder.js";
import { GitObjects, isFile, isUnread, type TreeFile, type TreeRow, type Unread } from "./objects.js";

export class CommitTree {
  readonly #objects: GitObjects;
  /** The tree of the whole repository. */
  readonly #top: string;
  /** Where the workspace lies in it: empty, or with a `/` behind it. */
  readonly #prefix: string;

  private constructor(objects: GitObjects, top: string, prefix: string) {
    this.#objects = objects;
    this.#top = top;
    this.#prefix = prefix;
  }

  /**
   * Readable as long as `objects` are. `root`: where the workspace lies, or would lie. `home`: where it lies in this commit,
   * if elsewhere: empty, or with a `/` behind it.
   */
  static async at(
    root: string,
    commit: string,
    objects: GitObjects,
    home = prefixIn(root),
  ): Promise<CommitTree | Unread> {
    const top = await objects.treeOf(commit);
    return typeof top === "string" ? new CommitTree(objects, top, home) : top;
  }

  /** A file by its name relative to the workspace; undefined where there is none: a link and a submodule are none. */
  async bytesOf(file: string): Promise<Buffer | undefined | Unread> {
    const row = await this.#rowAt(file);
    if (row === undefined || isUnread(row)) return row;
    return isFile(row) ? await this.blob(row.oid, file) : undefined;
  }

  /** Reads a file by its id; the name is for error messages. */
  async blob(oid: string, file: string): Promise<Buffer | Unread> {
    const blob = await this.#objects.object(oid);
    return isUnread(blob) ? { ...blob, because: `${file}: ${blob.because}` } : blob.bytes;
  }

  /** Everything that paths relative to the workspace name or hold, links and submodules included; "" is all of it. */
  async filesAt(paths: readonly string[]): Promise<TreeFile[] | Unread> {
    const files = new Map<string, TreeFile>();
    for (const path of paths) {
      const row = await this.#rowAt(path);
      if (row === undefined) continue;
      if (isUnread(row)) return row;
      const { name: _, ...plain } = row;
      const beneath = row.kind === "folder" ? await this.#objects.filesBelow(row.oid) : [{ file: "", ...plain }];
      if (isUnread(beneath)) return beneath;
      for (const one of beneath) {
        const file = [path, one.file].filter((part) => part !== "").join("/");
        files.set(file, { ...one, file });
      }
    }
    return [...files.values()];
  }

  /** Everything of the repository, by its name from the top, also where no workspace lies. */
  async everything(): Promise<TreeFile[] | Unread> {
    return await this.#objects.filesBelow(this.#top);
  }

  async #rowAt(path: string): Promise<TreeRow | undefined | Unread> {
    const whole = `${this.#prefix}${path}`.replace(/\/$/, "");
    if (whole === "") return { name: "", mode: "40000", kind: "folder", oid: this.#top };
    return await this.#objects.rowAt(this.#top, whole);
  }
}

/** A file of a commit, by its name relative to the workspace. */
export interface FileAt {
  commit: string;
  file: string;
}

/** Files as commits have them, in order, with one process. */
export async function bytesAt(root: string, files: readonly FileAt[]): Promise<(Buffer | undefined | Unread)[]> {
  const objects = new GitObjects(root);
  const bytesOf = async ({ commit, file }: FileAt) => {
    const tree = await CommitTree.at(root, commit, objects);
    return isUnread(tree) ? tree : await tree.bytesOf(file);
  };
  return await Promise.all(files.map(bytesOf));
}

/** The same for callers to whom a file that cannot be read is none. */
export async function bytesHeldAt(root: string, files: readonly FileAt[]): Promise<(Buffer | undefined)[]> {
  return (await bytesAt(root, files)).map((bytes) => (isUnread(bytes) ? undefined : bytes));
}

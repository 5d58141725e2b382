/** The folder of a workspace in the tree of a commit: what stands there, whatever lies in the working copy. */
import type { Workspace } from "../workspace.js";
import { prefixIn } from "./git-folder.js";
import { type GitObjects, isFile, isUnread, type TreeFile, type Unread } from "./objects.js";

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

  /** Readable as long as `objects` are. */
  static async at(ws: Workspace, commit: string, objects: GitObjects): Promise<CommitTree | Unread> {
    const top = await objects.treeOf(commit);
    return typeof top === "string" ? new CommitTree(objects, top, prefixIn(ws.root)) : top;
  }

  /** A file by its name relative to the workspace; undefined where there is none: a link and a submodule are none. */
  async bytesOf(file: string): Promise<Buffer | undefined | Unread> {
    const row = await this.#objects.rowAt(this.#top, `${this.#prefix}${file}`);
    if (row === undefined || isUnread(row)) return row;
    return isFile(row) ? await this.blob(row.oid, file) : undefined;
  }

  /** A file by its id; the name is for what is said where it cannot be read. */
  async blob(oid: string, file: string): Promise<Buffer | Unread> {
    const blob = await this.#objects.object(oid);
    return isUnread(blob) ? { ...blob, because: `${file}: ${blob.because}` } : blob.bytes;
  }

  /** Everything below a folder of the workspace by its name relative to it, links and submodules included. */
  async filesBelow(folder: string): Promise<TreeFile[] | Unread> {
    const row = await this.#objects.rowAt(this.#top, `${this.#prefix}${folder}`);
    if (row !== undefined && isUnread(row)) return row;
    if (row?.kind !== "folder") return [];
    const files = await this.#objects.filesBelow(row.oid);
    return isUnread(files) ? files : files.map((one) => ({ ...one, file: `${folder}/${one.file}` }));
  }
}

/**
 * Reads git's objects by id: every reader of a commit's tree uses it. One `git cat-file --batch` serves all of them;
 * nothing is checked out, followed, filtered or fetched, and an object that does not hash to its id counts as torn.
 */
import { MAX_FILE_BYTES } from "../records/scan.js";
import { GitFailed, OID } from "./git.js";
import { batchFor, type GitObject, type ObjectBatch, short, type Unread } from "./object-batch.js";

export type { GitObject, Unread };

/** The kind of a row of a tree: links and submodules are no files, and are never followed. */
export type RowKind = "folder" | "file" | "program" | "link" | "submodule" | "other";

export interface TreeRow {
  /** In UTF-8; else U+FFFD, then a character for each byte. */
  name: string;
  mode: string;
  kind: RowKind;
  oid: string;
}

/** A row that is no folder, by its path. */
export interface TreeFile extends Omit<TreeRow, "name"> {
  /** Relative to the tree that was asked for, with `/`. */
  file: string;
}

const MAX_TREE_BYTES = 64 * 1024 * 1024;
/** A few folders that hold each other over and over make any number of paths. */
const MOST_PATHS = 500_000;
const DEEPEST = 100;
const MOST_STARTS = 20;

/** Links, submodules and folders are none. */
export const isFile = ({ kind }: Pick<TreeRow, "kind">): boolean => kind === "file" || kind === "program";

export const isUnread = (answer: object | undefined): answer is Unread => answer !== undefined && "because" in answer;

/** The objects read, for commands that cannot go on without them. Throws {@link GitFailed}. */
export function orThrow<T extends object | string>(answer: T | Unread): T {
  if (typeof answer === "object" && isUnread(answer)) throw new GitFailed(["cat-file"], undefined, answer.because);
  return answer as T;
}

/** Blobs by their ids; without those over so many bytes, and those that this clone does not hold. */
export async function blobsByOid(
  root: string,
  oids: Iterable<string>,
  most = MAX_FILE_BYTES,
): Promise<ReadonlyMap<string, Buffer>> {
  const objects = new GitObjects(root);
  const blobs = new Map<string, Buffer>();
  for (const oid of new Set(oids)) {
    const blob = await objects.object(oid, most);
    if (!isUnread(blob)) blobs.set(oid, blob.bytes);
  }
  return blobs;
}

/** A reader of one repository. Starts no process before the first object is read. */
export class GitObjects {
  readonly #root: string;
  #batch: ObjectBatch | undefined;
  #starts = 0;

  constructor(root: string) {
    this.#root = root;
  }

  /** An object by its id. `most`: bytes of it. */
  async object(oid: string, most = MAX_FILE_BYTES): Promise<GitObject | Unread> {
    if (!OID.test(oid)) return { state: "malformed", because: `${JSON.stringify(oid)} is no id of an object` };
    return await this.#ask(oid, most);
  }

  /** The id of a commit's tree. */
  async treeOf(commit: string): Promise<string | Unread> {
    const answer = await this.#ofType("commit", commit, MAX_FILE_BYTES);
    if (isUnread(answer)) return answer;
    const [, tree = ""] = /^tree ([0-9a-f]+)\n/.exec(answer.bytes.toString("latin1", 0, 80)) ?? [];
    return OID.test(tree) ? tree : { state: "malformed", because: `${short(commit)} names no tree` };
  }

  /** The rows of one folder, in git's order. */
  async rows(tree: string): Promise<TreeRow[] | Unread> {
    const answer = await this.#ofType("tree", tree, MAX_TREE_BYTES);
    if (isUnread(answer)) return answer;
    return rowsIn(answer) ?? { state: "malformed", because: `the folder ${short(tree)} is torn` };
  }

  /** The row that a path leads to; undefined where there is none. A link on the way leads nowhere. */
  async rowAt(tree: string, path: string): Promise<TreeRow | undefined | Unread> {
    const names = path.split("/");
    let folder = tree;
    for (const [at, name] of names.entries()) {
      const rows = await this.rows(folder);
      if (isUnread(rows)) return rows;
      const row = rows.find((one) => one.name === name);
      if (row === undefined || at === names.length - 1) return row;
      if (row.kind !== "folder") return undefined;
      folder = row.oid;
    }
    return undefined;
  }

  /** Everything beneath a folder that is no folder itself, by path. */
  async filesBelow(tree: string): Promise<TreeFile[] | Unread> {
    const files: TreeFile[] = [];
    const rowsByTree = new Map<string, ReturnType<GitObjects["rows"]>>();
    const rowsOf = (oid: string) =>
      rowsByTree.get(oid) ?? (rowsByTree.set(oid, this.rows(oid)).get(oid) as ReturnType<GitObjects["rows"]>);
    let folders = [{ oid: tree, within: "" }];
    for (let depth = 0; folders.length > 0; depth++) {
      if (files.length + folders.length > MOST_PATHS || depth > DEEPEST)
        return { state: "too large", because: `the folder ${short(tree)} holds too many paths` };
      const level = await Promise.all(folders.map(({ oid }) => rowsOf(oid)));
      const deeper: typeof folders = [];
      for (const [at, rows] of level.entries()) {
        if (isUnread(rows)) return rows;
        const within = folders[at]?.within ?? "";
        for (const { name, ...row } of rows) {
          if (row.kind === "folder") deeper.push({ oid: row.oid, within: `${within}${name}/` });
          else files.push({ file: `${within}${name}`, ...row });
        }
      }
      folders = deeper;
    }
    return files.sort((a, b) => (a.file < b.file ? -1 : 1));
  }

  async #ofType(type: string, oid: string, most: number): Promise<GitObject | Unread> {
    const answer = await this.object(oid, most);
    if (isUnread(answer) || answer.type === type) return answer;
    return { state: "malformed", because: `${short(oid)} is a ${answer.type} and no ${type}` };
  }

  /** The object being read ended git: the others are read again, as often as git may end. */
  async #ask(oid: string, most: number): Promise<GitObject | Unread> {
    for (;;) {
      if (this.#batch === undefined || this.#batch.hasEnded) {
        if (this.#starts++ === MOST_STARTS) return { state: "failed", because: "git cat-file ended too often" };
        this.#batch = batchFor(this.#root);
      }
      const answer = await this.#batch.ask(oid, most);
      if (answer !== "not reached") return answer;
    }
  }
}

const ID_BYTES = { 40: 20, 64: 32 } as const;

/** Parses a list of `<mode> <name>\0<id>`; undefined for anything else. */
function rowsIn({ oid: tree, bytes }: GitObject): TreeRow[] | undefined {
  const idBytes = ID_BYTES[tree.length as keyof typeof ID_BYTES];
  const rows: TreeRow[] = [];
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(32, at);
    const nul = bytes.indexOf(0, space);
    const end = nul + 1 + idBytes;
    if (space === -1 || nul === -1 || end > bytes.length) return undefined;
    const mode = bytes.toString("latin1", at, space);
    rows.push({
      name: nameIn(bytes.subarray(space + 1, nul)),
      mode,
      kind: kindOf(mode),
      oid: bytes.toString("hex", nul + 1, end),
    });
    at = end;
  }
  return rows;
}

function nameIn(bytes: Buffer): string {
  const name = bytes.toString("utf8");
  return Buffer.from(name).equals(bytes) ? name : `\uFFFD${bytes.toString("latin1")}`;
}

function kindOf(mode: string): RowKind {
  const type = Number.parseInt(mode, 8) >> 12;
  if (type === 0o4) return "folder";
  if (type === 0o12) return "link";
  if (type === 0o16) return "submodule";
  if (type !== 0o10) return "other";
  return (Number.parseInt(mode, 8) & 0o100) === 0 ? "file" : "program";
}

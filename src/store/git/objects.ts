/**
 * Git's objects, by their ids: the one way in which the tree of a commit is read. One `git cat-file --batch` answers for
 * as long as it is asked; nothing is checked out, followed, filtered or fetched, and what does not hash to its id is torn.
 */
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { createHash, type Hash } from "node:crypto";
import { MAX_FILE_BYTES } from "../records/scan.js";
import { startGit } from "./git.js";
import { OID } from "./git-commits.js";

/** Why an object is not read; one that no clone would have either is `malformed`. */
export interface Unread {
  state: "missing" | "too large" | "malformed" | "failed";
  /** Part of a sentence. */
  because: string;
}

/** An object of this clone, whole. */
export interface GitObject {
  state: "whole";
  /** The whole id. */
  oid: string;
  type: string;
  bytes: Buffer;
}

/** What a row of a tree stands for: a link and a submodule are no files, and are never followed. */
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

/** Neither fetches what a partial clone left out; git before 2.44 knows the second alone. */
const NO_FETCH = { GIT_NO_LAZY_FETCH: "1", GIT_ALLOW_PROTOCOL: "" };

const MAX_TREE_BYTES = 64 * 1024 * 1024;
/** A few folders that hold each other over and over make any number of paths. */
const MOST_PATHS = 500_000;
const DEEPEST = 100;
const MOST_STARTS = 20;

/** Links, submodules and folders are none. */
export const isFile = ({ kind }: Pick<TreeRow, "kind">): boolean => kind === "file" || kind === "program";

const short = (oid: string): string => oid.slice(0, 10);

export const isUnread = (answer: object | undefined): answer is Unread => answer !== undefined && "because" in answer;

/** Opens a reader for the time of the body. No process is started before an object is asked for. */
export async function withObjects<T>(root: string, body: (objects: GitObjects) => Promise<T>): Promise<T> {
  const objects = new GitObjects(root);
  try {
    return await body(objects);
  } finally {
    await objects.close();
  }
}

export class GitObjects {
  readonly #root: string;
  #batch: Batch | undefined;
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
    const seen = new Map<string, ReturnType<GitObjects["rows"]>>();
    const rowsOf = (oid: string) =>
      seen.get(oid) ?? (seen.set(oid, this.rows(oid)).get(oid) as ReturnType<GitObjects["rows"]>);
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

  async close(): Promise<void> {
    await this.#batch?.close();
  }

  async #ofType(type: string, oid: string, most: number): Promise<GitObject | Unread> {
    const answer = await this.object(oid, most);
    if (isUnread(answer) || answer.type === type) return answer;
    return { state: "malformed", because: `${short(oid)} is a ${answer.type} and no ${type}` };
  }

  /** What ends git is the object it was at: the others are asked for again, as often as git may end. */
  async #ask(oid: string, most: number): Promise<GitObject | Unread> {
    for (;;) {
      if (this.#batch === undefined || this.#batch.hasEnded) {
        if (this.#starts++ === MOST_STARTS) return { state: "failed", because: "git cat-file ended too often" };
        this.#batch = new Batch(this.#root);
      }
      const answer = await this.#batch.ask(oid, most);
      if (answer !== "not reached") return answer;
    }
  }
}

interface Question {
  oid: string;
  most: number;
  settle(answer: GitObject | Unread | "not reached"): void;
}

interface Body extends Omit<GitObject, "state" | "bytes"> {
  size: number;
  /** Bytes still to come, and the end of line behind them. */
  left: number;
  hash: Hash;
  parts: Buffer[];
}

/** `<oid> <type> <size>` */
const HEAD = /^([0-9a-f]+) (commit|tree|blob|tag) (\d+)$/;
const LONGEST_ERROR = 4_096;

/** One process: questions go in by line, answers come in their order. */
class Batch {
  readonly #git: ChildProcessWithoutNullStreams;
  readonly #ended: Promise<void>;
  readonly #questions: Question[] = [];
  #rest: Buffer = Buffer.alloc(0);
  #body: Body | undefined;
  #errors = "";
  #isTorn = false;
  hasEnded = false;

  constructor(root: string) {
    this.#git = startGit(root, ["cat-file", "--batch"], NO_FETCH);
    this.#git.stdout.on("data", (chunk: Buffer) => this.#read(chunk));
    this.#git.stderr.on("data", (chunk: Buffer) => {
      if (this.#errors.length < LONGEST_ERROR) this.#errors += chunk.toString("utf8");
    });
    // A git that ends before it has read everything says why on stderr.
    this.#git.stdin.on("error", () => undefined);
    this.#git.on("error", (error) => {
      this.#errors = error.message;
    });
    this.#ended = new Promise((resolve) => this.#git.on("close", () => resolve(this.#end())));
  }

  ask(oid: string, most: number): Promise<GitObject | Unread | "not reached"> {
    return new Promise((settle) => {
      this.#questions.push({ oid, most, settle });
      this.#git.stdin.write(`${oid}\n`);
    });
  }

  async close(): Promise<void> {
    this.#git.stdin.end();
    await this.#ended;
  }

  #read(chunk: Buffer): void {
    let rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    while (rest.length > 0 && !this.#isTorn) {
      if (this.#body !== undefined) {
        rest = rest.subarray(this.#readBody(this.#body, rest));
        continue;
      }
      const line = rest.indexOf(10);
      if (line === -1) break;
      this.#readHead(rest.toString("latin1", 0, line));
      rest = rest.subarray(line + 1);
    }
    this.#rest = rest;
  }

  #readHead(head: string): void {
    const [, oid = "", type = "", size] = HEAD.exec(head) ?? [];
    if (size === undefined)
      this.#settle({ state: "missing", because: `${short(this.#questions[0]?.oid ?? "")} is not in this clone` });
    else {
      const hash = createHash(oid.length === 64 ? "sha256" : "sha1").update(`${type} ${size}\0`);
      this.#body = { oid, type, size: Number(size), left: Number(size) + 1, hash, parts: [] };
    }
  }

  /** Answers how many bytes belong to it. */
  #readBody(body: Body, bytes: Buffer): number {
    const length = Math.min(bytes.length, body.left);
    const content = bytes.subarray(0, Math.min(length, body.left - 1));
    body.hash.update(content);
    if (body.size <= (this.#questions[0]?.most ?? 0)) body.parts.push(content);
    body.left -= length;
    if (body.left === 0) {
      this.#body = undefined;
      this.#settle(this.#answerOf(body));
    }
    return length;
  }

  #answerOf({ oid, type, size, hash, parts }: Body): GitObject | Unread {
    const { oid: asked = "", most = 0 } = this.#questions[0] ?? {};
    if (oid !== asked || hash.digest("hex") !== oid) {
      // Where one answer ends and the next begins is not known any more.
      this.#isTorn = true;
      this.#git.kill();
      return { state: "malformed", because: `${short(asked)} is torn` };
    }
    if (size > most) return { state: "too large", because: `${short(oid)} has ${size} bytes` };
    return { state: "whole", oid, type, bytes: Buffer.concat(parts) };
  }

  #settle(answer: GitObject | Unread): void {
    this.#questions.shift()?.settle(answer);
  }

  #end(): void {
    this.hasEnded = true;
    const [line = ""] = this.#errors.match(/^(?:fatal|error): .*$/m) ?? [this.#errors.trim()];
    const because = `git cat-file ended: ${line === "" ? "it does not say why" : line}`;
    if (!this.#isTorn) this.#questions.shift()?.settle({ state: "failed", because });
    for (const one of this.#questions.splice(0)) one.settle("not reached");
  }
}

const ID_BYTES = { 40: 20, 64: 32 } as const;

/** `<mode> <name>\0<id>`, one behind the other; undefined for what is no such list. */
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

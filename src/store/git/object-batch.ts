/** One `git cat-file --batch`: what is asked goes in by line, what is answered comes in its order and is checked by its hash. */
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { createHash, type Hash } from "node:crypto";
import { NO_FETCH, startGit } from "./git.js";

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

/** As people name it. */
export const short = (oid: string): string => oid.slice(0, 10);

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
export class ObjectBatch {
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

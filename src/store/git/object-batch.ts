/** One `git cat-file --batch`: names go in line by line, objects come back in order, each checked by its hash. */
import type { ChildProcess, ChildProcessWithoutNullStreams } from "node:child_process";
import { createHash, type Hash } from "node:crypto";
import type { Socket } from "node:net";
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
  bytesLeft: number;
  hash: Hash;
  parts: Buffer[];
}

/** `<oid> <type> <size>` */
const HEAD = /^([0-9a-f]+) (commit|tree|blob|tag) (\d+)$/;
const LONGEST_ERROR = 4_096;

/** How long a git process waits for the next object: the reads of one command share a process. */
const IDLE_MS = 5_000;

let last: { root: string; batch: ObjectBatch } | undefined;

/** The git that answers for a repository: the one that was asked last, or a new one. */
export function batchFor(root: string): ObjectBatch {
  if (last === undefined || last.root !== root || last.batch.hasEnded) last = { root, batch: new ObjectBatch(root) };
  return last.batch;
}

/**
 * One process: questions go in by line, answers come in their order. It ends when nothing was asked for a while, and
 * keeps no process of ours from ending.
 */
export class ObjectBatch {
  readonly #git: ChildProcessWithoutNullStreams;
  readonly #questions: Question[] = [];
  #rest: Buffer = Buffer.alloc(0);
  #body: Body | undefined;
  #errors = "";
  #isTorn = false;
  #idle: NodeJS.Timeout | undefined;
  hasEnded = false;

  constructor(root: string) {
    this.#git = startGit(root, ["cat-file", "--batch"], NO_FETCH);
    this.#git.stdout.on("data", (chunk: Buffer) => this.#read(chunk));
    this.#git.stderr.on("data", (chunk: Buffer) => {
      if (this.#errors.length < LONGEST_ERROR) this.#errors += chunk.toString("utf8");
    });
    // When git ends before it has read its input, stderr has the reason.
    this.#git.stdin.on("error", () => undefined);
    this.#git.on("error", (error) => {
      this.#errors = error.message;
    });
    this.#git.on("close", () => this.#end());
  }

  ask(oid: string, most: number): Promise<GitObject | Unread | "not reached"> {
    return new Promise((settle) => {
      if (this.#questions.length === 0) this.#hold(true);
      this.#questions.push({ oid, most, settle });
      this.#git.stdin.write(`${oid}\n`);
    });
  }

  /** Whether this process waits for git: only for answers. */
  #hold(waits: boolean): void {
    clearTimeout(this.#idle);
    const { stdin, stdout, stderr } = this.#git;
    for (const one of [this.#git, stdin, stdout, stderr] as (ChildProcess | Socket)[]) waits ? one.ref() : one.unref();
    if (!waits) this.#idle = setTimeout(() => this.#close(), IDLE_MS).unref();
  }

  #close(): void {
    this.hasEnded = true;
    this.#git.stdin.end();
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
      this.#body = { oid, type, size: Number(size), bytesLeft: Number(size) + 1, hash, parts: [] };
    }
  }

  /** Answers how many bytes belong to it. */
  #readBody(body: Body, bytes: Buffer): number {
    const length = Math.min(bytes.length, body.bytesLeft);
    const content = bytes.subarray(0, Math.min(length, body.bytesLeft - 1));
    body.hash.update(content);
    if (body.size <= (this.#questions[0]?.most ?? 0)) body.parts.push(content);
    body.bytesLeft -= length;
    if (body.bytesLeft === 0) {
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
    if (this.#questions.length === 0) this.#hold(false);
  }

  #end(): void {
    this.hasEnded = true;
    const [line = ""] = this.#errors.match(/^(?:fatal|error): .*$/m) ?? [this.#errors.trim()];
    const because = `git cat-file ended: ${line === "" ? "it does not say why" : line}`;
    if (!this.#isTorn) this.#questions.shift()?.settle({ state: "failed", because });
    for (const one of this.#questions.splice(0)) one.settle("not reached");
  }
}

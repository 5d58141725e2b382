/** What this process was given, and how its streams are read and written so that nothing is cut and nobody waits for ever. */
import { fstatSync, writeSync } from "node:fs";
import { isatty } from "node:tty";
import type { Serving } from "../context.js";
import { TenetError, wrongUsage } from "../errors.js";
import type { ModelPools } from "../search/model/embed-pool.js";

/** What this process was given: argv, environment and streams. Read from the machine in main.ts alone. */
export interface ProcessIO {
  /** Without node and the script. */
  argv: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  /** Opened when first used: most commands never read it. */
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Known without opening the streams. */
  readonly isTTY: { readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean };
  /** Writes to a stream that is no terminal without opening it. Answers what is left to write. */
  writeAtOnce(stream: "stdout" | "stderr", text: string): Uint8Array;
  /** The system's time zone: the suggestion for a new profile. */
  timezone: string;
  /** The moment (`performance.now()`) at which this command began: 0 in a process of its own. */
  startedMs: number;
  /** Models that stay loaded from one command of this process to the next. */
  models?: ModelPools;
  /** Aborted by Ctrl-C or a request to end. */
  signal: AbortSignal;
  version: string;
  /** The other doors, for the command that opens one: joined in main.ts. */
  readonly serve?: { mcp(serving: Serving): Promise<void> };
}

/** An environment variable that says something: unset and empty are the same. */
export function stated(env: ProcessIO["env"], name: string): string | undefined {
  const value = env[name];
  return value === undefined || value === "" ? undefined : value;
}

/** The standard streams by their numbers. Opening one as a stream makes Node load its network code: 5 ms. */
export const DESCRIPTORS = { stdin: 0, stdout: 1, stderr: 2 } as const;

/** Terminals are character devices: of a pipe or a file it is known without loading `node:tty`. */
export function isTerminal(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice() && isatty(descriptor);
  } catch {
    return false;
  }
}

/** What a pipe surely takes at once: a larger text could block in the middle of Ctrl-C. */
const AT_ONCE_BYTES = 32 * 1024;

/**
 * Writes a short text to a pipe or a file without opening its stream: Node loads its network code for one. Answers what
 * is left for the stream to write. A reader that has left is fine; a full disk throws.
 */
export function writeAtOnce(descriptor: number, text: string): Uint8Array {
  let left: Uint8Array = Buffer.from(text);
  if (left.length > AT_ONCE_BYTES) return left;
  try {
    while (left.length > 0) left = left.subarray(writeSync(descriptor, left));
  } catch (error) {
    if (codeOf(error) === "EAGAIN") return left;
    if (!GONE.has(codeOf(error))) throw error;
    return new Uint8Array();
  }
  return left;
}

/** Reads and writes of a stream that has gone away: `| head -1` is no failure. */
const GONE = new Set(["EPIPE", "ERR_STREAM_DESTROYED", "ECONNRESET"]);

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? "";

/** Writes all of it before it resolves. A reader that has left is fine; a full disk is not. */
export function writeAll(stream: NodeJS.WriteStream, text: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (error === null || error === undefined || GONE.has(codeOf(error))) resolve();
      else reject(error);
    });
  });
}

const ignore = () => undefined;

/** An `error` event without a listener kills the process; the callback of each write reports the same. */
export function tame(stream: NodeJS.WriteStream): void {
  if (!stream.listeners("error").includes(ignore)) stream.on("error", ignore);
}

interface CollectOptions {
  /** So long nothing may come before the first bytes; with `between` also between any two. */
  silenceMs: number;
  between?: boolean;
  mostBytes?: number;
}

type Ended = "whole" | "silent" | "broken" | "aborted" | "too-large";

/** What a stream says until its end, or until something else ends it; the stream stays open. */
export async function collect(
  stdin: NodeJS.ReadStream,
  signal: AbortSignal,
  { silenceMs, between = false, mostBytes = Number.POSITIVE_INFINITY }: CollectOptions,
): Promise<{ bytes: Buffer; ended: Ended }> {
  const chunks: Buffer[] = [];
  let size = 0;
  let stop: (ended: Ended) => void = () => undefined;
  const ending = new Promise<Ended>((resolve) => {
    stop = resolve;
  });
  const abort = () => stop("aborted");
  const wait = () => setTimeout(() => stop("silent"), silenceMs);
  let timer = wait();
  signal.addEventListener("abort", abort);
  stdin.on("data", (chunk: Buffer) => {
    clearTimeout(timer);
    if (between) timer = wait();
    size += chunk.length;
    if (size > mostBytes) stop("too-large");
    else chunks.push(chunk);
  });
  stdin.on("end", () => stop("whole"));
  stdin.on("error", () => stop("broken"));
  const ended = await ending;
  clearTimeout(timer);
  signal.removeEventListener("abort", abort);
  stdin.removeAllListeners("data");
  stdin.pause();
  stdin.unref?.();
  return { bytes: ended === "too-large" ? Buffer.alloc(0) : Buffer.concat(chunks), ended };
}

/** A pipe that says nothing for so long is taken for one that nobody will ever write. */
const SILENCE_MS = 3000;
/** As for a file that is named: what is longer is refused while it comes, before anything looks at it. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * All of stdin as text. Bad bytes are refused, and more than {@link MOST_BYTES}. `flag` names what to use instead when nothing comes: an agent's shell
 * may leave an open pipe behind that nobody writes.
 */
export async function readAll(stdin: NodeJS.ReadStream, flag: string, signal: AbortSignal): Promise<string> {
  const silenceMs = stdin.isTTY ? 2 ** 30 : SILENCE_MS;
  const { bytes, ended } = await collect(stdin, signal, { silenceMs, mostBytes: MOST_BYTES });
  if (ended === "aborted") throw signal.reason;
  if (ended === "silent" || ended === "too-large") stdin.destroy();
  if (ended === "too-large") throw tooLong();
  const text = ended === "whole" ? decoded(bytes) : "";
  if (text.trim() === "") throw nothing(flag);
  return text;
}

function nothing(flag: string): TenetError {
  return wrongUsage("nothing arrived on stdin", `Pipe it in, or use ${flag}.`);
}

function tooLong(): TenetError {
  const most = `${MOST_BYTES / 1024 / 1024} MB`;
  return wrongUsage(`stdin is longer than ${most}`, "Nothing was read or written. Give it in parts.");
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new TenetError("stdin is not valid UTF-8", {
      failure: "usage",
      hint: "Convert it to UTF-8 first; guessing would change your text.",
      cause,
    });
  }
}

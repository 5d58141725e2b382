/**
 * The input of this process, and reading and writing of its streams without truncation or endless waiting. Built in
 * `main.ts`.
 */
import { fstatSync, writeSync } from "node:fs";
import { isatty } from "node:tty";
import { TenetError, wrongUsage } from "../errors.js";

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

/** A pipe takes this much at once: a larger text could block during Ctrl-C. */
const AT_ONCE_BYTES = 32 * 1024;

/**
 * Writes a short text to a pipe or a file without opening its stream, since Node loads its network code for one.
 * Returns what remains for the stream. A closed reader is accepted; a full disk throws.
 */
export function writeAtOnce(descriptor: number, text: string): Uint8Array {
  let remaining: Uint8Array = Buffer.from(text);
  if (remaining.length > AT_ONCE_BYTES) return remaining;
  try {
    while (remaining.length > 0) remaining = remaining.subarray(writeSync(descriptor, remaining));
  } catch (error) {
    if (codeOf(error) === "EAGAIN") return remaining;
    if (!GONE.has(codeOf(error))) throw error;
    return new Uint8Array();
  }
  return remaining;
}

/** Reads and writes of a stream that has gone away: `| head -1` is no failure. */
const GONE = new Set(["EPIPE", "ERR_STREAM_DESTROYED", "ECONNRESET"]);

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? "";

/** Writes the whole text before it resolves. A closed reader is accepted; a full disk rejects. */
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
  /** The longest silence before the first bytes; with `between` also between any two. */
  silenceMs: number;
  between?: boolean;
  mostBytes?: number;
}

type Ended = "whole" | "silent" | "broken" | "aborted" | "too-large";

/** The bytes of a stream until it ends or a limit is reached; the stream stays open. */
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

/** A pipe that is silent for this long counts as unused. */
const SILENCE_MS = 3000;
/** The limit of a named file: longer input is refused while it arrives. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * All of stdin as text. Refuses invalid bytes, and more than {@link MOST_BYTES}. `flag` is the alternative to name when
 * nothing comes: an agent's shell may leave an open pipe.
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

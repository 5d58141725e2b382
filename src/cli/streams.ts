/** Reading and writing of the standard streams, without truncation or endless waiting. */
import { addAbortSignal } from "node:stream";
import { TenetError, wrongUsage } from "../errors.js";

/** A reader that has gone away: `| head -1` is no failure. */
const GONE: readonly unknown[] = ["EPIPE", "ERR_STREAM_DESTROYED", "ECONNRESET"];

const ignore = () => undefined;

const notPrinted = ({ message }: Error): TenetError =>
  new TenetError(`the answer could not be printed: ${message.replace(/^E\w+: |, write$/g, "")}`, {
    failure: "failed",
    hint: "What the command does is done.",
  });

/** Writes the whole text before it resolves. A closed reader is accepted; a full disk rejects. */
export function writeAll(stream: NodeJS.WriteStream, text: string): Promise<void> {
  // Without a listener the error, which each write reports, kills the process.
  if (!stream.listeners("error").includes(ignore)) stream.on("error", ignore);
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (error && !GONE.includes((error as NodeJS.ErrnoException).code)) reject(notPrinted(error));
      else resolve();
    });
  });
}

/**
 * The bytes of a stream until it ends, is silent or breaks; undefined when they are too many. Throws the reason of `signal`.
 * `silenceMs`: the longest silence before the first bytes; with `between` also between any two.
 */
export async function bytesOf(
  stdin: NodeJS.ReadStream,
  limits: { silenceMs: number; between?: boolean; mostBytes: number; signal: AbortSignal },
): Promise<Buffer | undefined> {
  const { silenceMs, between = false, mostBytes, signal } = limits;
  const silence = new AbortController();
  const wait = () => setTimeout(() => silence.abort(), silenceMs);
  let timer = wait();
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of addAbortSignal(AbortSignal.any([signal, silence.signal]), stdin)) {
      clearTimeout(timer);
      if (between) timer = wait();
      size += chunk.length;
      if (size > mostBytes) return undefined;
      chunks.push(chunk);
    }
  } catch {
    if (signal.aborted) throw signal.reason;
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks);
}

/** A pipe that is silent for this long counts as unused: an agent's shell may leave one open. */
const SILENCE_MS = 3000;
const FOREVER_MS = 2 ** 30;
/** The limit of a named file: longer input is refused while it arrives. */
const MOST_MB = 16;

/** All of stdin as text. Refuses invalid bytes and too many. `flag`: what to use instead when nothing comes. */
export async function readAll(stdin: NodeJS.ReadStream, flag: string, signal: AbortSignal): Promise<string> {
  const silenceMs = stdin.isTTY ? FOREVER_MS : SILENCE_MS;
  const bytes = await bytesOf(stdin, { silenceMs, mostBytes: MOST_MB * 1024 * 1024, signal });
  if (bytes === undefined)
    throw wrongUsage(`stdin is longer than ${MOST_MB} MB`, "Nothing was read. Give it in parts.");
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    const hint = "Convert it to UTF-8 first; guessing would change your text.";
    throw new TenetError("stdin is not valid UTF-8", { failure: "usage", hint, cause });
  }
  if (text.trim() === "") throw wrongUsage("nothing arrived on stdin", `Pipe it in, or use ${flag}.`);
  return text;
}

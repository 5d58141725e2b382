/** Writing and reading the standard streams so that nothing is cut, and nobody waits for ever. */
import { TenetError } from "../errors.js";

/** Reads and writes of a stream that has gone away: `| head -1` is no failure. */
export const GONE = new Set(["EPIPE", "ERR_STREAM_DESTROYED", "ECONNRESET"]);

export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? "";

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

/** A pipe that says nothing for so long is taken for one that nobody will ever write. */
const SILENCE_MS = 3000;

/**
 * All of stdin as text. Bad bytes are refused. `flag` names what to use instead when nothing comes: an agent's shell
 * may leave an open pipe behind that nobody writes.
 */
export async function readAll(stdin: NodeJS.ReadStream, flag: string, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  await new Promise<void>((resolve, reject) => {
    const stop = (result: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", interrupted);
      stdin.removeAllListeners("data");
      stdin.pause();
      stdin.unref?.();
      result();
    };
    const interrupted = () => stop(() => reject(signal.reason));
    const timer = setTimeout(
      () =>
        stop(() => {
          stdin.destroy();
          reject(nothing(flag));
        }),
      stdin.isTTY ? 2 ** 30 : SILENCE_MS,
    );
    signal.addEventListener("abort", interrupted);
    stdin.on("data", (chunk: Buffer) => {
      clearTimeout(timer);
      chunks.push(chunk);
    });
    stdin.on("end", () => stop(resolve));
    stdin.on("error", () => stop(() => reject(nothing(flag))));
  });
  const text = decoded(Buffer.concat(chunks));
  if (text.trim() === "") throw nothing(flag);
  return text;
}

function nothing(flag: string): TenetError {
  return new TenetError("nothing arrived on stdin", { failure: "usage", hint: `Pipe it in, or use ${flag}.` });
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

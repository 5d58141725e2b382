/** What a host writes to a hook's stdin. Never waits for somebody who says nothing. */
import type { ProcessIO } from "../process-io.js";

/** More is no hook's JSON. */
const MOST_BYTES = 16 * 1024 * 1024;
/** A host that has something to say has said it by then; a shell may leave an open pipe behind. */
const SILENCE_MS = 300;

/** All of stdin as text; empty from a terminal, a closed descriptor and a silent pipe. Undefined when it is too much. */
export async function hookStdin(from: Pick<ProcessIO, "isTTY" | "stdin" | "signal">): Promise<string | undefined> {
  if (from.isTTY.stdin) return "";
  let stdin: NodeJS.ReadStream;
  try {
    stdin = from.stdin;
  } catch {
    return "";
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  await new Promise<void>((resolve) => {
    let timer = setTimeout(stop, SILENCE_MS);
    function stop(): void {
      clearTimeout(timer);
      from.signal.removeEventListener("abort", stop);
      stdin.removeAllListeners("data");
      stdin.on("error", () => undefined);
      stdin.destroy();
      resolve();
    }
    from.signal.addEventListener("abort", stop);
    stdin.on("data", (chunk: Buffer) => {
      clearTimeout(timer);
      timer = setTimeout(stop, SILENCE_MS);
      bytes += chunk.length;
      if (bytes > MOST_BYTES) stop();
      else chunks.push(chunk);
    });
    stdin.on("end", stop);
    stdin.on("error", stop);
  });
  return bytes > MOST_BYTES ? undefined : Buffer.concat(chunks).toString("utf8");
}

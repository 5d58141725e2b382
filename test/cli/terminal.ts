/** A pseudo-terminal: the real binary with somebody typing at it. */
import { spawn } from "node:child_process";
import { binary, type Sandbox } from "../sandbox.js";

export const ENTER = "\r";
export const RIGHT = "\u001b[C";
export const CTRL_C = "\u0003";

const LIMIT_MS = 30_000;
/** A prompt listens a moment after it has drawn itself. */
const SETTLE_MS = 150;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Escape sequences taken out, so that a test reads what a person reads. */
export function readable(drawn: string): string {
  // biome-ignore lint/complexity/useRegexLiterals: a literal may not hold the control character.
  return drawn.replace(new RegExp("\u001b\\[[0-9;?]*[A-Za-z]", "g"), "").replaceAll("\r", "");
}

export interface Seen {
  code: number | null;
  /** Everything that stood on the screen, one after the other. */
  screen: string;
}

/**
 * Runs the binary at a terminal. Each step waits for a text on the screen, then types. Rejects with what stands on the
 * screen when a text does not come.
 */
export function atTerminal(
  box: Sandbox,
  args: readonly string[],
  steps: readonly (readonly [until: string, keys: string])[],
  env: Record<string, string> = {},
): Promise<Seen> {
  const command = [process.execPath, binary(), ...args].map(quoted).join(" ");
  const child = spawn("script", ["-qec", command, "/dev/null"], {
    cwd: box.dir,
    env: { ...box.env, TERM: "xterm-256color", ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let drawn = "";
  let read = 0;
  const left = [...steps];
  const typeNext = () => {
    const [next] = left;
    if (next === undefined) return;
    const [until, keys] = next;
    const at = readable(drawn).indexOf(until, read);
    if (at === -1) return;
    read = at + until.length;
    left.shift();
    setTimeout(() => {
      child.stdin.write(keys);
      typeNext();
    }, SETTLE_MS);
  };
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`waited for ${JSON.stringify(left[0]?.[0] ?? "the end")}:\n${readable(drawn)}`));
    }, LIMIT_MS);
    child.stdout.on("data", (chunk: Buffer) => {
      drawn += chunk.toString("utf8");
      typeNext();
    });
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ code, screen: readable(drawn) });
    });
  });
}

/** Somebody at a terminal: in the process of the test, and with the real binary at a pseudo-terminal. */
import { spawn } from "node:child_process";
import { PROOF } from "../effort.js";
import { binary, type Sandbox } from "../sandbox.js";

export const ENTER = "\r";
export const CTRL_C = "\u0003";
export const CTRL_D = "\u0004";

const LIMIT_MS = 120_000;
/** A prompt listens a moment after it has drawn itself. */
const SETTLE_MS = 150;
const HERE_MS = 15;

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

/** `keys`: what is typed, or what is done first and answers what is typed. */
type Step = readonly [until: string, keys: string | (() => string)];

/** Somebody who waits for one text after the other on a screen, and types something at each. */
class Typist {
  readonly #left: Step[];
  readonly #pauseMs: number;
  #drawn = "";
  #read = 0;

  constructor(steps: readonly Step[], pauseMs: number) {
    this.#left = [...steps];
    this.#pauseMs = pauseMs;
  }

  get screen(): string {
    return readable(this.#drawn);
  }

  sees(text: string, type: (keys: string) => void): void {
    this.#drawn += text;
    this.#typeNext(type);
  }

  #typeNext(type: (keys: string) => void): void {
    const [next] = this.#left;
    if (next === undefined) return;
    const [until, keys] = next;
    const at = this.screen.indexOf(until, this.#read);
    if (at === -1) return;
    this.#read = at + until.length;
    this.#left.shift();
    setTimeout(() => {
      type(typeof keys === "string" ? keys : keys());
      this.#typeNext(type);
    }, this.#pauseMs);
  }

  /** What is missing when a command does not end. */
  waits(): Error {
    return new Error(`waited for ${JSON.stringify(this.#left[0]?.[0] ?? "the end")}:\n${this.screen}`);
  }
}

/**
 * Runs a command with somebody typing at it. Each step waits for a text on the screen, then types. Rejects with what
 * stands on the screen when a text does not come. In proof this is a real terminal.
 */
export const atTerminal: typeof atKeyboard = (...typed) => (PROOF ? atRealTerminal : atKeyboard)(...typed);

/** In the process of the test: the prompts get streams that say of themselves that they are a terminal. */
export async function atKeyboard(
  box: Sandbox,
  args: readonly string[],
  steps: readonly Step[],
  env: Record<string, string> = {},
): Promise<Seen> {
  const typist = new Typist(steps, HERE_MS);
  try {
    const options = { env: { TERM: "xterm-256color", ...env }, timeout: LIMIT_MS };
    const code = await box.runTyped(args, (text, type) => typist.sees(text, type), options);
    return { code, screen: typist.screen };
  } catch (cause) {
    throw Object.assign(typist.waits(), { cause });
  }
}

/** The real binary at a pseudo-terminal. */
export function atRealTerminal(
  box: Sandbox,
  args: readonly string[],
  steps: readonly Step[],
  env: Record<string, string> = {},
): Promise<Seen> {
  const command = [process.execPath, binary(), ...args].map(quoted).join(" ");
  const child = spawn("script", ["-qec", command, "/dev/null"], {
    cwd: box.dir,
    env: { ...box.env, TERM: "xterm-256color", ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const typist = new Typist(steps, SETTLE_MS);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(typist.waits());
    }, LIMIT_MS);
    child.stdout.on("data", (chunk: Buffer) =>
      typist.sees(chunk.toString("utf8"), (keys) => void child.stdin.write(keys)),
    );
    child.on("error", reject);
    // A command that has ended reads no more keys.
    child.stdin.on("error", () => {});
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ code, screen: typist.screen });
    });
  });
}

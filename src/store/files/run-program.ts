/** A program that somebody named in the profile, as a child process: text in, text out, within time and size. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { oneLine } from "../../text/shorten.js";
import { appendLine } from "../append-log.js";
import type { Workspace } from "../workspace.js";

interface ProgramLimits {
  /** Milliseconds until it is ended. */
  time: number;
  /** Most bytes of its answer. */
  bytes: number;
}

/** Why a program gave no answer, as a plain sentence that follows "it". */
export class ProgramFailed extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ProgramFailed";
  }
}

const MOST_SAID = 300;

/**
 * Runs a command line in the shell with `input` on its stdin; answers its stdout. It and whatever it started end with
 * the limits, or when `signal` says so. Throws {@link ProgramFailed}.
 */
export function runProgram(
  command: string,
  input: string,
  { cwd, limits, signal }: { cwd: string; limits: ProgramLimits; signal: AbortSignal },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const group = process.platform !== "win32";
    const child = spawn(command, {
      cwd,
      shell: true,
      detached: group,
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
    });
    const out: Buffer[] = [];
    let size = 0;
    let said = "";
    const end = () => {
      try {
        if (group && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
        else child.kill("SIGKILL");
      } catch {
        // It has ended by itself meanwhile.
      }
    };
    const settle = (result: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", interrupted);
      result();
    };
    const fail = (message: string) => {
      end();
      settle(() => reject(new ProgramFailed(message)));
    };
    const interrupted = () => {
      end();
      settle(() => reject(signal.reason));
    };
    const timer = setTimeout(() => fail(`gave no answer within ${limits.time / 1000} s`), limits.time);
    signal.addEventListener("abort", interrupted);
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > limits.bytes) fail(`answered more than ${limits.bytes} bytes`);
      else out.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      if (said.length < MOST_SAID) said += chunk.toString("utf8");
    });
    // A program that reads nothing is judged by what it answers.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    child.on("error", (error) => fail(`could not be started (${error.message})`));
    child.on("close", (code, killed) => {
      const last = said.trim().split("\n")[0]?.slice(0, MOST_SAID) ?? "";
      if (code !== 0) return fail(`ended with ${code ?? killed}${last === "" ? "" : `: ${last}`}`);
      try {
        const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(out));
        settle(() => resolve(text));
      } catch {
        fail("answered in something else than UTF-8");
      }
    });
  });
}

/** The hash of a command as it is remembered. */
function commandHash(command: string): string {
  return createHash("sha256").update(command).digest("hex");
}

/** True when a person confirmed exactly this command in this clone. */
export function isConfirmed(ws: Workspace, command: string): boolean {
  let text: string;
  try {
    text = readFileSync(ws.confirmedPrograms, "utf8");
  } catch {
    return false;
  }
  const hash = commandHash(command);
  return text.split("\n").some((line) => line.startsWith(`${hash} `));
}

/** Remembers that somebody let a command run here. */
export async function rememberConfirmed(ws: Workspace, command: string, at: string, by: string): Promise<void> {
  await appendLine(ws.confirmedPrograms, `${commandHash(command)} ${at} ${oneLine(by)}`);
}

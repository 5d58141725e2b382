/** Programs that people name: one in the profile (text in, text out, within time and size), and their own editor. */
import { isUtf8 } from "node:buffer";
import { spawn } from "node:child_process";
import { readFileSync, realpathSync, statSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, delimiter, join, resolve } from "node:path";
import { TenetError } from "../../errors.js";
import { oneLine } from "../../text/shorten.js";
import { appendLine } from "../ledger/append-log.js";
import type { Workspace } from "../workspace.js";
import { sha256 } from "./atomic-file.js";

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
 * Runs a command line in the shell with `input` on its stdin; returns its stdout. It and its children are killed at the
 * limits, or when `signal` aborts. Throws {@link ProgramFailed}.
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
    let errorText = "";
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
      if (errorText.length < MOST_SAID) errorText += chunk.toString("utf8");
    });
    // A program that reads nothing is judged by what it answers.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    child.on("error", (error) => fail(`could not be started (${error.message})`));
    child.on("close", (code, killed) => {
      const last = errorText.trim().split("\n")[0]?.slice(0, MOST_SAID) ?? "";
      if (code !== 0) return fail(`ended with ${code ?? killed}${last === "" ? "" : `: ${last}`}`);
      const answer = Buffer.concat(out);
      if (!isUtf8(answer)) return fail("answered in something else than UTF-8");
      settle(() => resolve(new TextDecoder("utf-8").decode(answer)));
    });
  });
}

/** The file that a word of a command names: a program in PATH where it stands first, else one of the workspace. */
function fileNamed(ws: Workspace, word: string, isProgram: boolean): string | undefined {
  const inPath = isProgram && !/[/\\]/.test(word);
  const folders = inPath ? (process.env["PATH"] ?? "").split(delimiter) : [ws.root];
  for (const folder of folders) {
    try {
      const path = realpathSync(resolve(ws.root, folder, word));
      if (statSync(path).isFile()) return path;
    } catch {
      // Not there: the next folder, or no file at all.
    }
  }
  return undefined;
}

/**
 * What a confirmation is bound to: the command, and of each file it names where that lies and what it holds. Another
 * program under the same name is another one.
 */
function markOf(ws: Workspace, command: string): string {
  const words = command
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/["']/g, ""));
  // The target of a redirection is no part of a command's identity.
  const read = words.filter((_, at) => !/^\d?>>?$/.test(words[at - 1] ?? ""));
  const files = read.flatMap((word, at) => fileNamed(ws, word, at === 0) ?? []);
  return sha256(JSON.stringify([command, ...files.map((path) => [path, sha256(readFileSync(path))])]));
}

/** True when a person confirmed exactly this command in this clone, and its program is still the one it was. */
export function isConfirmed(ws: Workspace, command: string): boolean {
  let text: string;
  try {
    text = readFileSync(ws.confirmedPrograms, "utf8");
  } catch {
    return false;
  }
  const mark = markOf(ws, command);
  return text.split("\n").some((line) => line.startsWith(`${mark} `));
}

/** Remembers that a person allowed a command here. */
export async function rememberConfirmed(ws: Workspace, command: string, at: string, by: string): Promise<void> {
  await appendLine(ws.confirmedPrograms, `${markOf(ws, command)} ${at} ${oneLine(by)}`);
}

/** Editors that open a file at a line with `+N`, those that take `file:N`, and those that want `--goto` before it. */
const PLUS = /^(n?vim?|vi|emacs(client)?|nano|micro|kak|joe)$/;
const COLON = /^(hx|helix|subl|zed)$/;
const GOTO = /^(code|codium|cursor|windsurf)$/;

/** Arguments that open `path` at a 1-based line in an editor known by its name; others just get the file. */
export function editorArguments(command: string, path: string, line: number): string[] {
  const name = basename(command).replace(/\.(exe|cmd)$/, "");
  if (PLUS.test(name)) return [`+${line}`, path];
  if (COLON.test(name)) return [`${path}:${line}`];
  return GOTO.test(name) ? ["--goto", `${path}:${line}`] : [path];
}

/**
 * Opens a person's own editor (`$VISUAL`, `$EDITOR`, which may hold flags such as `code --wait`) on a file at a line
 * and waits until it is closed.
 */
export function openEditor(editor: string, path: string, line: number): Promise<void> {
  const [command = "vi", ...flags] = editor.trim().split(/\s+/);
  return new Promise((resolve, reject) => {
    const failed = (reason: string, cause?: unknown) =>
      reject(
        new TenetError(`the editor ${JSON.stringify(editor)} ${reason}`, {
          failure: "failed",
          code: "editor",
          hint: `Set EDITOR to one that runs, or state the field as a flag. The record stands at ${path}:${line}.`,
          cause,
        }),
      );
    const child = spawn(command, [...flags, ...editorArguments(command, path, line)], { stdio: "inherit" });
    child.on("error", (cause) => failed("could not be started", cause));
    child.on("exit", (code) => (code === 0 ? resolve() : failed(`ended with ${code ?? "a signal"}`)));
  });
}

/**
 * A text as a person leaves it in their own editor. It stands in a private temporary file meanwhile, which is gone
 * afterwards whatever happens.
 */
export async function editText(editor: string, name: string, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tenet-edit-"));
  const path = join(folder, name);
  try {
    await writeFile(path, text, { mode: 0o600 });
    await openEditor(editor, path, 1);
    return await readFile(path, "utf8");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

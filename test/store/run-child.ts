/** Bundles `child.ts` once a test file and runs it as a process of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const made: string[] = [];

/** Called after each test file. */
export function removeFolders(): void {
  bundled = undefined;
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** A fresh folder, real path, readable by other users; removed when the test file ends. */
export function freshFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tenet-tree-")));
  chmodSync(folder, 0o755);
  made.push(folder);
  return folder;
}

let bundled: Promise<string> | undefined;

function bundle(): Promise<string> {
  bundled ??= (async () => {
    const { build } = await import("esbuild");
    // Where packages with native parts are found.
    const cache = fileURLToPath(new URL("../../node_modules/.cache/tenet-test/", import.meta.url));
    mkdirSync(cache, { recursive: true });
    const folder = mkdtempSync(join(cache, "child-"));
    made.push(folder);
    const outfile = join(folder, "child.mjs");
    await build({
      entryPoints: [fileURLToPath(new URL("child.ts", import.meta.url))],
      outfile,
      bundle: true,
      packages: "external",
      platform: "node",
      format: "esm",
      logLevel: "error",
    });
    return outfile;
  })();
  return bundled;
}

export interface ChildRun {
  code: number | null;
  signal: NodeJS.Signals | null;
  // biome-ignore lint/suspicious/noExplicitAny: each verb answers a shape of its own, and the assertions state it.
  said: any;
  stderr: string;
}

const SHIM = fileURLToPath(new URL("../fault-shim.mjs", import.meta.url));

export interface ChildOptions {
  /** Variables of the fault shim without their `TEST_FAULT_`. */
  fault?: Record<string, string | number>;
  /** A shell fragment that runs before the process starts, for example a limit. */
  shell?: string;
}

export async function startChild(
  args: readonly (string | number)[],
  options: ChildOptions = {},
): Promise<ChildProcess> {
  const env: NodeJS.ProcessEnv = { PATH: process.env["PATH"] };
  for (const [name, value] of Object.entries(options.fault ?? {})) env[`TEST_FAULT_${name}`] = String(value);
  const shim = options.fault === undefined ? [] : ["--import", SHIM];
  const command = [process.execPath, ...shim, await bundle(), ...args.map(String)];
  const [file = "", ...rest] =
    options.shell === undefined ? command : ["sh", "-c", `${options.shell}; exec "$@"`, "sh", ...command];
  return spawn(file, rest, { env, stdio: ["ignore", "pipe", "pipe"] });
}

export function finished(child: ChildProcess): Promise<ChildRun> {
  return new Promise((resolve, reject) => {
    let stdout = "";
    let stderr = "";
    child.stdout?.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr?.on("data", (chunk) => {
      stderr += chunk;
    });
    child.on("error", reject);
    child.on("close", (code, signal) =>
      resolve({ code, signal, said: stdout === "" ? undefined : JSON.parse(stdout), stderr }),
    );
  });
}

export async function runChild(args: readonly (string | number)[], options: ChildOptions = {}): Promise<ChildRun> {
  return await finished(await startChild(args, options));
}

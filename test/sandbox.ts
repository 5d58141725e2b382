/**
 * One closed world a test: a temporary folder, an environment of its own, a clock that stands still, and the built
 * program, in the process of the test or as a child. Everything is removed when the test file ends.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import { emptyRepository } from "./empty-repository.js";
import { runHere, typeHere } from "./in-process.js";

const exec = promisify(execFile);
const made: string[] = [];

const forgetting: (() => void)[] = [];

/** Makes a world when it is first asked for, once a test file: for copies of it. */
export function oncePerFile<T>(make: () => Promise<T>): () => Promise<T> {
  let world: Promise<T> | undefined;
  return () => {
    if (world === undefined) forgetting.push(() => (world = undefined));
    world ??= make();
    return world;
  };
}

/** Called after each test file. */
export async function removeSandboxes(): Promise<void> {
  for (const forget of forgetting.splice(0)) forget();
  for (const folder of made.splice(0)) {
    await rm(folder, { recursive: true, force: true }).catch(async () => {
      await exec("chmod", ["-R", "u+rwX", folder]);
      await rm(folder, { recursive: true, force: true });
    });
  }
}

/** Where every test's clock stands unless it says otherwise. */
export const NOW = "2026-02-15T14:00:00Z";

const LIMIT_MS = 120_000;
/** A hook counts its time: on a busy machine it has this much more of it. */
const LEEWAY_MS = 20_000;
const PLAIN_PROFILE = "schema: 1\nagent: main\ntimezone: UTC\n";

export interface Ran {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  /** stdout as exactly one JSON document; throws with both streams otherwise. */
  // biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by its assertions.
  json(): any;
}

export interface RunOptions {
  /** A text is piped in; `null` (default) is /dev/null. */
  stdin?: string | null;
  /** Added to the closed environment; `undefined` takes a variable away. */
  env?: Record<string, string | undefined>;
  cwd?: string;
  /** Milliseconds until the command is stopped and the test fails; 30,000. */
  timeout?: number;
  /** Milliseconds for which a hook believes it has been running; {@link LEEWAY_MS} less than none. */
  ranFor?: number;
}

export interface ProcessOptions extends Omit<RunOptions, "stdin" | "ranFor"> {
  /** Also: `"closed"` no descriptor at all, `"silent"` a pipe nobody writes. */
  stdin?: string | null | { kind: "closed" | "silent" };
}

export interface Sandbox {
  /** The workspace: holds tenet.yaml unless `empty` was asked for. Real path. */
  readonly dir: string;
  /** The environment of every run. Change it to change all later runs. */
  readonly env: Record<string, string>;
  /** Runs the program in the process of the test, one command after the other. Never rejects for an exit code. */
  run(args: readonly string[], options?: RunOptions): Promise<Ran>;
  /**
   * The same with somebody at a keyboard and a screen: `drawn` sees what comes onto it, and may type. Answers the exit
   * code.
   */
  runTyped(
    args: readonly string[],
    drawn: (text: string, type: (keys: string) => void) => void,
    options?: Omit<RunOptions, "stdin">,
  ): Promise<number>;
  /** Runs the real binary in a process of its own: for crowds, pipes, faults. Never rejects for an exit code. */
  runProcess(args: readonly string[], options?: ProcessOptions): Promise<Ran>;
  /** Starts the real binary and hands over the child, for signals and streams. */
  start(args: readonly string[], options?: ProcessOptions): ChildProcess;
  /** Runs git in the workspace; answers stdout, throws on failure. */
  git(...args: string[]): Promise<string>;
  /** Moves the clock of all later runs. */
  at(instant: string): void;
  path(...segments: string[]): string;
  read(relative: string): Promise<string>;
  write(relative: string, content: string | Uint8Array): Promise<string>;
}

/** The built binary of this test run; throws what the build said when it failed. */
export function binary(): string {
  const built = inject("built");
  if (built.failure !== undefined)
    throw new Error(`the build failed, so the real binary cannot run:\n${built.failure}`);
  return built.binary;
}

/** How a command ended, however it was run. */
function ran(code: number | null, signal: NodeJS.Signals | null, stdout: string, stderr: string): Ran {
  return {
    code,
    signal,
    stdout,
    stderr,
    json() {
      try {
        return JSON.parse(stdout);
      } catch (cause) {
        throw new Error(`not one JSON document (exit ${code})\nstdout: ${stdout}\nstderr: ${stderr}`, { cause });
      }
    },
  };
}

export async function sandbox(
  options: {
    empty?: boolean;
    git?: boolean;
    profile?: string;
    now?: string;
    program?: string;
    /** A file of vectors that commands of this process use in place of the model. */
    vectors?: string | undefined;
  } = {},
): Promise<Sandbox> {
  const program = () => options.program ?? binary();
  const root = await realpath(await mkdtemp(join(tmpdir(), "tenet-test-")));
  made.push(root);
  const dir = join(root, "workspace");
  const home = join(root, "home");
  await mkdir(dir);
  await mkdir(home);
  await writeFile(
    join(home, "gitconfig"),
    "[user]\n\tname = sybil\n\temail = sybil@example.invalid\n[init]\n\tdefaultBranch = main\n[maintenance]\n\tauto = false\n",
  );
  const env: Record<string, string> = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    TMPDIR: root,
    LANG: "C.UTF-8",
    TZ: "UTC",
    NO_COLOR: "1",
    TENET_NOW: options.now ?? NOW,
    TENET_SEED: "sandbox",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: join(home, "gitconfig"),
    GIT_TERMINAL_PROMPT: "0",
    GIT_TEMPLATE_DIR: "",
  };

  const childEnv = (more: RunOptions["env"] = {}): Record<string, string> => {
    const merged = { ...env, ...more };
    return Object.fromEntries(Object.entries(merged).filter((pair): pair is [string, string] => pair[1] !== undefined));
  };

  const start: Sandbox["start"] = (args, { stdin = null, env: more, cwd = dir } = {}) => {
    const settings = { cwd, env: childEnv(more) };
    const command = [process.execPath, program(), ...args];
    if (stdin !== null && typeof stdin === "object" && stdin.kind === "closed") {
      return spawn("sh", ["-c", 'exec "$@" <&-', "sh", ...command], { ...settings, stdio: ["ignore", "pipe", "pipe"] });
    }
    const child = spawn(process.execPath, command.slice(1), {
      ...settings,
      stdio: [stdin === null ? "ignore" : "pipe", "pipe", "pipe"],
    });
    if (typeof stdin === "string") {
      child.stdin?.on("error", () => undefined);
      child.stdin?.end(stdin);
    }
    return child;
  };

  const sandboxed: Sandbox = {
    dir,
    env,
    start,
    async run(args, { stdin = null, env: more, cwd = dir, timeout = LIMIT_MS, ranFor = -LEEWAY_MS } = {}) {
      const command = { binary: program(), args, cwd, env: childEnv(more), timeout, ranFor, vectors: options.vectors };
      const { code, stdout, stderr } = await runHere(command, stdin);
      return ran(code, null, stdout, stderr);
    },
    runTyped: (args, drawn, { env: more, cwd = dir, timeout = LIMIT_MS, ranFor = -LEEWAY_MS } = {}) =>
      typeHere({ binary: program(), args, cwd, env: childEnv(more), timeout, ranFor }, drawn),
    runProcess: (args, runOptions = {}) =>
      new Promise((resolve, reject) => {
        const child = start(args, runOptions);
        const out: Buffer[] = [];
        const err: Buffer[] = [];
        child.stdout?.on("data", (chunk: Buffer) => out.push(chunk));
        child.stderr?.on("data", (chunk: Buffer) => err.push(chunk));
        const limit = runOptions.timeout ?? LIMIT_MS;
        const timer = setTimeout(() => {
          child.kill("SIGKILL");
          reject(
            new Error(
              `tenet ${args.join(" ")} did not end within ${limit} ms\n${Buffer.concat(out)}\n${Buffer.concat(err)}`,
            ),
          );
        }, limit);
        child.on("error", reject);
        child.on("close", (code, signal) => {
          clearTimeout(timer);
          resolve(ran(code, signal, Buffer.concat(out).toString("utf8"), Buffer.concat(err).toString("utf8")));
        });
      }),
    git: async (...args) =>
      (await exec("git", args, { cwd: dir, env: childEnv(), maxBuffer: 64 * 1024 * 1024 })).stdout,
    at(instant) {
      env["TENET_NOW"] = instant;
    },
    path: (...segments) => join(dir, ...segments),
    read: (relative) => readFile(join(dir, relative), "utf8"),
    async write(relative, content) {
      const path = resolve(dir, relative);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
      return path;
    },
  };

  if (options.empty !== true) await sandboxed.write("tenet.yaml", options.profile ?? PLAIN_PROFILE);
  if (options.git === true) {
    emptyRepository(dir);
    if (options.empty !== true) {
      await sandboxed.git("add", ".");
      await sandboxed.git("commit", "-q", "-m", "start");
    }
  }
  return sandboxed;
}

/** A sandbox of its own with the same workspace and clock. */
export async function copyOf(box: Sandbox): Promise<Sandbox> {
  const copy = await sandbox({ empty: true });
  // What SQLite keeps beside the cache may go at any moment.
  await cp(box.dir, copy.dir, { recursive: true, filter: (path) => !/\.db-shm$|cache\.db-wal$/.test(path) });
  copy.at(box.env["TENET_NOW"] ?? NOW);
  return copy;
}

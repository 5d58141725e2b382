/** git as a child process. */
import { execFile } from "node:child_process";

/** git ended with an error, or could not be started (`code` is undefined then). */
export class GitFailed extends Error {
  readonly code: number | undefined;
  readonly stderr: string;
  /** `git merge-file` answers with both: a text, and the number of conflicts as its code. */
  readonly stdout: string;

  constructor(args: readonly string[], code: number | undefined, stderr: string, stdout = "") {
    const lines = stderr
      .trim()
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("hint:"));
    // git's own error comes first; the advice behind it names steps that nobody should take without looking.
    const told = lines.filter((line) => /^(?:fatal|error): /.test(line)).slice(0, 2);
    const said = (told.length > 0 ? told : lines.slice(-3)).join("; ");
    const verb = args.find((arg) => !arg.startsWith("-")) ?? "";
    super(`git ${verb}: ${said === "" ? `exit ${code ?? "unknown"}` : said}`);
    this.name = "GitFailed";
    this.code = code;
    this.stderr = stderr;
    this.stdout = stdout;
  }
}

/** Set by git for its hooks; they would point our own calls at that command's index instead of the work tree's. */
const OF_A_CALLER = [
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_PREFIX",
  "GIT_COMMON_DIR",
  "GIT_OBJECT_DIRECTORY",
];

/** A hook or a signing program that waits for somebody must not hold the lock for ever. */
const LIMIT_MS = 60_000;

/**
 * git's standard output, as bytes. Never waits for a person; never takes the index lock for a read. `more`: variables
 * for this call, such as an index of its own.
 */
export function runBytes(
  root: string,
  args: readonly string[],
  input: string | Uint8Array = "",
  more: Readonly<Record<string, string>> = {},
): Promise<Buffer> {
  const env: NodeJS.ProcessEnv = { ...process.env, GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" };
  for (const name of OF_A_CALLER) delete env[name];
  Object.assign(env, more);
  return new Promise((resolve, reject) => {
    const child = execFile(
      "git",
      ["-C", root, ...args],
      { env, encoding: "buffer", maxBuffer: 256 * 1024 * 1024, timeout: LIMIT_MS, windowsHide: true },
      (error, stdout, stderr) => {
        if (error === null) return resolve(stdout);
        const code = typeof error.code === "number" ? error.code : undefined;
        const said = stderr.toString("utf8");
        reject(
          new GitFailed(args, code, said === "" && code === undefined ? error.message : said, stdout.toString("utf8")),
        );
      },
    );
    // A git that ends before it has read everything says why on stderr.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
  });
}

/** git's standard output, as text. */
export async function run(root: string, args: readonly string[]): Promise<string> {
  return (await runBytes(root, args)).toString("utf8");
}

/** Runs git: queries, and one write, a commit of tenet's own files. Called by everything that reads git. */
import { type ExecFileException, execFile } from "node:child_process";
import { realpathSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { TenetError } from "../../errors.js";
import { workTreeOf } from "./git-folder.js";

/** git ended with an error, was stopped, or could not be started (`exitCode` is undefined then). */
export class GitFailed extends TenetError {
  readonly exitCode: number | undefined;
  readonly stderr: string;

  constructor(args: readonly string[], exitCode: number | undefined, stderr: string) {
    const lines = stderr
      .trim()
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("hint:"));
    // git's own error comes first; the advice behind it names steps that nobody should take without looking.
    const errorLines = lines.filter((line) => /^(?:fatal|error): /.test(line)).slice(0, 2);
    const message = (errorLines.length > 0 ? errorLines : lines.slice(-3)).join("; ");
    const verb = args.find((arg, at) => !arg.startsWith("-") && args[at - 1] !== "-c") ?? "";
    super(`git ${verb}: ${message === "" ? `exit ${exitCode ?? "unknown"}` : message}`, {
      failure: "failed",
      code: "git-failed",
      hint: /identity|ident name|auto-detection/i.test(stderr)
        ? "Set user.name and user.email for this clone with git config."
        : "Look whether git runs here, and what it says: git status",
    });
    this.name = "GitFailed";
    this.exitCode = exitCode;
    this.stderr = stderr;
  }
}

/**
 * What a caller may say to git by its environment: who commits, where its settings and programs are. The rest would
 * point our calls at another index, other objects or another end of history, or start a program.
 */
const FROM_CALLER = /^GIT_(?:AUTHOR_|COMMITTER_|CONFIG_|EXEC_PATH$)/;

/** Neither fetches what a partial clone left out; git before 2.44 knows the second alone. */
const NO_FETCH = { GIT_NO_LAZY_FETCH: "1", GIT_ALLOW_PROTOCOL: "" };

/** Answers as they are written here: no setting of this clone changes what git prints or starts a program for it. */
const PLAIN = [
  ...["core.fsmonitor=false", "core.quotePath=false", "log.showSignature=false", "log.showRoot=true"],
  ...["log.diffMerges=separate", "log.follow=false", "i18n.logOutputEncoding=UTF-8", "color.ui=false"],
  ...["grep.fullName=false", "diff.orderFile=/dev/null", "diff.relative=false", "diff.renames=false"],
].flatMap((setting) => ["-c", setting]);

/** Options of history searches: no attribute makes a text binary, and no external program runs. */
export const IN_TEXTS = ["--text", "--no-textconv", "--no-ext-diff"];

/** A hook or a signing program that waits for input must not hold the lock for ever. */
const LIMIT_MS = 60_000;
/** Of one answer. */
const MOST_BYTES = 256 * 1024 * 1024;

type Variables = Readonly<Record<string, string | undefined>>;

function environment(more: Variables): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_") || FROM_CALLER.test(name));
  const ours = { GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" };
  return { ...Object.fromEntries(inherited), ...ours, ...NO_FETCH, ...more };
}

/**
 * git's standard output, as bytes. Never waits for a person; never takes the index lock for a read. `more`: variables
 * for this call, such as the path of another index.
 */
export async function runBytes(
  root: string,
  args: readonly string[],
  input: string | Uint8Array = "",
  more: Variables = {},
): Promise<Buffer> {
  const limits = { maxBuffer: MOST_BYTES, timeout: LIMIT_MS, windowsHide: true };
  const all = ["-C", root, ...PLAIN, ...args];
  const running = promisify(execFile)("git", all, { env: environment(more), encoding: "buffer", ...limits });
  // When git ends before it has read its input, stderr has the reason.
  running.child.stdin?.on("error", () => undefined);
  running.child.stdin?.end(input);
  try {
    return (await running).stdout;
  } catch (error) {
    const { code, signal, stderr } = error as ExecFileException & { stderr?: Buffer };
    const failed = code === undefined || code === null ? `ended by ${signal}` : `it could not be run (${code})`;
    const reason = typeof code === "number" ? `exit ${code}` : failed;
    throw new GitFailed(args, typeof code === "number" ? code : undefined, stderr?.toString("utf8") || reason);
  }
}

/** git's standard output, as text. */
export async function run(root: string, args: readonly string[]): Promise<string> {
  return (await runBytes(root, args)).toString("utf8");
}

/** git's standard output, as text; undefined where git ends with an error or cannot be started. */
export async function answerOf(root: string, args: readonly string[], input = ""): Promise<string | undefined> {
  try {
    return (await runBytes(root, args, input)).toString("utf8");
  } catch (error) {
    if (error instanceof GitFailed) return undefined;
    throw error;
  }
}

/** Files as `git ls-files` lists them under some options and paths, each once. Throws {@link GitFailed}. */
export async function listedFiles(root: string, how: readonly string[]): Promise<string[]> {
  const listed = await run(root, ["ls-files", "-z", ...how]);
  return [...new Set(listed.split("\0").filter((file) => file !== ""))];
}

/** Which of some files, relative to the root, git ignores; none outside a repository. */
export async function ignoredAmong(root: string, files: readonly string[]): Promise<ReadonlySet<string>> {
  // With the dot no name is a pattern.
  const asked = files.map((file) => `./${file}\0`).join("");
  const listed = await answerOf(root, ["check-ignore", "-z", "--stdin"], asked);
  return new Set((listed ?? "").split("\0").map((name) => name.slice(2)));
}

/** `user.name` and `user.email` as git would use them here; empty without git. One child process. */
export async function gitIdentity(root: string): Promise<{ name?: string; email?: string }> {
  const listed = (await answerOf(root, ["config", "-z", "--get-regexp", "^user\\.(name|email)$"])) ?? "";
  // The last of a name counts.
  const settings = listed.matchAll(/user\.(name|email)\n([^\0\s][^\0]*)\0/g);
  return Object.fromEntries(Array.from(settings, ([, name, value = ""]) => [name, value.trim()]));
}

/** Files under some paths (relative to the root) that are not as at HEAD, from the top of the repository. */
export async function changedAmong(
  root: string,
  paths: readonly string[],
): Promise<{ path: string; isUntracked: boolean }[]> {
  const asked = ["status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--", ...paths];
  const rows = (await run(root, ["--literal-pathspecs", ...asked])).split("\0").slice(0, -1);
  // Each row is two letters for the state, and a path.
  return rows.map((row) => ({ path: row.slice(3), isUntracked: row.startsWith("?? ") }));
}

/**
 * Commits these paths (relative to the root) and nothing else a person may have staged. Does nothing when they are as
 * at HEAD. Throws {@link GitFailed} when git, one of its hooks or signing refuses: the files stay as written.
 */
export async function commitPaths(root: string, paths: readonly string[], message: string): Promise<void> {
  const changed = await changedAmong(root, paths);
  if (changed.length === 0) return;
  const top = workTreeOf(realpathSync(root)) ?? root;
  const untracked = changed.flatMap(({ path, isUntracked }) => (isUntracked ? [path] : []));
  const add = ["--literal-pathspecs", "add", "--intent-to-add", "--", ...untracked];
  const only = ["commit", "--quiet", "--only", "--cleanup=whitespace", "-m", message, "--"];
  const commit = ["--literal-pathspecs", ...only, ...changed.map(({ path }) => path)];
  // Only announced, not staged: a failed commit leaves nothing in the index for a later one.
  if (untracked.length > 0) await retryWhileBusy(() => run(top, add));
  // Hooks may fetch and push.
  await retryWhileBusy(() =>
    runBytes(top, commit, "", { GIT_NO_LAZY_FETCH: undefined, GIT_ALLOW_PROTOCOL: undefined }),
  );
}

const PATIENCE_MS = 5_000;

/** Waits while another git holds the index lock. The lock is never ours to delete. */
async function retryWhileBusy<T>(action: () => Promise<T>): Promise<T> {
  for (const until = performance.now() + PATIENCE_MS; ; await sleep(100)) {
    try {
      return await action();
    } catch (error) {
      const isLocked =
        error instanceof GitFailed && /index\.lock.*(?:File exists|another git process)/is.test(error.stderr);
      if (!isLocked || performance.now() > until) throw error;
    }
  }
}

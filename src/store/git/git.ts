/** Runs git: queries, and one write, a commit of tenet's own files. Called by everything that reads git. */
import { execFile } from "node:child_process";
import { realpathSync } from "node:fs";
import { devNull } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
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
      hint: "Look whether git runs here, and what it says: git status",
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

/** History as it was committed: what this clone alone has put in the place of commits and their parents does not count. */
const AS_COMMITTED = { GIT_NO_REPLACE_OBJECTS: "1", GIT_GRAFT_FILE: devNull };

/** A whole object id. */
export const OID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Neither fetches what a partial clone left out; git before 2.44 knows the second alone. */
export const NO_FETCH = { GIT_NO_LAZY_FETCH: "1", GIT_ALLOW_PROTOCOL: "" };

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

function environment(root: string, more: Variables): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_") || FROM_CALLER.test(name));
  const ours = { GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0", LC_ALL: "C", GIT_WORK_TREE: workTreeOf(root) };
  return { ...Object.fromEntries(inherited), ...ours, ...AS_COMMITTED, ...more };
}

/**
 * git's standard output, as bytes. Never waits for a person; never takes the index lock for a read. `more`: variables
 * for this call, such as the path of another index.
 */
export function runBytes(
  root: string,
  args: readonly string[],
  input: string | Uint8Array = "",
  more: Variables = {},
): Promise<Buffer> {
  const env = environment(root, more);
  return new Promise((resolve, reject) => {
    const child = execFile(
      "git",
      ["-C", root, ...PLAIN, ...args],
      { env, encoding: "buffer", maxBuffer: MOST_BYTES, timeout: LIMIT_MS, windowsHide: true },
      (error, stdout, stderr) => {
        if (error === null) return resolve(stdout);
        const { code, signal } = error;
        const isTooLong = code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER";
        const stop = isTooLong ? `it printed more than ${MOST_BYTES} bytes` : `it could not be run (${code})`;
        const [exitCode, reason] =
          typeof code === "number" ? [code, ""] : [undefined, code ? stop : `ended by ${signal}`];
        reject(new GitFailed(args, exitCode, stderr.toString("utf8") || reason));
      },
    );
    // When git ends before it has read its input, stderr has the reason.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
  });
}

/** git's standard output, as text. */
export async function run(root: string, args: readonly string[]): Promise<string> {
  return (await runBytes(root, args)).toString("utf8");
}

/** git's standard output, as text; undefined where git ends with an error or cannot be started. */
export async function answerOf(
  root: string,
  args: readonly string[],
  input = "",
  more: Variables = {},
): Promise<string | undefined> {
  try {
    return (await runBytes(root, args, input, more)).toString("utf8");
  } catch (error) {
    if (error instanceof GitFailed) return undefined;
    throw error;
  }
}

/** Tracked files of some names in any folder beneath, relative to the root; none outside a repository. */
export async function trackedBelow(root: string, names: readonly string[]): Promise<string[]> {
  const listed = await answerOf(root, ["ls-files", "-z", "--", ...names.map((name) => `:(glob)**/${name}`)]);
  return (listed ?? "").split("\0").filter((name) => name !== "");
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

/**
 * Commits these paths (relative to the root) and nothing else a person may have staged. Does nothing when they are as
 * at HEAD. Throws {@link GitFailed} when git, one of its hooks or signing refuses: the files stay as written.
 */
export async function commitPaths(root: string, paths: readonly string[], message: string): Promise<void> {
  const asked = ["status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--", ...paths];
  const rows = (await run(root, ["--literal-pathspecs", ...asked])).split("\0").slice(0, -1);
  if (rows.length === 0) return;
  // Each row is two letters for the state, and a path from the top of the repository.
  const top = workTreeOf(realpathSync(root)) ?? root;
  const untracked = rows.flatMap((row) => (row.startsWith("?? ") ? [row.slice(3)] : []));
  const add = ["--literal-pathspecs", "add", "--intent-to-add", "--", ...untracked];
  const only = ["commit", "--quiet", "--only", "--cleanup=whitespace", "-m", message, "--"];
  const commit = ["--literal-pathspecs", ...only, ...rows.map((row) => row.slice(3))];
  // Only announced, not staged: a failed commit leaves nothing in the index for a later one.
  if (untracked.length > 0) await retryWhileBusy(() => run(top, add));
  // Hooks that go to other folders find their own work tree there.
  await retryWhileBusy(() => runBytes(top, commit, "", { GIT_WORK_TREE: undefined }));
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

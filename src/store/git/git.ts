/** git as a foreign program: what tenet asks it and the one thing it may be told to do, a commit of tenet's own files. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { GitFailed, run } from "./git-run.js";

/** `user.name` and `user.email` as git would use them here; empty without git. One child process. */
export async function gitIdentity(root: string): Promise<{ name?: string; email?: string }> {
  let listed: string;
  try {
    listed = await run(root, ["config", "-z", "--get-regexp", "^user\\.(name|email)$"]);
  } catch (error) {
    if (error instanceof GitFailed) return {};
    throw error;
  }
  const identity: { name?: string; email?: string } = {};
  for (const pair of listed.split("\0")) {
    const [key, ...value] = pair.split("\n");
    const stated = value.join("\n").trim();
    if (stated === "") continue;
    if (key === "user.name") identity.name = stated;
    if (key === "user.email") identity.email = stated;
  }
  return identity;
}

/**
 * Commits these paths (relative to the root) and nothing else a person may have staged. Does nothing when they are as
 * at HEAD. Throws {@link GitFailed} when git, one of its hooks or signing refuses: the files stay as written.
 */
export async function commitPaths(root: string, paths: readonly string[], message: string): Promise<void> {
  const ask = (...args: string[]) => run(root, ["--literal-pathspecs", ...args]);
  const status = await ask("status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--", ...paths);
  if (status === "") return;
  const tracked = new Set((await ask("ls-files", "-z", "--", ...paths)).split("\0"));
  const untracked = paths.filter((path) => !tracked.has(path) && existsSync(join(root, path)));
  const known = [...paths.filter((path) => tracked.has(path)), ...untracked];
  if (known.length === 0) return;
  // Only announced, not staged: a commit that fails leaves nothing for somebody's next commit to sweep up.
  if (untracked.length > 0) await retryWhileBusy(() => ask("add", "--intent-to-add", "--", ...untracked));
  await retryWhileBusy(() => ask("commit", "--quiet", "--only", "-m", message, "--", ...known));
}

const PATIENCE_MS = 5_000;

/** Waits while another git holds the index lock. The lock is never ours to delete. */
async function retryWhileBusy<T>(action: () => Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE_MS;
  for (let pause = 25; ; pause = Math.min(pause * 2, 400)) {
    try {
      return await action();
    } catch (error) {
      const held =
        error instanceof GitFailed &&
        /index\.lock'?: File exists|index\.lock.*another git process/is.test(error.stderr);
      if (!held || performance.now() + pause > until) throw error;
      await sleep(pause);
    }
  }
}

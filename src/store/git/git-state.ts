/** What git is in the middle of, from the files it leaves: cheap enough to ask before every write. */
import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, delimiter, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { answerOf, GitFailed, run } from "./git.js";
import { commonFolder, gitFolder, workTreeOf } from "./git-folder.js";

/** In the order in which they are named: a rebase stops in a cherry-pick of its own. */
const UNFINISHED: readonly [file: string, what: string][] = [
  ["rebase-merge", "a rebase"],
  ["rebase-apply", "a rebase or a series of patches"],
  ["MERGE_HEAD", "a merge"],
  ["CHERRY_PICK_HEAD", "a cherry-pick"],
  ["REVERT_HEAD", "a revert"],
  ["sequencer/todo", "a row of cherry-picks or reverts"],
];

/** The same folder in the other work trees of its repository; none where there is only one. Links are not resolved. */
export function otherWorktrees(root: string): string[] {
  const own = gitFolder(root);
  if (own === undefined) return [];
  const common = commonFolder(own);
  const listed = existsSync(join(common, "worktrees")) ? readdirSync(join(common, "worktrees")) : [];
  const tops = listed.flatMap((name) => {
    try {
      return dirname(readFileSync(join(common, "worktrees", name, "gitdir"), "utf8").trim());
    } catch {
      return [];
    }
  });
  if (basename(common) === ".git") tops.push(dirname(common));
  const top = workTreeOf(root) as string;
  return tops.filter((other) => other !== top).map((other) => join(other, relative(top, resolve(root))));
}

/**
 * What git has left unfinished, in words: a merge, rebase, cherry-pick or revert, or paths that are unmerged without
 * one (after a stash). Undefined when nothing is, and where there is no git at all.
 */
export async function unfinishedMerge(root: string): Promise<string | undefined> {
  const folder = gitFolder(root);
  if (folder === undefined) return undefined;
  for (const [file, what] of UNFINISHED) if (existsSync(join(folder, file))) return `${what} is unfinished`;
  const [first, ...more] = await unmergedPaths(root, folder);
  if (first === undefined) return undefined;
  return more.length === 0 ? `${first} is unmerged` : `${first} and ${more.length} more are unmerged`;
}

/** A path that git could not merge, in one of its versions. */
export interface UnmergedRow {
  mode: string;
  oid: string;
  /** 1: what both sides came from, 2: ours, 3: theirs. */
  stage: "1" | "2" | "3";
  path: string;
}

const UNMERGED = /^(\d{6}) ([0-9a-f]{40}|[0-9a-f]{64}) ([123])\t(.+)$/s;

/** What git's index holds of unmerged paths. Throws {@link GitFailed} where git fails or prints no such rows. */
export async function unmergedRows(root: string, args: readonly string[] = []): Promise<UnmergedRow[]> {
  const listed = await run(root, ["ls-files", "--unmerged", "-z", ...args]);
  const rows = listed.split("\0").filter((row) => row !== "");
  return rows.map((row) => {
    const [, mode, oid, stage, path] = UNMERGED.exec(row) ?? [];
    if (path === undefined) throw new GitFailed(["ls-files"], undefined, "it printed what is no unmerged path");
    return { mode, oid, stage, path } as UnmergedRow;
  });
}

/** What keeps git from answering here, in its own words; undefined where it answers, and without a repository. */
export async function troubleOf(root: string): Promise<string | undefined> {
  if (gitFolder(root) === undefined) return undefined;
  try {
    await unmergedRows(root);
    return undefined;
  } catch (error) {
    if (error instanceof GitFailed) return error.message;
    throw error;
  }
}

/**
 * Paths git could not merge, relative to the top of the repository. Empty without an index, and where git itself does
 * not answer: that says nothing about merges, and is no reason to stop a write. One child process, 3 to 4 ms.
 */
export async function unmergedPaths(root: string, folder = gitFolder(root)): Promise<string[]> {
  if (folder === undefined || !existsSync(join(folder, "index"))) return [];
  try {
    return [...new Set((await unmergedRows(root, ["--full-name", "--", ":/"])).map(({ path }) => path))];
  } catch (error) {
    if (error instanceof GitFailed) return [];
    throw error;
  }
}

export interface DriverState {
  /** The command git would run; undefined when the driver is not registered here. */
  command?: string;
  /** The program it calls, and whether it is found. */
  program?: string;
  found: boolean;
  /** Without the program it merges by line, with markers. Otherwise git keeps our side, without any. */
  fallsBack: boolean;
}

/** What `git merge` would do here. Needs a repository. */
export async function driverState(root: string): Promise<DriverState> {
  const command = (await answerOf(root, ["config", "--get", "merge.tenet.driver"]))?.trim();
  if (command === undefined) return { found: false, fallsBack: false };
  const file = /\btest -f '((?:[^']|'\\'')+)'/.exec(command)?.[1]?.replaceAll("'\\''", "'");
  const named =
    /command -v (?:"([^"]+)"|'([^']+)'|(\S+))/.exec(command) ?? /^\s*(?:"([^"]+)"|'([^']+)'|(\S+))/.exec(command);
  const program = file ?? named?.[1] ?? named?.[2] ?? named?.[3] ?? "";
  // A file of this installation is run by node, and where it is gone `tenet` is looked for in PATH.
  const found = file === undefined ? isProgram(program) : existsSync(file) || isProgram("tenet");
  return { command, program, found, fallsBack: /\bgit merge-file\b/.test(command) };
}

function isProgram(name: string): boolean {
  const folders = isAbsolute(name) ? [""] : (process.env["PATH"] ?? "").split(delimiter);
  return folders.some((folder) => {
    try {
      accessSync(folder === "" ? name : join(folder, name), constants.X_OK);
      return name !== "";
    } catch {
      return false;
    }
  });
}

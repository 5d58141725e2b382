/** What git has left unfinished here, which files it has, and how this clone is set. Asked before every write. */
import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, delimiter, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { defined } from "../../text/defined.js";
import { GitFailed, run } from "./git.js";
import { commonFolder, gitFolder, stampOfFile, workTreeOf } from "./git-folder.js";

/** In the order of naming: a rebase stops inside a cherry-pick. */
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
  const folder = join(common, "worktrees");
  const listed = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name, "gitdir")) : [];
  const linked = listed.filter(existsSync).map((file) => dirname(readFileSync(file, "utf8").trim()));
  const top = workTreeOf(root) as string;
  const tops = basename(common) === ".git" ? [...linked, dirname(common)] : linked;
  return tops.filter((other) => other !== top).map((other) => join(other, relative(top, resolve(root))));
}

/** The operation that git has begun here and not finished: `a merge`. Starts no process. */
export function unfinishedOperation(root: string, folder = gitFolder(root)): string | undefined {
  if (folder === undefined) return undefined;
  return UNFINISHED.find(([file]) => existsSync(join(folder, file)))?.[1];
}

/**
 * What git has left unfinished, in words: a merge, rebase, cherry-pick or revert, or paths that are unmerged without
 * one (after a stash). Undefined when nothing is, and where there is no git at all.
 */
export async function unfinishedMerge(root: string): Promise<string | undefined> {
  const folder = gitFolder(root);
  if (folder === undefined) return undefined;
  const operation = unfinishedOperation(root, folder);
  if (operation !== undefined) return `${operation} is unfinished`;
  const [first, ...more] = await unmergedPaths(root);
  if (first === undefined) return undefined;
  return more.length === 0 ? `${first} is unmerged` : `${first} and ${more.length} more are unmerged`;
}

/** A version of a path that git could not merge. */
interface UnmergedRow {
  mode: string;
  oid: string;
  /** 1: the common version, 2: ours, 3: theirs. */
  stage: "1" | "2" | "3";
  /** Relative to the top of the repository. */
  path: string;
}

/** Of the last index that was listed, by its stamp: git replaces the file with every change. */
let last: { stamp: string; rows: readonly UnmergedRow[] } | undefined;

/** Undefined without an index. */
function stampOfIndex(root: string): string | undefined {
  const folder = gitFolder(root);
  return folder && stampOfFile(join(folder, "index"));
}

/**
 * What git's index holds of unmerged paths, anywhere in the repository; none without an index. One child process, and none
 * while the index stays as it is. Throws {@link GitFailed}.
 */
export async function unmergedInIndex(root: string): Promise<readonly UnmergedRow[]> {
  const stamp = stampOfIndex(root);
  if (stamp === undefined) return [];
  if (last?.stamp === stamp) return last.rows;
  const listed = (await run(root, ["ls-files", "--unmerged", "--full-name", "-z", "--", ":/"])).split("\0");
  last = { stamp, rows: listed.slice(0, -1).flatMap(unmergedIn) };
  return last.rows;
}

/** `<mode> <oid> <stage>\t<path>` */
function unmergedIn(row: string): UnmergedRow[] {
  const [, mode, oid, stage, path] = /^(\d{6}) ([0-9a-f]+) ([0123])\t(.+)$/s.exec(row) ?? [];
  if (path === undefined) throw new GitFailed(["ls-files"], undefined, "it printed what is no file of its index");
  return stage === "0" ? [] : [{ mode, oid, stage, path } as UnmergedRow];
}

/**
 * All files of the repository that git does not ignore, relative to its top; what is unmerged is known from then on. Undefined
 * without a repository. One child process, which walks the work tree. Throws {@link GitFailed}.
 */
export async function repositoryFiles(root: string): Promise<string[] | undefined> {
  if (gitFolder(root) === undefined) return undefined;
  const stamp = stampOfIndex(root);
  const kinds = ["-t", "--stage", "--others", "--exclude-standard"];
  const listed = (await run(root, ["ls-files", "-z", "--full-name", ...kinds, "--", ":/"])).split("\0").slice(0, -1);
  // A letter for the state stands before each row: `?` before one that is not tracked, which is a path alone.
  const isTracked = (row: string) => !row.startsWith("? ");
  const rows = listed.filter(isTracked).flatMap((row) => unmergedIn(row.slice(2)));
  if (stamp !== undefined) last = { stamp, rows };
  return [...new Set(listed.map((row) => row.slice(isTracked(row) ? row.indexOf("\t") + 1 : 2)))];
}

/**
 * Unmerged paths, relative to the top of the repository. Empty where git does not answer: a failure of git is no reason
 * to stop a write.
 */
export async function unmergedPaths(root: string): Promise<string[]> {
  const rows = await unmergedInIndex(root).catch((error: unknown) => {
    if (error instanceof GitFailed) return [];
    throw error;
  });
  return [...new Set(rows.map(({ path }) => path))];
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

/** Settings of git that decide what it runs in this clone. */
export interface CloneConfig {
  /** How records are merged. */
  driver?: string;
  /** Where hooks lie, if not in the folder of the repository. */
  hooksPath?: string;
}

/** `git config --get-regexp` where no setting has such a name. */
const NONE_FOUND = 1;

/** As git would use them here; undefined where it does not answer. One child process. */
export async function cloneConfig(root: string): Promise<CloneConfig | undefined> {
  const names = "^(merge\\.tenet\\.driver|core\\.hookspath)$";
  try {
    const listed = (await run(root, ["config", "-z", "--type=path", "--get-regexp", names])).split("\0");
    const settingOf = (name: string) => listed.findLast((pair) => pair.startsWith(`${name}\n`))?.slice(name.length + 1);
    return defined({ driver: settingOf("merge.tenet.driver")?.trim(), hooksPath: settingOf("core.hookspath") });
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    return error.exitCode === NONE_FOUND ? {} : undefined;
  }
}

/** The driver that `git merge` would run here. Needs a repository. */
export function driverState({ driver: command }: CloneConfig = {}): DriverState {
  if (command === undefined) return { found: false, fallsBack: false };
  const file = /\btest -f '((?:[^']|'\\'')+)'/.exec(command)?.[1]?.replaceAll("'\\''", "'");
  const [, double, single, bare] =
    /command -v (?:"([^"]+)"|'([^']+)'|(\S+))/.exec(command) ?? /^\s*(?:"([^"]+)"|'([^']+)'|(\S+))/.exec(command) ?? [];
  const program = file ?? double ?? single ?? bare ?? "";
  // A file of this installation is run by node, and where it is gone `tenet` is looked for in PATH.
  const isFound = file === undefined ? isProgram(program) : existsSync(file) || isProgram("tenet");
  return { command, program, found: isFound, fallsBack: /\bgit merge-file\b/.test(command) };
}

/** Whether PATH has a program of this name, or the absolute path exists. */
export function isProgram(name: string): boolean {
  const folders = isAbsolute(name) ? [""] : (process.env["PATH"] ?? "").split(delimiter);
  const files = process.platform === "win32" ? [name, `${name}.exe`, `${name}.cmd`] : [name];
  const isRunnable = (path: string) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  return name !== "" && folders.some((folder) => files.some((file) => isRunnable(join(folder, file))));
}

/** Detects unfinished git operations from the files git leaves: cheap enough to check before every write. */
import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, delimiter, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { GitFailed, run } from "./git.js";
import { commonFolder, gitFolder, workTreeOf } from "./git-folder.js";

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
  const [first, ...more] = await unmergedPaths(root, folder);
  if (first === undefined) return undefined;
  return more.length === 0 ? `${first} is unmerged` : `${first} and ${more.length} more are unmerged`;
}

/** A path in git's index; one that git could not merge has a row for each of its versions. */
interface IndexRow {
  mode: string;
  oid: string;
  /** 0: merged. 1: the common version, 2: ours, 3: theirs. */
  stage: "0" | "1" | "2" | "3";
  /** Relative to the top of the repository. */
  path: string;
}

interface UnmergedRow extends IndexRow {
  stage: "1" | "2" | "3";
}

const isUnmerged = (row: IndexRow): row is UnmergedRow => row.stage !== "0";

/** The files of a repository, as one git process lists them. */
export interface RepositoryFiles {
  /** Relative to the top of the repository. */
  tracked: readonly { mode: string; path: string }[];
  /** New files that git does not ignore. */
  untracked: readonly string[];
}

/** As `git ls-files --stage` prints a row. */
const STAGED = /^(\d{6}) ([0-9a-f]{40}|[0-9a-f]{64}) ([0123])\t(.+)$/s;

/** The content of the last index read, by its stamp: git replaces the file with every change. */
let last: { stamp: string; rows: readonly UnmergedRow[] } | undefined;

/** Undefined without an index. */
function stampOfIndex(folder: string): string | undefined {
  const path = join(folder, "index");
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && [path, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(" ");
}

/**
 * What git's index holds of unmerged paths, anywhere in the repository; none without an index. One child process, 3 to
 * 4 ms, and none while the index stays as it is. Throws {@link GitFailed} where git fails or prints no such rows.
 */
export async function unmergedInIndex(root: string, folder = gitFolder(root)): Promise<readonly UnmergedRow[]> {
  const stamp = folder && stampOfIndex(folder);
  if (stamp === undefined) return [];
  if (last?.stamp === stamp) return last.rows;
  const listed = await run(root, ["ls-files", "--unmerged", "--full-name", "-z", "--", ":/"]);
  const rows = listed
    .split("\0")
    .flatMap((row) => (row === "" ? [] : [readRow(row)]))
    .filter(isUnmerged);
  last = { stamp, rows };
  return rows;
}

function readRow(row: string): IndexRow {
  const [, mode, oid, stage, path] = STAGED.exec(row) ?? [];
  if (path === undefined) throw new GitFailed(["ls-files"], undefined, "it printed what is no file of its index");
  return { mode, oid, stage, path } as IndexRow;
}

/**
 * All files of the repository that git does not ignore; what is unmerged is known from then on. Undefined without a
 * repository. One child process, which walks the work tree. Throws {@link GitFailed} where git does not answer.
 */
export async function repositoryFiles(root: string): Promise<RepositoryFiles | undefined> {
  const folder = gitFolder(root);
  if (folder === undefined) return undefined;
  const stamp = stampOfIndex(folder);
  const kinds = ["-t", "--stage", "--others", "--exclude-standard"];
  const listed = await run(root, ["ls-files", "-z", "--full-name", ...kinds, "--", ":/"]);
  const untracked: string[] = [];
  const rows: IndexRow[] = [];
  for (const row of listed.split("\0")) {
    if (row.startsWith("? ")) untracked.push(row.slice(2));
    else if (row !== "") rows.push(readRow(row.replace(/^\S /, "")));
  }
  if (stamp !== undefined) last = { stamp, rows: rows.filter(isUnmerged) };
  return { tracked: rows, untracked };
}

/**
 * Unmerged paths, relative to the top of the repository. Empty where git does not answer: a failure of git is no reason
 * to stop a write.
 */
export async function unmergedPaths(root: string, folder = gitFolder(root)): Promise<string[]> {
  try {
    return [...new Set((await unmergedInIndex(root, folder)).map(({ path }) => path))];
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
  const config: CloneConfig = {};
  let listed: string;
  try {
    listed = await run(root, ["config", "-z", "--type=path", "--get-regexp", names]);
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    return error.exitCode === NONE_FOUND ? config : undefined;
  }
  for (const pair of listed.split("\0")) {
    const [name, ...value] = pair.split("\n");
    if (name === "merge.tenet.driver") config.driver = value.join("\n").trim();
    if (name === "core.hookspath") config.hooksPath = value.join("\n");
  }
  return config;
}

/** The driver that `git merge` would run here. Needs a repository. */
export function driverState({ driver: command }: CloneConfig = {}): DriverState {
  if (command === undefined) return { found: false, fallsBack: false };
  const file = /\btest -f '((?:[^']|'\\'')+)'/.exec(command)?.[1]?.replaceAll("'\\''", "'");
  const match =
    /command -v (?:"([^"]+)"|'([^']+)'|(\S+))/.exec(command) ?? /^\s*(?:"([^"]+)"|'([^']+)'|(\S+))/.exec(command);
  const program = file ?? match?.[1] ?? match?.[2] ?? match?.[3] ?? "";
  // A file of this installation is run by node, and where it is gone `tenet` is looked for in PATH.
  const isFound = file === undefined ? isProgram(program) : existsSync(file) || isProgram("tenet");
  return { command, program, found: isFound, fallsBack: /\bgit merge-file\b/.test(command) };
}

/** Whether PATH has a program of this name, or the absolute path exists. */
export function isProgram(name: string): boolean {
  const folders = isAbsolute(name) ? [""] : (process.env["PATH"] ?? "").split(delimiter);
  const files = process.platform === "win32" ? [name, `${name}.exe`, `${name}.cmd`] : [name];
  return name !== "" && folders.some((folder) => files.some((file) => isExecutable(join(folder, file))));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

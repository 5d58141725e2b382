/** What git has left unfinished here, and which files it has. Asked before every write. */
import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { answerOf } from "./git.js";
import { gitFolder, workTreeOf } from "./git-folder.js";

/** In the order of naming: a rebase stops inside a cherry-pick. */
const UNFINISHED: readonly [file: string, what: string][] = [
  ["rebase-merge", "a rebase"],
  ["rebase-apply", "a rebase or a series of patches"],
  ["MERGE_HEAD", "a merge"],
  ["CHERRY_PICK_HEAD", "a cherry-pick"],
  ["REVERT_HEAD", "a revert"],
  ["sequencer/todo", "a row of cherry-picks or reverts"],
];

/** The same folder in every work tree of its repository; none without git. */
export async function worktreesOf(root: string): Promise<string[]> {
  const top = workTreeOf(root);
  const listed = top === undefined ? undefined : await answerOf(root, ["worktree", "list", "--porcelain", "-z"]);
  const tops = Array.from(listed?.matchAll(/(?<=^|\0)worktree ([^\0]+)/g) ?? [], ([, path = ""]) => path);
  return tops.map((other) => join(other, relative(top ?? root, resolve(root))));
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

/** What git's index holds of unmerged paths, anywhere in the repository; none where git does not answer: no reason to stop a write. */
export async function unmergedInIndex(root: string): Promise<readonly UnmergedRow[]> {
  if (gitFolder(root) === undefined) return [];
  const listed = (await answerOf(root, ["ls-files", "--unmerged", "--full-name", "-z", "--", ":/"])) ?? "";
  // `<mode> <oid> <stage>\t<path>`
  const rows = listed.matchAll(/(\d{6}) ([0-9a-f]+) ([123])\t([^\0]+)\0/g);
  return Array.from(rows, ([, mode, oid, stage, path]) => ({ mode, oid, stage, path }) as UnmergedRow);
}

/** Unmerged paths, relative to the top of the repository. */
export const unmergedPaths = async (root: string): Promise<string[]> => [
  ...new Set((await unmergedInIndex(root)).map(({ path }) => path)),
];

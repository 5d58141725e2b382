/** What git's log says of lines and of removed files: it informs, and proves nothing. Anybody can write any name as author. */

import { answerOf } from "../store/git/git.js";
import { gitFolder } from "../store/git/git-folder.js";
import type { Workspace } from "../store/workspace.js";
import { stamp } from "../text/durations.js";

export interface GitCommit {
  commit: string;
  name: string;
  email: string;
  /** ISO, of the author. */
  at: string;
  subject: string;
}

/**
 * The commit that brought a line as it stands; undefined while it is not committed, and without git. Moving or indenting a
 * line keeps its author.
 */
export async function commitOfLine({ root }: Workspace, file: string, line: number): Promise<GitCommit | undefined> {
  if (gitFolder(root) === undefined) return undefined;
  const args = ["blame", "--no-textconv", "-w", "-M", "--porcelain", "-L", `${line},${line}`, "--", file];
  const printed = (await answerOf(root, args)) ?? "";
  const commit = /^[0-9a-f]+/.exec(printed)?.[0];
  if (commit === undefined || /^0+$/.test(commit)) return undefined;
  const stated = (field: string) => new RegExp(`^${field} (.*)$`, "m").exec(printed)?.[1]?.trim() ?? "";
  const at = stamp(new Date(Number(stated("author-time")) * 1000));
  return { commit, name: stated("author"), email: stated("author-mail").slice(1, -1), at, subject: stated("summary") };
}

const REMOVALS = [
  ...["log", "--format=", "--topo-order", "--full-history", "-m", "--diff-filter=D"],
  ...["--raw", "-z", "--no-abbrev", "--no-renames", "--relative", "HEAD", "--"],
];

/**
 * What commits up to HEAD took out beneath a folder (absolute), newest first: once for each commit that did, and beside
 * each parent of a merge, with their last content. None where git does not answer; a shallow clone knows what it holds.
 */
export async function removedFiles(ws: Workspace, folder: string): Promise<{ file: string; oid: string }[]> {
  if (gitFolder(ws.root) === undefined) return [];
  const args = ["--literal-pathspecs", ...REMOVALS, ws.relative(folder)];
  // `:100644 000000 <oid> <zeros> D`, then the path.
  const parts = ((await answerOf(ws.root, args)) ?? "").split("\0");
  return parts.flatMap((part, at) => {
    const oid = /^\n*:\d{6} 0{6} ([0-9a-f]+) 0+ D$/.exec(part)?.[1];
    return oid === undefined ? [] : [{ file: parts[at + 1] ?? "", oid }];
  });
}

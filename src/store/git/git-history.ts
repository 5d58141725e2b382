/** What git's log says of lines and of removed files: it informs, and proves nothing. Anybody can write any name as author. */
import { readFile } from "node:fs/promises";
import { stamp } from "../../text/durations.js";
import type { Workspace } from "../workspace.js";
import { bytesHeldAt } from "./commit-files.js";
import { answerOf, GitFailed, NO_FETCH, OID, run } from "./git.js";
import { gitFolder } from "./git-folder.js";
import { headCommit } from "./revisions.js";

export interface GitCommit {
  commit: string;
  name: string;
  email: string;
  /** ISO, of the author; the epoch where the commit has none. */
  at: string;
  subject: string;
}

/** Fields end in NUL, which no commit can hold: nothing in one looks like another. No encoding that a commit names is followed. */
const AS_MADE = ["--encoding=none", "--no-show-signature", "--format=%H%x00%an%x00%ae%x00%at%x00%s%x00"];

/** One commit by its whole id. Throws {@link GitFailed} where it is not there. */
export async function readCommit(root: string, id: string): Promise<GitCommit> {
  const printed = await run(root, ["log", "--no-walk", ...AS_MADE, "--end-of-options", id, "--"]);
  const [commit = "", name = "", email = "", seconds = "", subject = ""] = printed.split("\0");
  if (!OID.test(commit)) throw new GitFailed(["log"], undefined, "it printed a commit that is none");
  return {
    commit,
    name: name.trim(),
    email: email.trim(),
    at: stamp(new Date(/^\d{1,11}$/.test(seconds) ? Number(seconds) * 1000 : 0)),
    subject,
  };
}

/**
 * The commit that brought a line as it stands; undefined while it is not committed, and without git. Moving or indenting a
 * line keeps its author; of equal lines the same one counts, else the first.
 */
export async function commitOfLine(ws: Workspace, file: string, line: number): Promise<GitCommit | undefined> {
  const { root } = ws;
  const head = await headCommit(root);
  if (head === undefined) return undefined;
  const linesOf = (text: Buffer | undefined) => (text?.toString("utf8").split("\n") ?? []).map((one) => one.trim());
  // Looked up as git has it: asked about the file on disk, git would hand it to the programs that a clone names.
  const text = linesOf(await readFile(ws.absolute(file)).catch(() => undefined))[line - 1];
  const linesAtHead = linesOf((await bytesHeldAt(root, head, [file])).get(file));
  const at = linesAtHead[line - 1] === text ? line : linesAtHead.indexOf(text ?? "") + 1;
  if (text === undefined || at === 0) return undefined;
  const args = ["blame", "--no-textconv", "-w", "-M", "--porcelain", "-L", `${at},${at}`, head, "--", file];
  // The first line of the answer alone: id, old line, new line, count. What follows are texts of others.
  const [, commit] = /^([0-9a-f]+) \d+ \d+ \d+\n/.exec((await answerOf(root, args)) ?? "") ?? [];
  return commit === undefined ? undefined : await readCommit(root, commit);
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
  const parts = ((await answerOf(ws.root, args, "", NO_FETCH)) ?? "").split("\0");
  return parts.flatMap((part, at) => {
    const oid = /^\n*:\d{6} 0{6} ([0-9a-f]+) 0+ D$/.exec(part)?.[1];
    return oid === undefined ? [] : [{ file: parts[at + 1] ?? "", oid }];
  });
}

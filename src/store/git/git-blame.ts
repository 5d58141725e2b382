/** The commit that brought a line as it stands. */
import { readFile } from "node:fs/promises";
import { commonSequence } from "../../text/claims/common-sequence.js";
import type { Workspace } from "../workspace.js";
import { bytesHeldAt } from "./commit-tree.js";
import { answerOf, OID } from "./git.js";
import { headCommit } from "./git-head.js";
import { type GitCommit, readCommit } from "./git-history.js";

/** With more edits in the working copy no commit of a line is looked up. */
const MOST_EDITS = 1_000;

/**
 * Undefined while the line is not committed, and without git. Moving or indenting a line keeps its author. The answer
 * informs, and decides nothing: anybody can write any name as author.
 */
export async function commitOfLine(ws: Workspace, file: string, line: number): Promise<GitCommit | undefined> {
  const head = await headCommit(ws.root);
  if (head === undefined) return undefined;
  const linesOf = (text: Buffer | undefined) => (text?.toString("utf8").split("\n") ?? []).map((one) => one.trim());
  // Looked up as git has it: asked about the file on disk, git would hand it to the programs that a clone names.
  const linesHere = linesOf(await readFile(ws.absolute(file)).catch(() => undefined));
  const linesAtHead = linesOf((await bytesHeldAt(ws.root, [{ commit: head, file }]))[0]);
  const [at] = commonSequence(linesAtHead, linesHere, MOST_EDITS)?.find(([, now]) => now === line - 1) ?? [];
  if (at === undefined) return undefined;
  const blameArgs = ["--no-textconv", "-w", "-M", "--porcelain", "-L", `${at + 1},${at + 1}`, head, "--", file];
  // The first line of the answer alone: id, old line, new line, count. What follows are texts of others.
  const [, commit = ""] =
    /^([0-9a-f]+) \d+ \d+ \d+\n/.exec((await answerOf(ws.root, ["blame", ...blameArgs])) ?? "") ?? [];
  return OID.test(commit) ? await readCommit(ws, commit) : undefined;
}

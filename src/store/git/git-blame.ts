/** The commit that brought a line as it stands. */
import { readFile } from "node:fs/promises";
import { commonSequence } from "../../text/common-sequence.js";
import type { Workspace } from "../workspace.js";
import { answerOf } from "./git.js";
import { OID } from "./git-commits.js";
import { gitFolder } from "./git-folder.js";
import { blobsOf } from "./git-snapshot.js";

/** Of a file that has changed more, no line is told. */
const MOST_EDITS = 1_000;

/**
 * Its id; undefined while the line is not committed, and without git. `moved`: a line that only moved, or was only
 * indented otherwise, is still whose it was.
 */
export async function commitOfLine(
  ws: Workspace,
  file: string,
  line: number,
  { moved }: { moved: boolean },
): Promise<string | undefined> {
  if (gitFolder(ws.root) === undefined) return undefined;
  const linesOf = (text: Buffer | undefined) =>
    (text?.toString("utf8").split("\n") ?? []).map((one) => (moved ? one.trim() : one.trimEnd()));
  // Looked up as git has it: asked about the file on disk, git would hand it to the programs that a clone names.
  const here = linesOf(await readFile(ws.absolute(file)).catch(() => undefined));
  const there = linesOf((await blobsOf(ws.root, [`HEAD:./${file}`]))[0]);
  const [at] = commonSequence(there, here, MOST_EDITS)?.find(([, now]) => now === line - 1) ?? [];
  if (at === undefined) return undefined;
  const asked = ["--no-textconv", ...(moved ? ["-w", "-M"] : []), "--porcelain", "-L", `${at + 1},${at + 1}`];
  const told = await answerOf(ws.root, ["blame", ...asked, "HEAD", "--", file]);
  // The first line of the answer alone: id, old line, new line, count. What follows are texts of others.
  const [, commit] = /^([0-9a-f]+) \d+ \d+ \d+\n/.exec(told ?? "") ?? [];
  return commit !== undefined && OID.test(commit) ? commit : undefined;
}

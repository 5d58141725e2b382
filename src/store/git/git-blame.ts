/** The commit that brought a line as it stands. */
import type { Workspace } from "../workspace.js";
import { OID } from "./commit-graph.js";
import { answerOf } from "./git.js";
import { gitFolder } from "./git-state.js";

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
  const asked = ["--no-textconv", ...(moved ? ["-w", "-M"] : []), "--porcelain", "-L", `${line},${line}`];
  const told = await answerOf(ws.root, ["blame", ...asked, "--", file]);
  // The first line of the answer alone: id, old line, new line, count. What follows are texts of others.
  const [, commit] = /^([0-9a-f]+) \d+ \d+ \d+\n/.exec(told ?? "") ?? [];
  return commit === undefined || !OID.test(commit) || /^0+$/.test(commit) ? undefined : commit;
}

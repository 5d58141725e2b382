/** Whether the line of a rule was taken out of its file by somebody, or got lost in a merge. */
import { answerOf, IN_TEXTS } from "../../store/git/git.js";
import { gitFolder } from "../../store/git/git-folder.js";
import { blobsOf } from "../../store/git/git-snapshot.js";
import type { Workspace } from "../../store/workspace.js";
import type { Rule } from "../policy/rule.js";

/**
 * For a rule whose line is not in its file: true when it stands at HEAD, or when the commit that last changed it, merges
 * apart, took it out. What got lost in a merge was taken out by nobody. False without git.
 */
export async function isTakenOut({ root }: Workspace, { target, ids, text }: Rule): Promise<boolean> {
  if (gitFolder(root) === undefined) return false;
  const words = ids[0] ?? text;
  const holds = async (revision: string) =>
    (await blobsOf(root, [`${revision}:./${target}`]))[0]?.toString("utf8").includes(words) === true;
  if (await holds("HEAD")) return true;
  const asked = ["-1", "--no-merges", ...IN_TEXTS, "--format=%H", `-S${words}`, "--", target];
  const commit = (await answerOf(root, ["--literal-pathspecs", "log", ...asked]))?.trim();
  return commit !== undefined && commit !== "" && !(await holds(commit));
}

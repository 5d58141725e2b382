/** Whether the line of a rule was taken out of its file by somebody, or got lost in a merge. */
import { CommittedWorkspace } from "../base/committed-workspace.js";
import { answerOf, IN_TEXTS } from "../git/git.js";
import { headCommit } from "../git/git-head.js";
import { GitObjects, isUnread } from "../git/objects.js";
import type { Workspace } from "../workspace.js";
import { type Rule, saysSame, sharesId } from "./policy/rule.js";

/**
 * For a rule whose line is not in its file: true when it stands at HEAD, or when the commit that last changed it, merges
 * apart, took it out. What got lost in a merge was taken out by nobody. False without git. It decides nothing but whether a
 * join writes the line once more.
 */
export async function isTakenOut(ws: Workspace, rule: Rule): Promise<boolean> {
  const head = await headCommit(ws.root);
  if (head === undefined) return false;
  const objects = new GitObjects(ws.root);
  const holds = async (commit: string): Promise<boolean> => {
    const there = await CommittedWorkspace.at(ws.root, commit, objects);
    const file = isUnread(there) ? undefined : await there.coreFile(rule.target);
    if (file === undefined || isUnread(file)) return false;
    return file.rules.some((line) => sharesId(line, rule) || saysSame(line.text, rule.text));
  };
  if (await holds(head)) return true;
  const asked = ["-1", "--no-merges", ...IN_TEXTS, "--format=%H", `-S${rule.ids[0] ?? rule.text}`, "--", rule.target];
  const commit = (await answerOf(ws.root, ["--literal-pathspecs", "log", ...asked]))?.trim();
  return commit !== undefined && commit !== "" && !(await holds(commit));
}

/** Decides whether the line of a rule was taken out by hand, or got lost in a merge. Called when branches join. */
import { bytesHeldAt } from "../../store/git/commit-files.js";
import { answerOf, IN_TEXTS } from "../../store/git/git.js";
import { headCommit } from "../../store/git/revisions.js";
import type { Workspace } from "../../store/workspace.js";
import { type Rule, saysSame, sharesId } from "../policy/rule.js";
import { ruleFileOf } from "./rule-files.js";

/**
 * For a rule without its line in the file: true when the line stands at HEAD, or when the last commit that changed it,
 * merges excepted, removed it. A line lost in a merge counts as not removed. False without git. It decides only whether a
 * join writes the line again.
 */
export async function isTakenOut(ws: Workspace, rule: Rule): Promise<boolean> {
  const head = await headCommit(ws.root);
  if (head === undefined) return false;
  const holds = async (commit: string): Promise<boolean> => {
    const bytes = (await bytesHeldAt(ws.root, commit, [rule.target])).get(rule.target);
    const { rules } = ruleFileOf(rule.target, bytes?.toString("utf8") ?? "", null);
    return rules.some((line) => sharesId(line, rule) || saysSame(line.text, rule.text));
  };
  if (await holds(head)) return true;
  const logArgs = ["-1", "--no-merges", ...IN_TEXTS, "--format=%H", `-S${rule.ids[0] ?? rule.text}`, "--", rule.target];
  const commit = (await answerOf(ws.root, ["--literal-pathspecs", "log", ...logArgs]))?.trim();
  return commit !== undefined && commit !== "" && !(await holds(commit));
}

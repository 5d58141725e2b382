/** One answer about a forgetting in the workspace and in the user tree. */

import { inUserTree, USER_TREE } from "../recall/user-tree.js";
import type { Forgotten } from "./forget.js";

const named = (files: readonly string[]): string[] => files.map((file) => `${USER_TREE}${file}`);

/** What was done in the workspace, with what was done in the user tree behind it: its files are named so. */
export function inBothTrees(here: Forgotten, own: Forgotten): Forgotten {
  const needs = here.needs_person ?? own.needs_person;
  return {
    ...here,
    decision: here.decision === "unchanged" ? own.decision : here.decision,
    entries: [...here.entries, ...own.entries.map(inUserTree)],
    others: [...here.others, ...own.others],
    rules: [...here.rules, ...own.rules],
    kept_lines: [...here.kept_lines, ...own.kept_lines],
    places: [...here.places, ...own.places.map((one) => ({ ...one, files: named(one.files) }))],
    struck: here.struck + own.struck,
    derived: [...here.derived, ...own.derived],
    shared: [...here.shared, ...own.shared],
    ...(here.unfinished === undefined && own.unfinished === undefined ? {} : { unfinished: true as const }),
    commits: [...here.commits, ...own.commits],
    more_commits: here.more_commits || own.more_commits,
    remaining: [...here.remaining, ...own.remaining.map(inUserTree)],
    ...(needs === undefined ? {} : { needs_person: needs }),
  };
}

/** How git's driver and `tenet merge` merge the files that rules live in: core files by rule, versions by decision. */
import type { RowMerger } from "../merge/merge-file.js";
import { type IsTenets, mergeCoreFile } from "./files/merge-block.js";
import { TARGETS } from "./policy/rule.js";
import { mergeVersionText } from "./versions/merge-version.js";

const VERSION = /(?:^|\/)memory\/versions\/\d{4,6}-[0-9A-Z]{5}\.md$/;

const isTarget = (path: string): boolean => TARGETS.some((target) => path === target || path.endsWith(`/${target}`));

/** Is this a core file that holds rules? `file`: relative to the workspace. */
export function isCoreFile(file: string): boolean {
  return TARGETS.some((target) => target === file);
}

/** Is this a file of rules, which is merged by what it says? `file`: relative to the workspace. */
export function mergesByRule(file: string): boolean {
  return isCoreFile(file) || (file.startsWith("memory/") && VERSION.test(file));
}

/** Paths may be relative to anything above the workspace. `isTenets`: see {@link mergeCoreFile}; git's driver cannot tell. */
export function ruleRows(isTenets?: IsTenets): RowMerger {
  return (path, base, ours, theirs) => {
    if (isTarget(path)) return mergeCoreFile(base, ours, theirs, isTenets);
    if (!VERSION.test(path)) return undefined;
    const text = mergeVersionText(path, base.join("\n"), ours.join("\n"), theirs.join("\n"));
    return text === undefined ? undefined : { lines: text.split("\n"), conflicts: [] };
  };
}

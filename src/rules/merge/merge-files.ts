/** How git's driver and `tenet merge` merge the files that rules live in: core files by rule, versions by decision. */
import { mergesByMeaning, type RowMerger } from "../../store/merge/merge-file.js";
import { type FilesOfRoles, ROLES } from "../policy/rule.js";
import { type IsTenets, mergeCoreFile } from "./merge-block.js";
import { mergeVersionText } from "./merge-version.js";

const VERSION = /(?:^|\/)memory\/versions\/\d{4,6}-[0-9A-Z]{5}\.md$/;

/** Is this a core file that holds rules? `file`: relative to the workspace. */
export function isCoreFile(file: string, files: FilesOfRoles): boolean {
  return ROLES.some((role) => files[role] === file);
}

/** Whether this is a file of rules, which is merged by its rules. `file`: relative to the workspace. */
export function mergesByRule(file: string, files: FilesOfRoles): boolean {
  return isCoreFile(file, files) || (file.startsWith("memory/") && VERSION.test(file));
}

/**
 * Paths may be relative to anything above the workspace, whose profile git's driver does not know: whatever is no
 * record, log or version is merged as a file that may hold a block of rules. `isTenets`: see {@link mergeCoreFile}; the
 * driver cannot tell.
 */
export function ruleRows(isTenets?: IsTenets): RowMerger {
  return (path, base, ours, theirs) => {
    if (mergesByMeaning(path)) return undefined;
    if (!VERSION.test(path)) return mergeCoreFile(base, ours, theirs, isTenets);
    const text = mergeVersionText(path, base.join("\n"), ours.join("\n"), theirs.join("\n"));
    return text === undefined ? undefined : { lines: text.split("\n"), conflicts: [] };
  };
}

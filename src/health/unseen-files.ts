/** Other workspaces in the repository, of which nothing is read. Called by doctor and verify. */
import type { FindingDraft } from "../entry/findings.js";
import { prefixIn } from "../store/git/git-folder.js";
import type { Workspace } from "../store/workspace.js";

const PROFILE = "tenet.yaml";
const isIn = (folder: string, path: string): boolean => folder === "" || path.startsWith(`${folder}/`);
const folderOf = (path: string, tail: string): string => path.slice(0, -tail.length).replace(/\/$/, "");

/** Every other `tenet.yaml`: one above or beneath is found first, or hides this one, from some folders. */
function otherWorkspaces(own: string, folders: readonly string[]): FindingDraft[] {
  return folders
    .filter((folder) => folder !== own)
    .map((folder): FindingDraft => {
      const path = folder === "" ? PROFILE : `${folder}/${PROFILE}`;
      const nested = isIn(own, folder) || isIn(folder, own);
      return {
        severity: nested ? "warning" : "info",
        code: "second-workspace",
        message: `${path} of this repository makes a workspace of its own: nothing of it is read from here`,
        next: "Take it out, or run tenet in its folder as well.",
      };
    });
}

/** `files`: everything that the repository holds. */
export function secondWorkspaces({ root }: Workspace, files: readonly string[]): FindingDraft[] {
  const own = prefixIn(root).slice(0, -1);
  const names = [...files].sort();
  const isProfile = (name: string) => name === PROFILE || name.endsWith(`/${PROFILE}`);
  return otherWorkspaces(own, [...new Set([own, ...names.filter(isProfile).map((name) => folderOf(name, PROFILE))])]);
}

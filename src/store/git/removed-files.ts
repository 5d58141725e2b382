/** Files that a history held and that were taken out of it: read from git alone. */
import type { Workspace } from "../workspace.js";
import { answerOf } from "./git.js";
import { OID } from "./git-commits.js";
import { gitFolder } from "./git-folder.js";
import { fileChanges, type TouchedFile } from "./git-touches.js";

/** A file as it stood before a commit took it out. */
export interface RemovedFile {
  /** Relative to the workspace, with `/`. */
  file: string;
  /** Its last content. */
  oid: string;
}

/**
 * What commits up to HEAD did to a file or beneath a folder, relative to the workspace: newest first, and beside each parent
 * of a merge. Undefined where git does not answer, as before the first commit.
 */
export async function changesUpToHead(ws: Workspace, path: string): Promise<TouchedFile[] | undefined> {
  const asked = ["--literal-pathspecs", "rev-list", "--full-history", "--end-of-options", "HEAD", "--", path];
  const answer = await answerOf(ws.root, asked);
  const commits = answer?.split("\n").filter((one) => OID.test(one));
  return commits && (commits.length === 0 ? [] : await fileChanges(ws, commits, [path]));
}

/**
 * What commits up to HEAD took out beneath a folder (absolute), newest first. A file stands there once for each commit that
 * took it out, and beside each parent of a merge. None without git or commits; a shallow clone knows what it holds.
 */
export async function removedFiles(ws: Workspace, folder: string): Promise<RemovedFile[]> {
  if (gitFolder(ws.root) === undefined) return [];
  const changes = (await changesUpToHead(ws, ws.relative(folder))) ?? [];
  return changes.flatMap(({ kind, file, before }) => (kind === "deleted" ? [{ file, oid: before }] : []));
}

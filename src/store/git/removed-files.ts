/** Files that a history held and that were taken out of it: read from git alone. */
import type { Workspace } from "../workspace.js";
import { answerOf } from "./git.js";
import { OID } from "./git-commits.js";
import { gitFolder } from "./git-folder.js";
import { fileChanges } from "./git-touches.js";

/** A file as it stood before a commit took it out. */
export interface RemovedFile {
  /** Relative to the workspace, with `/`. */
  file: string;
  /** Its last content. */
  oid: string;
}

/**
 * What commits up to HEAD took out beneath a folder (absolute), newest first. A file stands there once for each commit that
 * took it out, and beside each parent of a merge. None without git or commits; a shallow clone knows what it holds.
 */
export async function removedFiles(ws: Workspace, folder: string): Promise<RemovedFile[]> {
  if (gitFolder(ws.root) === undefined) return [];
  const path = ws.relative(folder);
  const asked = ["--literal-pathspecs", "rev-list", "--full-history", "--end-of-options", "HEAD", "--", path];
  const commits = ((await answerOf(ws.root, asked)) ?? "").split("\n").filter((one) => OID.test(one));
  if (commits.length === 0) return [];
  const changes = await fileChanges(ws, commits, [path]);
  return changes.flatMap(({ kind, file, before }) => (kind === "deleted" ? [{ file, oid: before }] : []));
}

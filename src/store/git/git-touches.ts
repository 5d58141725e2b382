/** Which commits touched which files: two processes at most, however long the history is. */
import { realpathSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import type { Workspace } from "../workspace.js";
import { type CommitGraph, type GitCommit, OID } from "./commit-graph.js";
import { runBytes } from "./git.js";
import { gitFolderAt } from "./git-state.js";

/** One commit that touched a file. */
export interface Touch extends GitCommit {
  /** Relative to the workspace, with `/`. */
  file: string;
  kind: "added" | "changed" | "deleted";
}

/**
 * Every commit of a history that touched a file of these folders or files, oldest first. A merge counts where it made
 * something that neither side had.
 */
export async function touchesOf(ws: Workspace, graph: CommitGraph, paths: readonly string[]): Promise<Touch[]> {
  const newestFirst = [...graph.commits];
  return await touchesIn(
    ws,
    graph,
    newestFirst.reverse().map(({ commit }) => commit),
    paths,
  );
}

/**
 * What each commit of the line did to the files of these folders or files, oldest first: a merge all that it brought
 * in, as its first parent had not got it.
 */
export async function lineTouchesOf(ws: Workspace, graph: CommitGraph, paths: readonly string[]): Promise<Touch[]> {
  const rows = graph.line.map(({ commit, parents }) => [commit, ...parents.slice(0, 1)].join(" "));
  return await touchesIn(ws, graph, rows, paths);
}

/** `rows`: a commit, or a commit and the one it is compared with. */
async function touchesIn(
  ws: Workspace,
  graph: CommitGraph,
  rows: readonly string[],
  paths: readonly string[],
): Promise<Touch[]> {
  if (paths.length === 0) return [];
  const shown = ["diff-tree", "--stdin", "-z", "-r", "-c", "--root", "--no-renames", "--name-status"];
  const asked = ["--literal-pathspecs", ...shown, "--", ...paths];
  const told = (await runBytes(ws.root, asked, rows.map((row) => `${row}\n`).join(""))).toString("utf8");
  const prefix = prefixIn(ws.root);
  return touchedIn(told, graph).flatMap((touch) =>
    touch.file.startsWith(prefix) ? [{ ...touch, file: touch.file.slice(prefix.length) }] : [],
  );
}

/** Reads `<commit>`, then `<status>` `<file>` for each of its files, all apart by NUL. Throws on anything else. */
export function touchedIn(told: string, graph: Pick<CommitGraph, "get">): Touch[] {
  const tokens = told.split("\0").slice(0, -1);
  const touches: Touch[] = [];
  let commit: GitCommit | undefined;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as string;
    if (OID.test(token)) {
      commit = graph.get(token);
      continue;
    }
    const file = tokens[++at];
    if (commit === undefined || file === undefined || !/^[AMDT]+$/.test(token))
      throw new Error(`git printed a change that is none: ${JSON.stringify(token)}`);
    const letter = token[0];
    touches.push({ ...commit, file, kind: letter === "A" ? "added" : letter === "D" ? "deleted" : "changed" });
  }
  return touches;
}

/** Where the workspace lies in its repository: empty at the top, else with a `/` behind it. */
function prefixIn(root: string): string {
  const here = realpathSync(resolve(root));
  let top = here;
  while (gitFolderAt(`${top}/.git`) === undefined && dirname(top) !== top) top = dirname(top);
  const inside = relative(top, here).replaceAll("\\", "/");
  return inside === "" ? "" : `${inside}/`;
}

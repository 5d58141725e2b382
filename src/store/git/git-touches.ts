/** Which commits touched which files: one process, however long the history is. */
import type { Workspace } from "../workspace.js";
import type { CommitGraph } from "./commit-graph.js";
import { GitFailed, runBytes } from "./git.js";
import { type GitCommit, OID } from "./git-commits.js";

/** A file as a commit has it, beside one of its parents. An object is all zeros where there is no file. */
export interface TouchedFile {
  commit: string;
  /** Relative to the workspace, with `/`. */
  file: string;
  kind: "added" | "changed" | "deleted";
  before: string;
  after: string;
}

/** One commit that touched a file. */
export interface Touch extends GitCommit, Pick<TouchedFile, "file" | "kind"> {}

/**
 * Every commit of a history that touched a file of these folders or files, oldest first. A merge counts where it made
 * something that neither side had.
 */
export async function touchesOf(ws: Workspace, graph: CommitGraph, paths: readonly string[]): Promise<Touch[]> {
  const rows = [...graph.commits].reverse().map(({ commit }) => commit);
  const byTouch = new Map<string, TouchedFile[]>();
  for (const change of await fileChanges(ws, rows, paths)) {
    const key = `${change.commit} ${change.file}`;
    byTouch.set(key, [...(byTouch.get(key) ?? []), change]);
  }
  const all = [...byTouch.values()].filter(
    ([one, ...more]) => more.length + 1 >= (graph.get(one?.commit ?? "")?.parents.length ?? 0),
  );
  return touches(
    graph,
    all.flatMap((some) => some.slice(0, 1)),
  );
}

/**
 * What each commit of the line did to the files of these folders or files, oldest first: a merge all that it brought
 * in, as its first parent had not got it.
 */
export async function lineTouchesOf(ws: Workspace, graph: CommitGraph, paths: readonly string[]): Promise<Touch[]> {
  const rows = graph.line.map(({ commit, parents }) => [commit, ...parents.slice(0, 1)].join(" "));
  return touches(graph, await fileChanges(ws, rows, paths));
}

function touches(graph: CommitGraph, changes: readonly TouchedFile[]): Touch[] {
  return changes.flatMap(({ commit, file, kind }) => {
    const made = graph.get(commit);
    return made === undefined ? [] : [{ ...made, file, kind }];
  });
}

const SHOWN = ["--stdin", "-z", "-r", "-m", "--root", "--no-renames", "--relative", "--raw", "--no-abbrev"];
/** `:100644 100644 <before> <after> M` */
const RAW = /^:\d{6} \d{6} ([0-9a-f]{40,64}) ([0-9a-f]{40,64}) ([AMDT])$/;

/**
 * What commits did to the files of these folders or files, beside each of their parents. `rows`: a commit, or a commit
 * and the one it is compared with. Throws where git prints anything else.
 */
export async function fileChanges(
  ws: Workspace,
  rows: readonly string[],
  paths: readonly string[],
): Promise<TouchedFile[]> {
  if (paths.length === 0) return [];
  const asked = ["--literal-pathspecs", "diff-tree", ...SHOWN, "--", ...paths];
  const told = (await runBytes(ws.root, asked, rows.map((row) => `${row}\n`).join(""))).toString("utf8");
  // `<commit>`, then `<change>` `<file>` for each of its files, all apart by NUL: no name can look like another field.
  const tokens = told.split("\0").slice(0, -1);
  const changes: TouchedFile[] = [];
  let commit = "";
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as string;
    if (OID.test(token)) {
      commit = token;
      continue;
    }
    const [, before, after, letter] = RAW.exec(token) ?? [];
    const file = tokens[++at];
    if (commit === "" || file === undefined || before === undefined || after === undefined)
      throw new GitFailed(["diff-tree"], undefined, "it printed a change that is none");
    const kind = letter === "A" ? "added" : letter === "D" ? "deleted" : "changed";
    changes.push({ commit, file, kind, before, after });
  }
  return changes;
}

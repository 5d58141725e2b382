/** Which files of a workspace git has, and which of them changed: lists of paths relative to the workspace, no contents. */
import { resolve } from "node:path";
import { defined } from "../../text/defined.js";
import type { Workspace } from "../workspace.js";
import { listedFiles, run, runBytes } from "./git.js";

/** A file that differs from a commit. */
export interface ChangedPath {
  file: string;
  /** Its earlier path, if it moved. */
  from?: string;
  /** Its blob in the index; absent for the working tree. */
  oid?: string;
  /** `deleted`: it is no longer there. `other`: a link or a submodule, which is no file. */
  kind: "file" | "deleted" | "other";
}

/** `git diff --raw -z`: `:<mode> <mode> <oid> <oid> <status>`, then one path, or two where it moved. */
function readRaw(raw: string): ChangedPath[] {
  const parts = raw.split("\0");
  const changedPaths = new Map<string, ChangedPath>();
  for (let at = 0; at + 1 < parts.length; ) {
    const [, mode = "", , oid = "", status = ""] = (parts[at] ?? "").split(" ");
    const paths = parts.slice(at + 1, at + (/^[RC]/.test(status) ? 3 : 2));
    at += 1 + paths.length;
    // An unmerged path is listed a second time as what lies in the working tree.
    if (status === "U") continue;
    const [file = "", from] = paths.toReversed();
    const kind = status === "D" ? "deleted" : mode.startsWith("100") ? "file" : "other";
    changedPaths.set(file, { file, kind, ...defined({ from, oid: /^0+$/.test(oid) ? undefined : oid }) });
  }
  return [...changedPaths.values()];
}

const DIFF = ["diff", "--raw", "-z", "-M", "--no-abbrev", "--relative", "--no-ext-diff", "--ignore-submodules=all"];

/**
 * The staged files with their blobs; before the first commit all of them. In a hook it is the index that the commit in progress
 * is made from: git names another one for `commit -a` and for a commit of some files.
 */
export async function stagedPaths({ root }: Workspace): Promise<ChangedPath[]> {
  const index = process.env["GIT_INDEX_FILE"];
  const callersIndex = index === undefined || index === "" ? {} : { GIT_INDEX_FILE: resolve(index) };
  return readRaw((await runBytes(root, [...DIFF, "--cached", "--"], "", callersIndex)).toString("utf8"));
}

/**
 * Files of the working tree that differ from a commit, or from where HEAD and it parted (`--merge-base`); those that git
 * does not track are not among them.
 */
export async function pathsChangedSince({ root }: Workspace, ...commit: string[]): Promise<ChangedPath[]> {
  return readRaw(await run(root, [...DIFF, ...commit, "--"])).map(({ oid: _, ...path }) => path);
}

/** Files that git tracks, or could: new ones that it does not ignore. Beneath some paths, if any are named. */
export async function listedPaths(
  { root }: Workspace,
  which: { tracked: boolean; untracked: boolean },
  beneath: readonly string[] = [],
): Promise<string[]> {
  const kinds = [which.tracked ? ["--cached"] : [], which.untracked ? ["--others", "--exclude-standard"] : []].flat();
  return await listedFiles(root, [...kinds, "--", ...beneath.map((path) => `:(literal)${path}`)]);
}

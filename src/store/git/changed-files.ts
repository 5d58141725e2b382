/** Which files of a workspace git has, and which of them changed: lists of paths relative to the workspace, no contents. */
import { resolve } from "node:path";
import type { Workspace } from "../workspace.js";
import { run, runBytes } from "./git.js";
import { headCommit } from "./git-head.js";

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

const IS_FILE = /^100/;
const NO_OID = /^0+$/;

/** `git diff --raw -z`: `:<mode> <mode> <oid> <oid> <status>`, then one path, or two where it moved. */
function readRaw(raw: string): ChangedPath[] {
  const parts = raw.split("\0");
  const changedPaths = new Map<string, ChangedPath>();
  for (let at = 0; at + 1 < parts.length; ) {
    const [, mode = "", , oid = "", status = ""] = (parts[at] ?? "").split(" ");
    const isRename = /^[RC]/.test(status);
    const first = parts[at + 1] ?? "";
    const file = isRename ? (parts[at + 2] ?? "") : first;
    at += isRename ? 3 : 2;
    // An unmerged path is listed a second time as what lies in the working tree.
    if (status === "U") continue;
    const kind = status === "D" ? "deleted" : IS_FILE.test(mode) ? "file" : "other";
    changedPaths.set(file, { file, kind, ...(isRename ? { from: first } : {}), ...(NO_OID.test(oid) ? {} : { oid }) });
  }
  return [...changedPaths.values()];
}

const DIFF = ["diff", "--raw", "-z", "-M", "--no-abbrev", "--relative", "--no-ext-diff", "--ignore-submodules=all"];

/**
 * The index that a commit in progress is made from: git names another one to its hooks for `commit -a` and for a commit
 * of some files. Only what is about to be committed is read from it.
 */
function callersIndex(): Record<string, string> {
  const indexFile = process.env["GIT_INDEX_FILE"];
  return indexFile === undefined || indexFile === "" ? {} : { GIT_INDEX_FILE: resolve(indexFile) };
}

/** The staged files with their blobs; before the first commit all of them. */
export async function stagedPaths({ root }: Workspace): Promise<ChangedPath[]> {
  return readRaw((await runBytes(root, [...DIFF, "--cached", "--"], "", callersIndex())).toString("utf8"));
}

/** Files of the working tree that differ from a commit; those that git does not track are not among them. */
export async function pathsChangedSince({ root }: Workspace, commit: string): Promise<ChangedPath[]> {
  return readRaw(await run(root, [...DIFF, commit, "--"])).map(({ oid: _, ...path }) => path);
}

/** Files that git tracks, or could: `untracked` are new ones that it does not ignore. Beneath some paths, if any are named. */
export async function listedPaths(
  { root }: Workspace,
  which: { tracked: boolean; untracked: boolean },
  beneath: readonly string[] = [],
): Promise<string[]> {
  const kinds = [
    ...(which.tracked ? ["--cached"] : []),
    ...(which.untracked ? ["--others", "--exclude-standard"] : []),
  ];
  const listed = await run(root, ["--literal-pathspecs", "ls-files", "-z", ...kinds, "--", ...beneath]);
  return [...new Set(listed.split("\0").filter((file) => file !== ""))];
}

/** The commit at which a revision and HEAD parted; the revision itself where they never were one. */
export async function partingPoint({ root }: Workspace, commit: string): Promise<string> {
  if ((await headCommit(root)) === undefined) return commit;
  return await run(root, ["merge-base", commit, "HEAD"]).then(
    (found) => found.trim(),
    () => commit,
  );
}

/** When each file was last committed, in milliseconds, as far back as a moment. */
export async function commitTimes({ root }: Workspace, since: string): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number>();
  if ((await headCommit(root)) === undefined) return times;
  const logArgs = [
    "log",
    "--format=%x01%ct",
    "--name-only",
    "-z",
    "-m",
    "--relative",
    `--since=${since}`,
    "HEAD",
    "--",
  ];
  let at = 0;
  for (const part of (await run(root, logArgs)).split(/[\0\n]/)) {
    if (part.startsWith("\u0001")) at = Number(part.slice(1)) * 1_000;
    else if (part !== "" && (times.get(part) ?? 0) < at) times.set(part, at);
  }
  return times;
}

/** The newest commit up to a moment, else one with which the history of this clone begins; undefined before the first. */
export async function commitBefore({ root }: Workspace, moment: string): Promise<string | undefined> {
  if ((await headCommit(root)) === undefined) return undefined;
  const newest = async (...which: string[]) => (await run(root, ["rev-list", "-1", ...which, "HEAD", "--"])).trim();
  const commit = (await newest(`--before=${moment}`)) || (await newest("--max-parents=0"));
  return commit === "" ? undefined : commit;
}

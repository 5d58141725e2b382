/** The files of a run: changed, staged, changed since a commit, all, or named ones. Called by `tenet check`. */
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Context } from "../context.js";
import { TenetError, wrongUsage } from "../errors.js";
import { next } from "../steps.js";
import { type ChangedPath, listedPaths, pathsChangedSince, stagedPaths } from "../store/git/changed-files.js";
import { GitFailed } from "../store/git/git.js";
import { gitFolder } from "../store/git/git-folder.js";
import { headCommit, typedCommit } from "../store/git/revisions.js";
import { stampAt } from "../store/records/scan.js";
import { surveyPath } from "../store/survey.js";
import { realPath, type Workspace } from "../store/workspace.js";

/** What a run is to look at; without any of the three what changed against HEAD, and with paths alone all of those. */
export interface CheckScope {
  /** What is staged, as it is staged. */
  staged?: boolean;
  /** What changed since the revision and HEAD parted. */
  since?: string;
  /** Every file that git tracks. */
  all?: boolean;
  /** Files and folders, absolute or from the top of the workspace. */
  paths?: readonly string[];
}

/** A file to look at: as it is in the working tree, or as the blob it is staged as. */
export interface FileToCheck {
  file: string;
  oid?: string;
  /** What it was called before. */
  from?: string;
}

export interface FilesToCheck {
  files: FileToCheck[];
  /** Links and submodules among them. */
  links: string[];
  /** They are what changes now. */
  isChange: boolean;
}

const noGit = () =>
  new TenetError("This workspace is in no git repository: nothing tells what changed.", {
    failure: "usage",
    code: "no-git",
    hint: next("Name the files:", "check", { paths: ["src/main.ts"] }),
  });

const notThere = (path: string) => wrongUsage(`there is no ${JSON.stringify(path)}`, "Name a file of the workspace.");

/** A named path relative to the workspace. Throws `usage` for one outside of it, or in no folder. */
function pathInside({ root }: Workspace, path: string): string {
  const whole = resolve(root, path);
  const folder = whole === root ? root : realPath(dirname(whole));
  if (folder === undefined) throw notThere(path);
  const relativePath = relative(root, whole === root ? root : join(folder, basename(whole)));
  if (isAbsolute(relativePath) || relativePath.split(sep)[0] === "..") {
    throw wrongUsage(`${JSON.stringify(path)} lies outside the workspace`, "Name a file inside it.", "outside");
  }
  return relativePath.split(sep).join("/");
}

const isBeneath = (file: string, paths: readonly string[]): boolean =>
  paths.length === 0 || paths.some((path) => path === "" || file === path || file.startsWith(`${path}/`));

/** Throws usage for a path that neither lies there nor is among what changed: a mistyped one would look clean. */
function ofChanges(
  ws: Workspace,
  changed: readonly ChangedPath[],
  untracked: readonly string[],
  paths: readonly string[],
): FilesToCheck {
  const changedFiles = [...changed.map(({ file }) => file), ...untracked];
  const missing = paths.find(
    (path) => stampAt(ws.absolute(path)) === undefined && !changedFiles.some((file) => isBeneath(file, [path])),
  );
  if (missing !== undefined) throw notThere(missing);
  const matchingChanges = changed.filter(({ file }) => isBeneath(file, paths));
  const files = matchingChanges.flatMap(({ kind, ...file }): FileToCheck[] => (kind === "file" ? [file] : []));
  const fresh = untracked.filter((file) => isBeneath(file, paths)).map((file) => ({ file }));
  const links = matchingChanges.flatMap(({ kind, file }) => (kind === "other" ? [file] : []));
  return { files: [...files, ...fresh], links, isChange: true };
}

async function namedFiles(ws: Workspace, hasGit: boolean, paths: readonly string[]): Promise<FilesToCheck> {
  const files = new Set<string>();
  for (const path of paths) {
    const beneath = hasGit ? await listedPaths(ws, { tracked: true, untracked: true }, [path === "" ? "." : path]) : [];
    // Files that git ignores, or keeps as another repository, are checked when named.
    const isClosed = beneath.every((file) => file === path || file === `${path}/`);
    const there = isClosed ? surveyPath(ws, ws.absolute(path)) : { files: [], findings: [] };
    const listed = [...there.files, ...there.findings.flatMap(({ file }) => file ?? [])];
    if (listed.length + beneath.length === 0 && stampAt(ws.absolute(path)) === undefined) throw notThere(path);
    for (const file of listed.length > 0 ? listed : beneath) files.add(file);
  }
  return { files: [...files].map((file) => ({ file })), links: [], isChange: false };
}

/** Lists the files of a scope. Throws usage where two scopes are named, git is missing, or a revision is not known. */
export async function filesToCheck(
  { workspace: ws }: Pick<Context, "workspace">,
  scope: CheckScope,
): Promise<FilesToCheck> {
  const { staged = false, since, all = false } = scope;
  const paths = (scope.paths ?? []).map((path) => pathInside(ws, path));
  if ([staged, since !== undefined, all].filter(Boolean).length > 1) {
    throw wrongUsage("--staged, --since and --all exclude each other", "State one of them, or none.");
  }
  const hasGit = gitFolder(ws.root) !== undefined;
  const isNamed = !staged && since === undefined && !all && paths.length > 0;
  if (isNamed) return await namedFiles(ws, hasGit, paths);
  if (!hasGit) throw noGit();
  if (staged) return ofChanges(ws, await stagedPaths(ws), [], paths);
  if (all) {
    const tracked = await listedPaths(ws, { tracked: true, untracked: false });
    return { ...ofChanges(ws, [], tracked, paths), isChange: false };
  }
  const untracked = await listedPaths(ws, { tracked: false, untracked: true });
  if (since !== undefined) {
    const changed = await pathsChangedSince(ws, "--merge-base", await typedCommit(ws.root, since));
    return { ...ofChanges(ws, changed, untracked, paths), isChange: false };
  }
  try {
    return ofChanges(ws, await pathsChangedSince(ws, "HEAD"), untracked, paths);
  } catch (error) {
    if (!(error instanceof GitFailed) || (await headCommit(ws.root)) !== undefined) throw error;
    return ofChanges(ws, [], await listedPaths(ws, { tracked: true, untracked: true }), paths);
  }
}

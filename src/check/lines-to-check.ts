/**
 * What a run looks at: the lines that a change adds, or whole files, all that git tracks or named ones. In a hook before
 * commits git names the index that the commit in progress is made from. Called by `tenet check`.
 */
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Context } from "../context.js";
import { TenetError, wrongUsage } from "../errors.js";
import { next } from "../steps.js";
import { listedFiles, runBytes } from "../store/git/git.js";
import { gitFolder } from "../store/git/git-folder.js";
import { headCommit, typedCommit } from "../store/git/revisions.js";
import { stampAt } from "../store/records/scan.js";
import { surveyPath } from "../store/survey.js";
import { realPath, type Workspace } from "../store/workspace.js";
import { type AddedLines, addedLines } from "./policy/added-lines.js";

/** Without any of the three what changed against HEAD, and with paths alone all of those. */
export interface CheckScope {
  /** What is staged, as it is staged. */
  staged?: boolean;
  /** What came in since the revision and HEAD parted. */
  since?: string;
  /** Every file that git tracks. */
  all?: boolean;
  /** Files and folders, absolute or from the top of the workspace. */
  paths?: readonly string[];
}

export interface LinesToCheck extends AddedLines {
  /** What is looked at is what a change adds. */
  isChange: boolean;
}

const noGit = () =>
  new TenetError("This workspace is in no git repository: nothing tells what changed.", {
    failure: "usage",
    code: "no-git",
    hint: next("Name the files:", "check", { paths: ["src/main.ts"] }),
  });

/** A named path relative to the workspace. Throws `usage` for one that is not there: a mistyped one would look clean. */
function pathInside(ws: Workspace, path: string): string {
  const { root } = ws;
  const whole = resolve(root, path);
  const folder = whole === root ? root : realPath(dirname(whole));
  const place = folder === undefined || whole === root ? folder : join(folder, basename(whole));
  const relativePath = place === undefined ? "" : relative(root, place);
  if (isAbsolute(relativePath) || relativePath.split(sep)[0] === "..") {
    throw wrongUsage(`${JSON.stringify(path)} lies outside the workspace`, "Name a file inside it.", "outside");
  }
  if (place === undefined || stampAt(place) === undefined)
    throw wrongUsage(`there is no ${JSON.stringify(relativePath || path)}`, "Name a file of the workspace.");
  return relativePath.split(sep).join("/") || ".";
}

const pathspecs = (paths: readonly string[]): string[] => ["--", ...paths.map((path) => `:(literal)${path}`)];

/** Files that git lists; a repository within this one is none. */
const listed = async (ws: Workspace, how: readonly string[], paths: readonly string[]): Promise<string[]> =>
  (await listedFiles(ws.root, [...how, ...pathspecs(paths)])).filter((file) => !file.endsWith("/"));

const UNTRACKED = ["--others", "--exclude-standard"];

/** Files beneath a path; those that git ignores, or keeps as another repository, where nothing else lies there. */
async function filesBeneath(ws: Workspace, hasGit: boolean, path: string): Promise<string[]> {
  const known = hasGit ? await listed(ws, ["--cached", ...UNTRACKED], [path]) : [];
  if (known.length > 0) return known;
  const { files, findings } = surveyPath(ws, ws.absolute(path));
  return [...files, ...findings.flatMap(({ file }) => file ?? [])];
}

const DIFF = [
  ...["diff", "--unified=0", "--inter-hunk-context=0", "--no-prefix", "--relative", "-M", "--diff-filter=d"],
  ...["--no-color", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all"],
];

async function linesAdded({ root }: Workspace, how: readonly string[], paths: readonly string[]): Promise<AddedLines> {
  const index = process.env["GIT_INDEX_FILE"] || undefined;
  const callersIndex = index === undefined ? {} : { GIT_INDEX_FILE: resolve(index) };
  const diff = await runBytes(root, [...DIFF, ...how, ...pathspecs(paths)], "", callersIndex);
  return addedLines(diff.toString("utf8"));
}

/** The lines of a scope. Throws usage where two scopes are named, git is missing, or a revision is not known. */
export async function linesToCheck(
  { workspace: ws }: Pick<Context, "workspace">,
  scope: CheckScope,
): Promise<LinesToCheck> {
  const { staged = false, since, all = false } = scope;
  const paths = (scope.paths ?? []).map((path) => pathInside(ws, path));
  if ([staged, since !== undefined, all].filter(Boolean).length > 1) {
    throw wrongUsage("--staged, --since and --all exclude each other", "State one of them, or none.");
  }
  const hasGit = gitFolder(ws.root) !== undefined;
  const nothing: LinesToCheck = { files: [], whole: [], isChange: false };
  if (!staged && since === undefined && !all && paths.length > 0) {
    const whole = new Set<string>();
    for (const path of paths) for (const file of await filesBeneath(ws, hasGit, path)) whole.add(file);
    return { ...nothing, whole: [...whole] };
  }
  if (!hasGit) throw noGit();
  if (all) return { ...nothing, whole: await listed(ws, [], paths) };
  if (staged) return { ...(await linesAdded(ws, ["--cached"], paths)), isChange: true };
  const base = since === undefined ? await headCommit(ws.root) : await typedCommit(ws.root, since);
  const from = since === undefined ? [] : ["--merge-base"];
  const added = base === undefined ? nothing : await linesAdded(ws, [...from, base], paths);
  // Before the first commit all of them are new.
  const whole = await listed(ws, base === undefined ? ["--cached", ...UNTRACKED] : UNTRACKED, paths);
  return { ...added, whole: [...added.whole, ...whole], isChange: true };
}

/**
 * Writes the workspace of a commit into a temporary folder. Its files come from git's objects and are never checked out:
 * no hook, filter or link of the commit has an effect. Called for reports of the past.
 */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix, resolve } from "node:path";
import { TenetError } from "../../errors.js";
import { CommittedWorkspace } from "../base/committed-workspace.js";
import { codeOf } from "../files/file-failure.js";
import type { Workspace } from "../workspace.js";
import { type CommitTree, heldOrThrow } from "./commit-tree.js";
import { GitFailed, run } from "./git.js";
import { commonFolder, gitFolder, prefixIn } from "./git-folder.js";
import { commitOf } from "./git-snapshot.js";
import { isFile, orThrow, type TreeFile } from "./objects.js";

/** A commit, laid out as a workspace. */
export interface CommitFolder {
  /** Where `tenet.yaml` lies; a real path. */
  root: string;
  /** The whole id. */
  commit: string;
  /** When it was committed. */
  time: Date;
  /** Names of files that are not here: links, submodules, names that no workspace has, files over 10 MB. */
  leftOut: readonly string[];
}

/**
 * Runs a body on the workspace of a commit, in a temporary repository: its history ends at the commit, its objects are
 * those of this repository, where nothing is written. It is removed when the body ends or throws. Throws `usage` for a
 * revision that git does not know and a commit without `tenet.yaml`, `failed` where this clone holds too little of it.
 */
export async function withCommitFolder<T>(
  ws: Workspace,
  revision: string,
  body: (at: CommitFolder) => Promise<T>,
): Promise<T> {
  const commit = await knownCommit(ws, revision);
  const top = realpathSync(mkdtempSync(join(tmpdir(), "tenet-at-")));
  try {
    return await body(await layOut(ws, commit, top));
  } finally {
    rmSync(top, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function knownCommit(ws: Workspace, revision: string): Promise<string> {
  const unknown = (message: string, hint: string) =>
    new TenetError(message, { failure: "usage", code: "unknown-revision", hint });
  if (gitFolder(ws.root) === undefined)
    throw unknown("there is no git repository here, and so no commit", "What lies here now needs none.");
  // No revision holds one, and no program is started with it.
  const commit = revision.includes("\0") ? undefined : await commitOf(ws, revision);
  if (commit !== undefined) return commit;
  throw unknown(`git knows no commit ${JSON.stringify(revision)}`, "Name a branch, tag or commit of this clone.");
}

async function layOut(ws: Workspace, commit: string, top: string): Promise<CommitFolder> {
  const prefix = prefixIn(ws.root);
  const root = resolve(top, prefix);
  mkdirSync(root, { recursive: true });
  makeRepository(top, commonFolder(gitFolder(ws.root) as string), commit);
  try {
    const time = await timeOf(root, commit);
    return { root, commit, time, leftOut: await writeFiles(root, commit, prefix) };
  } catch (cause) {
    if (!(cause instanceof GitFailed)) throw cause;
    throw new TenetError(`git cannot read the commit ${commit.slice(0, 10)}: ${cause.message}`, {
      failure: "failed",
      code: "unreadable-commit",
      hint: "Look what is wrong with the repository: git fsck",
      cause,
    });
  }
}

/** As a path stands in git's list of other object folders: quoted where a line would end within. */
const alternate = (path: string): string => (path.includes("\n") ? JSON.stringify(path) : path);

/** Makes a repository at the commit from its files alone: without templates, settings and hooks of the user. */
function makeRepository(top: string, source: string, commit: string): void {
  const git = join(top, ".git");
  for (const folder of ["objects/info", "refs/heads"]) mkdirSync(join(git, folder), { recursive: true });
  const format =
    commit.length === 64
      ? "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = sha256\n"
      : "[core]\n\trepositoryformatversion = 0\n";
  writeFileSync(join(git, "config"), format);
  writeFileSync(join(git, "objects", "info", "alternates"), `${alternate(join(source, "objects"))}\n`);
  const ends = contentOf(join(source, "shallow"));
  if (ends !== undefined) writeFileSync(join(git, "shallow"), ends);
  writeFileSync(join(git, "HEAD"), `${commit}\n`);
}

function contentOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return undefined;
    throw cause;
  }
}

/** A commit may claim any time; what lies behind this is no date that a record has. */
const LAST_SECOND = Date.UTC(9999, 11, 31) / 1000;

async function timeOf(root: string, commit: string): Promise<Date> {
  const seconds = Number(await run(root, ["log", "--no-walk", "--format=%ct", "--end-of-options", commit, "--"]));
  return new Date(Math.min(seconds, LAST_SECOND) * 1000);
}

/** Files beneath `memory/` that tenet reads. */
const READ = /\.(?:md|mdc|ya?ml|jsonl?)$/i;

/** A plain file of a commit, by its name relative to the workspace. */
type CommitFile = Pick<TreeFile, "file" | "oid">;

/** Longest part of a name on every file system, in bytes. */
const LONGEST_PART = 255;

const isPart = (part: string): boolean =>
  part !== "" && !/^\.{1,2}$/.test(part) && !/^\.git$/i.test(part) && Buffer.byteLength(part) <= LONGEST_PART;

/** Whether a name leads to a file beneath its folder on any system, and can be shown. U+FFFD: it was no UTF-8. */
const isPlainName = (file: string): boolean => !/[\p{Cc}\\\uFFFD]/u.test(file) && file.split("/").every(isPart);

/** Files named or contained by these paths, all for the path ""; names without a file go to the omitted ones. */
async function plainFiles(tree: CommitTree, paths: readonly string[], leftOut: Set<string>): Promise<CommitFile[]> {
  return orThrow(await tree.filesAt(paths)).filter((row) => {
    const isPlain = isFile(row) && isPlainName(row.file);
    if (!isPlain) leftOut.add(row.file);
    return isPlain;
  });
}

/** Returns the names of omitted files. */
async function writeFiles(root: string, commit: string, prefix: string): Promise<string[]> {
  const workspace = orThrow(await CommittedWorkspace.at(root, commit));
  const { tree } = workspace;
  const bytesOf = async ({ file, oid }: CommitFile) => heldOrThrow(await tree.blob(oid, file), { commit, file });
  const leftOut = new Set<string>();
  const own = await plainFiles(tree, ["tenet.yaml", "memory"], leftOut);
  const profile = own.find(({ file }) => file === "tenet.yaml");
  const settings = profile && (await bytesOf(profile));
  if (settings === undefined) throw noProfile(commit, prefix);
  const core = await plainFiles(tree, await coreFiles(workspace), leftOut);
  const read = own.filter(({ file }) => file === "tenet.yaml" || READ.test(file));
  const origins = new Set<string>();
  for (const [file, one] of new Map([...read, ...core].map((one) => [one.file, one]))) {
    const bytes = await bytesOf(one);
    if (bytes === undefined || !writeNewFile(root, file, bytes)) leftOut.add(file);
    for (const origin of bytes === undefined ? [] : originsIn(bytes)) origins.add(origin);
  }
  const isOrigin = (file: string): boolean =>
    origins.has(file) || (file.includes("/") && isOrigin(posix.dirname(file)));
  const all = origins.size === 0 ? [] : await plainFiles(tree, [""], new Set());
  for (const { file } of all) if (isOrigin(file)) writeNewFile(root, file, "");
  return [...leftOut];
}

/** `origin: docs/guide.md:12`, as a line of a record. */
const ORIGIN = /^[ -]*origin: (.+)$/gm;
const QUOTED = /^(["'])(.*)\1$/;
const LINE_WITHIN = /[:#]L?\d+(?:[-:]\d+)?$/;

/**
 * Files and folders that entries name as their origin. The trust in an entry depends on whether its origin exists in the
 * workspace, and on nothing else of it: an empty file stands for it.
 */
function originsIn(bytes: Buffer): string[] {
  if (!bytes.includes("origin:")) return [];
  return [...bytes.toString("utf8").matchAll(ORIGIN)].flatMap(([, statedOrigin = ""]) => {
    const file = posix.normalize(statedOrigin.trim().replace(QUOTED, "$2").replace(LINE_WITHIN, ""));
    return isPlainName(file) ? [file] : [];
  });
}

function noProfile(commit: string, prefix: string): TenetError {
  const prefixText = prefix === "" ? "" : ` in ${prefix}`;
  return new TenetError(
    `the commit ${commit.slice(0, 10)} has no tenet.yaml${prefixText}: there was no workspace then`,
    {
      failure: "usage",
      code: "no-profile",
      hint: "See since when there is one: git log --diff-filter=A -- tenet.yaml",
    },
  );
}

/** Names of the files of rules by the profile of the commit. Its reader reports errors in the profile. */
async function coreFiles(workspace: CommittedWorkspace): Promise<string[]> {
  const read = await workspace.profile();
  return read !== undefined && "profile" in read ? Object.values(read.profile.files) : [];
}

/** False where the file cannot be: names that differ in case alone, a file in the place of a folder, too long a path. */
function writeNewFile(root: string, file: string, content: Uint8Array | string): boolean {
  const path = join(root, ...file.split("/"));
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content, { flag: "wx", mode: 0o600 });
    return true;
  } catch (cause) {
    if (["EEXIST", "ENOTDIR", "ENAMETOOLONG"].includes(codeOf(cause) ?? "")) return false;
    throw cause;
  }
}

/**
 * Reads, writes and removes files of the agents' hosts, whole, and only if unchanged since they were read. Links are
 * followed here, unlike in the tree: people link to settings elsewhere, and replacing the link would part the two. Inside
 * a workspace a link may not lead out of it, so that a repository cannot choose the file that is written.
 */
import { accessSync, constants, existsSync, lstatSync, readFileSync, realpathSync } from "node:fs";
import { chmod, rmdir, unlink } from "node:fs/promises";
import { basename, delimiter, dirname, isAbsolute, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { TenetError } from "../errors.js";
import { ChangedMeanwhile, hashOf, sha256, writeFileAtomic } from "../store/files/atomic-file.js";
import { nodeFs, syncFolder } from "../store/files/atomic-fs.js";
import { codeOf, fileFailure } from "../store/files/file-failure.js";
import { answerOf } from "../store/git/git.js";
import { prefixIn } from "../store/git/git-folder.js";

/** A host's file as it was found. */
export interface HostFile {
  /** Where it really is: links followed. */
  path: string;
  /** Undefined when there is none. */
  text?: string;
  /** Of its bytes; null when there is none. */
  hash: string | null;
  /** Its owner may run it. */
  runnable: boolean;
  /** Its mode allows writing: renaming over a read-only file would bypass that. */
  writable: boolean;
}

const refused = (path: string, message: string, hint: string): TenetError =>
  new TenetError(message, { failure: "conflict", code: "host-file", hint, details: { path } });

/** The real path of a file or folder that may not exist yet. */
function realPlace(path: string): string {
  const parent = dirname(path);
  return existsSync(path) || parent === path ? realpathSync.native(path) : join(realPlace(parent), basename(path));
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way.split(sep)[0] !== "..";
}

/** Reads a host's file. `within`: the workspace it must really lie in; anywhere without one. */
export async function readHostFile(path: string, within?: string): Promise<HostFile> {
  const real = realPlace(path);
  if (within !== undefined && !isWithin(realpathSync.native(within), real))
    throw refused(path, `${path} leads out of the workspace, to ${real}.`, "Use --level user for your own settings.");
  let bytes: Buffer;
  try {
    bytes = readFileSync(real);
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return { path: real, hash: null, runnable: false, writable: true };
    throw fileFailure("read", real, cause);
  }
  const { mode } = lstatSync(real);
  const may = { runnable: (mode & 0o100) !== 0, writable: (mode & 0o222) !== 0 };
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { path: real, text, hash: sha256(bytes), ...may };
  } catch {
    throw refused(path, `${path} is not valid UTF-8.`, "Write it anew as UTF-8. It was left as it is.");
  }
}

/** Writes a host's file. Throws {@link ChangedMeanwhile} when the file changed since it was read. */
export async function writeHostFile(file: HostFile, text: string, { program = false } = {}): Promise<void> {
  await writeFileAtomic(file.path, text, { expected: file.hash });
  if (program && file.hash === null) await chmod(file.path, 0o755);
}

/** Removes a host's file as it was read, and its folder where nothing else lies in it. Throws {@link ChangedMeanwhile}. */
export async function removeHostFile(file: HostFile): Promise<void> {
  try {
    if ((await hashOf(file.path)) !== file.hash) throw new ChangedMeanwhile(file.path);
    await unlink(file.path);
    await syncFolder(dirname(file.path), nodeFs);
    await rmdir(dirname(file.path)).catch(() => undefined);
  } catch (cause) {
    if (codeOf(cause) !== "ENOENT") throw fileFailure("remove", file.path, cause);
  }
}

/** Where a program is found by name; undefined when it is not on the PATH. */
export function onPath(name: string): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, name)).find(isRunnable);
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A file of `templates/`, which lies two levels above both the sources and the parts of the bundle. */
export const template = (name: string): string =>
  readFileSync(join(dirname(fileURLToPath(import.meta.url)), "..", "..", "templates", name), "utf8");

/** Where git looks for its hooks in the clone that holds a workspace. */
export interface GitHooks {
  folder: string;
  /** The workspace, seen from the top of the work tree: where git runs its hooks. `.` for the top itself. */
  workspace: string;
  /** Hooks of this clone alone: neither other repositories nor the whole machine share them. */
  own: boolean;
}

/** Undefined where git does not answer. Follows `core.hooksPath`; husky's own scripts call those a folder above. */
export async function gitHooks(root: string): Promise<GitHooks | undefined> {
  const asked = ["rev-parse", "--path-format=absolute", "--show-toplevel", "--git-common-dir", "--git-path", "hooks"];
  const [top, common, hooks] = (await answerOf(root, asked))?.split("\n") ?? [];
  if (top === undefined || common === undefined || hooks === undefined) return undefined;
  const folder = /[\\/]\.husky[\\/]_$/.test(hooks) ? dirname(hooks) : hooks;
  return {
    folder,
    workspace: prefixIn(root).slice(0, -1) || ".",
    own: isWithin(top, folder) || isWithin(common, folder),
  };
}

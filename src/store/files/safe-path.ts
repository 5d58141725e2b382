/** Paths of the workspace: no link is followed out of it, on reading or on writing. */
import { readdirSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { TenetError } from "../../errors.js";
import { defined } from "../../text/defined.js";
import { isLink, NOT_PLAIN, readPlainFile } from "../records/scan.js";
import type { Workspace } from "../workspace.js";
import { type AtomicFs, type FileState, nodeFs, stateOf } from "./atomic-fs.js";
import { codeOf, fileFailure } from "./file-failure.js";

/** Case and composition as some file systems fold them: such a difference is no link. */
const fold = (path: string) => path.normalize("NFC").toLowerCase();

const refused = (code: string, path: string, message: string, hint: string): TenetError =>
  new TenetError(message, { failure: "refused", code, hint, details: { path } });

/** The error for a link in a place that tenet reads or writes. `shown`: the path as people read it. */
export function linkRefused(shown: string, path = shown): TenetError {
  const message = `${shown} is a symbolic link, or lies behind one. tenet follows no links.`;
  return refused("link", path, message, "Replace the link with the real file or folder.");
}

function notAFile(shown: string, path: string): TenetError {
  const hint = "Move it away: tenet expects a text file of that name.";
  return refused("not-a-file", path, `${shown} is no regular file.`, hint);
}

/** The name of a path within the workspace. Throws `usage` for one outside of it, or in git's own folder. */
function insideByName(ws: Workspace, path: string): string {
  const name = relative(ws.root, path);
  const [first] = name.split(sep);
  const isOutside = isAbsolute(name) || first === ".." || first?.toLowerCase() === ".git";
  if (!isOutside && resolve(path) === path && !path.includes("\0")) return name;
  throw new TenetError(`${JSON.stringify(path)} lies outside the workspace ${ws.root}, or belongs to git.`, {
    failure: "usage",
    code: "outside",
    hint: "Name a file inside the workspace.",
    details: { path },
  });
}

/**
 * Whether a folder of the workspace exists, reached through real folders alone. Throws `refused` for a link anywhere
 * between it and the root, so that a scan or a write never leaves the tree.
 */
export async function folderInTree(ws: Workspace, folder: string, fs: AtomicFs = nodeFs): Promise<boolean> {
  const name = insideByName(ws, folder);
  try {
    // The root itself may be reached through a link, nothing beneath it may.
    const [root, real] = [await fs.realpath(ws.root), await fs.realpath(folder)];
    if (fold(real) === fold(join(root, name))) return true;
  } catch (cause) {
    const code = codeOf(cause);
    if (name === "" || (code !== "ENOENT" && code !== "ELOOP")) throw fileFailure("reach", folder, cause);
    // A dangling link answers ENOENT as well, and a missing folder may have a link among its parents.
    if (code === "ENOENT" && (await stateOf(folder, fs)) === undefined) {
      await folderInTree(ws, dirname(folder), fs);
      return false;
    }
  }
  throw linkRefused(ws.relative(folder) || folder, folder);
}

/**
 * The state of a file that tenet is about to read or write (undefined: absent), after making sure that it lies in the
 * tree and is no link. Throws `usage` for a path outside, `refused` for links and for what is no regular file.
 */
export async function fileInTree(ws: Workspace, path: string, fs: AtomicFs = nodeFs): Promise<FileState | undefined> {
  insideByName(ws, path);
  return (await folderInTree(ws, dirname(path), fs)) ? await plainFile(path, fs, ws.relative(path)) : undefined;
}

/** The same of a file anywhere. `shown`: the path as people read it. */
export async function plainFile(path: string, fs: AtomicFs, shown = path): Promise<FileState | undefined> {
  const state = await stateOf(path, fs).catch((cause: unknown) => {
    throw fileFailure("reach", path, cause);
  });
  if (state?.isSymbolicLink()) throw linkRefused(shown, path);
  if (state !== undefined && !state.isFile()) throw notAFile(shown, path);
  return state;
}

/** {@link readBytes} of a file whose folder was looked at. */
export function plainBytes(ws: Workspace, path: string): Buffer | undefined {
  try {
    return readPlainFile(path).bytes;
  } catch (cause) {
    const code = codeOf(cause);
    if (code === "ENOENT") return undefined;
    if (code === "ELOOP" || code === "EMLINK") throw linkRefused(ws.relative(path), path);
    if (code === "ENXIO" || code === NOT_PLAIN) throw notAFile(ws.relative(path), path);
    const failed = fileFailure("read", ws.relative(path), cause);
    if (!(failed instanceof TenetError)) throw failed;
    const { message, hint, details } = failed;
    throw new TenetError(message, { failure: "findings", code: "unreadable", ...defined({ hint }), details, cause });
  }
}

/**
 * The bytes of a file of the tree; undefined when it is absent. Throws `refused` for links and for what is no regular
 * file, exit 8 (`unreadable`) when the system denies it: unreadable is not deleted.
 */
export async function readBytes(ws: Workspace, path: string): Promise<Buffer | undefined> {
  insideByName(ws, path);
  return (await folderInTree(ws, dirname(path))) ? plainBytes(ws, path) : undefined;
}

/**
 * Whether an `origin` names a file of this workspace. A URL, a tool's name, a file elsewhere or behind a link that
 * leads out does not: entries from there count as foreign text.
 */
export function isInsideWorkspace(ws: Workspace, origin: string): boolean {
  const file = origin.replace(/[:#]L?\d+(?:[-:]\d+)?$/, "");
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(file) || file.includes("\0")) return false;
  try {
    const inside = relative(realpathSync(ws.root), realpathSync(resolve(ws.root, file)));
    return inside !== "" && inside.split(sep)[0] !== ".." && !isAbsolute(inside);
  } catch {
    return false;
  }
}

/** Every file beneath a folder of the workspace, absolute, by name; links are not followed. Nothing for a missing one. */
export function listFiles(ws: Workspace, folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).sort();
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return [];
    throw fileFailure("list", ws.relative(folder), cause);
  }
}

/** The first link among the local folder and its files, as an absolute path: a cloned repository could make one lead anywhere. */
export const localLink = (ws: Workspace): string | undefined => [ws.local, ws.stateDb, ws.lock, ws.tmp].find(isLink);

/** Throws `refused` for such a link: every command keeps something there, or deletes it. Derived files do without. */
export function refuseLocalLinks(ws: Workspace): void {
  const link = localLink(ws);
  if (link !== undefined) throw linkRefused(ws.relative(link), link);
}

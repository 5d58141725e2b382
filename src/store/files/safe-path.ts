/** Paths of the workspace: no link is followed out of it, on reading or on writing. */
import { readdirSync, realpathSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { TenetError } from "../../errors.js";
import { defined } from "../../text/defined.js";
import { isLink, NOT_PLAIN, readPlainFile } from "../records/scan.js";
import type { Workspace } from "../workspace.js";
import { type AtomicFs, type FileState, nodeFs, stateOf } from "./atomic-fs.js";
import { codeOf, fileFailure } from "./file-failure.js";
import { unreadableFinding } from "./file-findings.js";

const refused = (path: string, code: string, message: string, hint: string): TenetError =>
  new TenetError(message, { failure: "refused", code, hint, details: { path } });

/** `shown`: the path as people read it. */
export const linkRefused = (shown: string, path = shown): TenetError => {
  const message = `${shown} is a symbolic link, or lies behind one. tenet follows no links.`;
  return refused(path, "link", message, "Replace the link with the real file or folder.");
};

const notAFile = (shown: string, path: string): TenetError =>
  refused(path, "not-a-file", `${shown} is no regular file.`, "Move it away: tenet expects a text file of that name.");

/** The name of a path within the workspace. Throws `usage` for one outside of it, or of git's. */
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

/** What stands at a path of the tree. Throws `usage` for one outside, `refused` for a link on the way to it. */
async function stateInTree(ws: Workspace, path: string, fs: AtomicFs): Promise<FileState | undefined> {
  let at = ws.root;
  let state: FileState | undefined;
  for (const name of insideByName(ws, path).split(sep)) {
    at = join(at, name);
    state = await stateOf(at, fs);
    if (state === undefined) return undefined;
    if (at !== ws.root && state.isSymbolicLink()) throw linkRefused(ws.relative(at), at);
  }
  return state;
}

export const folderInTree = async (ws: Workspace, folder: string): Promise<boolean> =>
  (await stateInTree(ws, folder, nodeFs)) !== undefined;

/** Throws as {@link stateInTree}, and `refused` for what is no plain file. */
export async function fileInTree(ws: Workspace, path: string, fs: AtomicFs = nodeFs): Promise<FileState | undefined> {
  return requirePlain(await stateInTree(ws, path, fs), ws.relative(path), path);
}

export async function plainFile(path: string, fs: AtomicFs): Promise<FileState | undefined> {
  return requirePlain(await stateOf(path, fs), path);
}

function requirePlain(state: FileState | undefined, shown: string, path = shown): FileState | undefined {
  if (state?.isSymbolicLink()) throw linkRefused(shown, path);
  if (state?.isFile() === false) throw notAFile(shown, path);
  return state;
}

/** {@link readBytes} of a file whose folder was looked at. */
export function plainBytes(ws: Workspace, path: string): Buffer | undefined {
  try {
    return readPlainFile(path).bytes;
  } catch (cause) {
    const [code = "", file] = [codeOf(cause), ws.relative(path)];
    if (code === "ENOENT") return undefined;
    if (code === "ELOOP" || code === "EMLINK") throw linkRefused(file, path);
    if (code === "ENXIO" || code === NOT_PLAIN) throw notAFile(file, path);
    const { message, next } = unreadableFinding(file, cause);
    throw new TenetError(message, { failure: "findings", code: "unreadable", ...defined({ hint: next }), cause });
  }
}

/** The bytes of a file of the tree. Throws as {@link fileInTree}, exit 8 where the system denies it. */
export const readBytes = async (ws: Workspace, path: string): Promise<Buffer | undefined> =>
  (await fileInTree(ws, path)) && plainBytes(ws, path);

/** Whether an `origin` names a file of this workspace: entries from anywhere else count as foreign text. */
export function isInsideWorkspace(ws: Workspace, origin: string): boolean {
  const file = origin.replace(/[:#]L?\d+(?:[-:]\d+)?$/, "");
  // A clone may hold a folder `https:`.
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(file)) return false;
  try {
    const inside = relative(realpathSync(ws.root), realpathSync(resolve(ws.root, file)));
    return inside !== "" && inside.split(sep)[0] !== ".." && !isAbsolute(inside);
  } catch {
    return false;
  }
}

/** Every file beneath a folder of the workspace, absolute, by name; links are not followed. */
export function listFiles(ws: Workspace, folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).sort();
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return [];
    throw fileFailure("list", ws.relative(folder), cause);
  }
}

/** The first link among the local folder and its files, which a cloned repository could make lead anywhere. */
export const localLink = ({ local, cache, index, stateDb, lock, tmp }: Workspace): string | undefined =>
  [local, cache, index, stateDb, lock, tmp].find(isLink);

export function refuseLocalLinks(ws: Workspace): void {
  const link = localLink(ws);
  if (link !== undefined) throw linkRefused(ws.relative(link), link);
}

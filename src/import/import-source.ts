/** Foreign files an import reads: a folder or one file, inside the workspace or anywhere else. */
import { constants } from "node:fs";
import { lstat, open, readdir, realpath, stat } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import { TenetError } from "../errors.js";
import { codeOf } from "../store/files/file-failure.js";
import { Workspace } from "../store/workspace.js";

/** Larger files are named and left alone: no log of learnings is that long. */
const MAX_BYTES = 64 * 1024 * 1024;

export interface ForeignFile {
  /** As people know it: `.learnings/LEARNINGS.md`. */
  name: string;
  path: string;
}

export interface ForeignFiles {
  files: ForeignFile[];
  /** What was not looked into, and why. */
  left: { name: string; because: string }[];
}

function noSuch(path: string, cause: unknown): TenetError {
  const code = codeOf(cause);
  const missing = code === "ENOENT" || code === "ENOTDIR";
  return new TenetError(missing ? `There is nothing at ${path}` : `${path} cannot be read (${code ?? "unknown"})`, {
    failure: missing ? "usage" : "failed",
    code: missing ? "no-such-file" : "unreadable",
    hint: missing
      ? "Name a .learnings folder, one of its files, or a decision log."
      : "Give yourself the right to read it.",
    cause,
  });
}

/** Tenet's own folders, and every folder that holds them: its records and daily logs are nobody's learnings file. */
function ownRecords(ws: Workspace, path: string, folder: boolean): boolean {
  const within = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}${sep}`);
  if (folder && within(ws.memory, path)) return true;
  return [ws.learning, ws.archive, ws.local].some((own) => within(path, own));
}

/**
 * Lists what an import may read, in the order of names. Links inside a folder are not followed: they may lead anywhere.
 * Throws `usage` for a path that is not there and for tenet's own folders.
 */
export async function foreignFiles(
  ws: Workspace,
  path: string,
  readable: (name: string) => boolean,
): Promise<ForeignFiles> {
  let root: string;
  let folder: boolean;
  try {
    root = await realpath(path);
    folder = (await stat(root)).isDirectory();
  } catch (cause) {
    throw noSuch(path, cause);
  }
  if (ownRecords(new Workspace(await realpath(ws.root)), root, folder)) {
    throw new TenetError(`${path} holds tenet's own records`, {
      failure: "usage",
      code: "own-records",
      hint: "Name the folder or file that another tool wrote.",
    });
  }
  const found: ForeignFiles = { files: [], left: [] };
  if (!folder) return { files: [{ name: basename(root), path: root }], left: [] };
  await walk(root, basename(root), 0, readable, found);
  return found;
}

async function walk(
  folder: string,
  name: string,
  depth: number,
  readable: (name: string) => boolean,
  found: ForeignFiles,
): Promise<void> {
  let entries: Awaited<ReturnType<typeof listing>>;
  try {
    entries = await listing(folder);
  } catch (cause) {
    if (depth === 0) throw noSuch(folder, cause);
    found.left.push({ name, because: `It cannot be read (${codeOf(cause) ?? "unknown"}).` });
    return;
  }
  for (const entry of entries) {
    const inner = { name: `${name}/${entry.name}`, path: join(folder, entry.name) };
    if (entry.isSymbolicLink()) found.left.push({ name: inner.name, because: "A link; links are not followed." });
    else if (entry.isDirectory()) {
      if (depth < 8 && entry.name !== ".git" && entry.name !== "node_modules") {
        await walk(inner.path, inner.name, depth + 1, readable, found);
      } else found.left.push({ name: inner.name, because: "Not looked into." });
    } else if (entry.isFile() && readable(entry.name)) found.files.push(inner);
    else found.left.push({ name: inner.name, because: "Neither Markdown nor a decision log." });
  }
}

async function listing(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** The bytes of a foreign file; a plain sentence instead when it cannot be read. */
export async function foreignBytes(path: string): Promise<Uint8Array | string> {
  try {
    const before = await lstat(path);
    if (!before.isFile()) return "It is no regular file.";
    if (before.size > MAX_BYTES) return `It is larger than ${MAX_BYTES / 1024 / 1024} MB.`;
    const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (cause) {
    return `It cannot be read (${codeOf(cause) ?? "unknown"}).`;
  }
}

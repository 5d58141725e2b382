/** The files an import may read: a file by its name, what a folder holds, or the known places of a project. */

import type { Dirent, Stats } from "node:fs";
import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import { TenetError } from "../errors.js";
import { codeOf } from "../store/files/file-failure.js";
import { listedFiles } from "../store/git/git.js";
import { Workspace } from "../store/workspace.js";
import {
  folderOf,
  isInstructionFile,
  isLearningsName,
  isMemoryIndex,
  isPersonal,
  isReadable,
  NESTED_NAMES,
  PROJECT_FOLDERS,
} from "./policy/source-kind.js";

interface ForeignFile {
  /** As people know it: `.learnings/LEARNINGS.md`. */
  name: string;
  path: string;
  /** Whether its lists are read line by line: somebody named it, or notes are kept there. */
  lists: "none" | "alone" | "all";
  /** The folder of this workspace that its instructions are about; empty for all of it. */
  folder: string;
}

export interface ForeignFiles {
  files: ForeignFile[];
  left: { name: string; because: string }[];
}

function noSuch(path: string, cause: unknown): TenetError {
  const code = codeOf(cause);
  const missing = code === "ENOENT" || code === "ENOTDIR";
  return new TenetError(missing ? `There is nothing at ${path}` : `${path} cannot be read (${code ?? "unknown"})`, {
    failure: missing ? "usage" : "failed",
    code: missing ? "no-such-file" : "unreadable",
    hint: missing
      ? "Name a file or folder: CLAUDE.md, a list, .learnings, an export of another memory, or . for this project."
      : "Give yourself the right to read it.",
    cause,
  });
}

/** Tenet's own folders, and every folder that holds them: its records and daily logs are nobody's learnings file. */
function ownRecords(ws: Workspace, path: string, folder: boolean): boolean {
  const within = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}${sep}`);
  if (folder && within(ws.memory, path)) return true;
  return [...ws.recordFolders, ws.learning, ws.local].some((own) => within(path, own));
}

/** What is at a path, links not followed; undefined for nothing. */
const statAt = (path: string): Promise<Stats | undefined> => lstat(path).catch(() => undefined);

/** The top of a repository or workspace: what is known to be kept there is looked for, and nothing else. */
async function isProject(root: string): Promise<boolean> {
  const tops = [".git", "tenet.yaml"].map((name) => statAt(join(root, name)));
  return (await Promise.all(tops)).some((stats) => stats !== undefined);
}

/**
 * Lists what an import may read, in the order of names. Links inside a folder are not followed: they may lead anywhere.
 * Throws `usage` for a path that is not there and for tenet's own folders.
 */
export async function foreignFiles(ws: Workspace, path: string): Promise<ForeignFiles> {
  let root: string;
  let folder: boolean;
  try {
    root = await realpath(path);
    folder = (await stat(root)).isDirectory();
    if (folder) await readdir(root);
  } catch (cause) {
    throw noSuch(path, cause);
  }
  const project = folder && (await isProject(root));
  const top = await realpath(ws.root);
  if (!project && ownRecords(new Workspace(top), root, folder)) {
    throw new TenetError(`${path} holds tenet's own records`, {
      failure: "usage",
      code: "own-records",
      hint: "Name the folder or file that another tool wrote.",
    });
  }
  const listing = new Listing(top);
  if (!folder) listing.named(root);
  else if (project) await listing.project(root);
  else await listing.folder(root, basename(root), isReadable);
  return listing;
}

const PERSONAL = "By its name it is one person's, and what is imported is shared; it is read where you name it.";

class Listing implements ForeignFiles {
  readonly files: ForeignFile[] = [];
  readonly left: ForeignFiles["left"] = [];
  readonly #top: string;

  /** `top`: of the workspace. */
  constructor(top: string) {
    this.#top = top;
  }

  named(path: string): void {
    this.#take(basename(path), path, "alone");
  }

  #take(name: string, path: string, lists: ForeignFile["lists"]): void {
    const within = path.startsWith(`${this.#top}${sep}`) ? relative(this.#top, path).split(sep).join("/") : "";
    this.files.push({ name, path, lists, folder: folderOf(within) });
  }

  #leave(name: string, because: string): void {
    this.left.push({ name, because });
  }

  async project(root: string): Promise<void> {
    for (const entry of await entriesOf(root)) {
      const isMeant = isInstructionFile(entry.name) || isLearningsName(entry.name);
      if (isMeant && !entry.isDirectory()) this.#file(entry, root, entry.name);
    }
    for (const { folder, takes } of PROJECT_FOLDERS) {
      if (await isPlainFolder(root, folder)) await this.folder(join(root, folder), folder, takes);
    }
    const nested = ["--", ...NESTED_NAMES.map((name) => `:(glob)**/${name}`)];
    for (const name of await listedFiles(root, nested).catch(() => [])) {
      if (!name.includes("/") || this.files.some((one) => one.name === name)) continue;
      if (root === this.#top) this.#take(name, join(root, name), "none");
      else this.#leave(name, "It holds for a folder of another workspace.");
    }
  }

  /**
   * What lies in a folder. `takes` is asked with the name below the first one, `below` that far; what it refuses in a
   * project's folder is nothing anybody looked for.
   */
  async folder(path: string, name: string, takes: (name: string) => boolean, below: string[] = []): Promise<void> {
    const entries = await entriesOf(path).catch((cause: unknown) => {
      this.#leave(name, `It cannot be read (${codeOf(cause) ?? "unknown"}).`);
      return [];
    });
    for (const entry of entries) {
      const inner = `${name}/${entry.name}`;
      const beneath = [...below, entry.name];
      if (entry.isDirectory()) {
        const isIn = below.length < 8 && entry.name !== ".git" && entry.name !== "node_modules";
        if (isIn) await this.folder(join(path, entry.name), inner, takes, beneath);
        else this.#leave(inner, "Not looked into.");
      } else if (takes(beneath.join("/")) || (takes === isReadable && entry.isSymbolicLink()))
        this.#file(entry, path, inner);
      else if (takes === isReadable) this.#leave(inner, "Of no kind that is read.");
    }
  }

  #file(entry: Dirent, folder: string, name: string): void {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) this.#leave(name, "A link; links are not followed.");
    else if (isPersonal(name)) this.#leave(name, PERSONAL);
    else if (entry.isFile()) this.#take(name, path, isMemoryIndex(path) ? "all" : "none");
    else this.#leave(name, "No regular file.");
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** No link on the way: what lies beneath a link may lead anywhere. */
async function isPlainFolder(root: string, folder: string): Promise<boolean> {
  let path = root;
  for (const part of folder.split("/")) {
    path = join(path, part);
    if (!(await statAt(path))?.isDirectory()) return false;
  }
  return true;
}

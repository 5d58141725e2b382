/** Where hosts keep the transcripts of past sessions on this machine. Lists; follows no links; opens only file heads. */
import { createHash } from "node:crypto";
import { realpathSync, type Stats } from "node:fs";
import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { basename, extname, join, relative, sep } from "node:path";
import type { Places } from "../context.js";
import { HOSTS, type Host } from "../hosts/host.js";
import { folderOf } from "../hosts/transcript.js";
import { firstLinesOf, placedLines } from "../hosts/transcript-lines.js";
import { codeOf } from "../store/files/file-failure.js";
import { otherWorktrees } from "../store/git/git-state.js";

/** One file that may be a transcript. */
export interface HistoryFile {
  path: string;
  /** Whose folder it lies in; undefined for files that somebody named. */
  host?: Host;
  size: number;
  mtimeMs: number;
}

/** A folder that was looked into. */
export interface SearchedFolder {
  /** Undefined: somebody named it. */
  host?: Host;
  folder: string;
  /** How many transcripts were found there, for this project. */
  transcripts: number;
  /** Why it could not be read. */
  because?: string;
}

export interface History {
  /** The newest first. */
  files: HistoryFile[];
  looked: SearchedFolder[];
}

export interface HistoryOptions {
  /** Only these. */
  hosts?: readonly Host[];
  /** Of every project, not only of the workspace. */
  allProjects?: boolean;
  signal?: AbortSignal;
}

/** A head that does not say its folder within so many lines says it nowhere. */
const HEAD_LINES = 40;
const HEAD_BYTES = 1024 * 1024;
/** Folders within folders, and files in all: a home folder named by mistake ends here. */
const MOST_DEPTH = 8;
const MOST_FILES = 50_000;
const IS_TRANSCRIPT = /\.jsonl$/;
const NAMED = new Set([".jsonl", ".txt", ".md", ".markdown", ".log"]);

/** A path as hosts name folders after it: everything but letters and digits is a hyphen. */
const folderName = (path: string): string => path.replace(/[^A-Za-z0-9]/g, "-");
const squeezed = (name: string): string => name.replace(/-+/g, "-").replace(/^-|-$/g, "");
/** Claude Code cuts longer names and adds a hash. */
const LONGEST_NAME = 200;

/** A folder by its names, over a link and without, and in every other work tree of its repository. */
export function rootsOf(root: string): string[] {
  const real = (path: string): string => {
    try {
      return realpathSync(path);
    } catch {
      return path;
    }
  };
  const all = [...new Set([root, real(root)])];
  return [...new Set([...all, ...all.flatMap(otherWorktrees).flatMap((other) => [other, real(other)])])];
}

function isWithin(root: string, folder: string): boolean {
  const path = relative(root, folder);
  return path === "" || (path !== ".." && !path.startsWith(`..${sep}`) && !path.startsWith(sep));
}

interface Listing {
  files: HistoryFile[];
  because?: string;
}

/** Files beneath a folder, links left out; folders that `enter` refuses are not looked into. */
async function filesBeneath(
  folder: string,
  wanted: (path: string) => boolean,
  { depth = MOST_DEPTH, enter = () => true, signal }: WalkOptions = {},
): Promise<Listing> {
  const found: Listing = { files: [] };
  const walk = async (path: string, left: number): Promise<void> => {
    if (signal?.aborted === true || found.files.length >= MOST_FILES) return;
    const entries = await readdir(path, { withFileTypes: true }).catch((cause: unknown) => {
      if (codeOf(cause) !== "ENOENT") found.because ??= `${path} cannot be read (${codeOf(cause) ?? "unknown"})`;
      return [];
    });
    for (const entry of entries) {
      const inner = join(path, entry.name);
      if (entry.isDirectory() && left > 0 && enter(inner)) await walk(inner, left - 1);
      else if (entry.isFile() && wanted(inner)) {
        const stats = await lstat(inner).catch(() => undefined);
        if (stats !== undefined) found.files.push(fileOf(inner, stats));
      }
    }
  };
  await walk(folder, depth);
  return found;
}

interface WalkOptions {
  depth?: number;
  enter?: (path: string) => boolean;
  signal?: AbortSignal | undefined;
}

const fileOf = (path: string, found: Stats): HistoryFile => ({ path, size: found.size, mtimeMs: found.mtimeMs });

/** The folder a transcript's session ran in; undefined when its head does not say. */
async function ranIn(path: string): Promise<string | undefined> {
  let lines = 0;
  try {
    for await (const { text, end } of placedLines(path)) {
      const folder = folderOf([text]);
      if (folder !== undefined || ++lines >= HEAD_LINES || end > HEAD_BYTES) return folder;
    }
  } catch {
    // A file that cannot be read is met again, and named, when it is read.
  }
  return undefined;
}

type Finder = (folder: string, roots: readonly string[], options: HistoryOptions) => Promise<Listing>;

/** Sessions of folders that have the workspace's name or begin with it, unless their head says another folder. */
const claudeCode: Finder = async (folder, roots, { allProjects = false, signal }) => {
  const names = roots.map((root) => folderName(root).slice(0, LONGEST_NAME));
  const maybe = (name: string) => names.some((own) => name === own || name.startsWith(`${own}-`));
  const found = await filesBeneath(
    folder,
    // the files of sub-agents hold nothing that a person said
    (path) => IS_TRANSCRIPT.test(path) && !basename(path).startsWith("agent-"),
    { depth: 1, enter: (path) => allProjects || maybe(basename(path)), signal },
  );
  if (allProjects) return found;
  const isNamed = (file: HistoryFile) => names.includes(basename(join(file.path, "..")));
  return { ...found, files: await ofProject(found.files, roots, isNamed, signal) };
};

const codex: Finder = async (folder, roots, { allProjects = false, signal }) => {
  const found = await filesBeneath(folder, (path) => IS_TRANSCRIPT.test(path), { depth: 4, signal });
  return allProjects ? found : { ...found, files: await ofProject(found.files, roots, () => false, signal) };
};

/** An agent of OpenClaw has one memory, whatever folder a session ran in. */
const openClaw: Finder = async (folder, _roots, { signal }) =>
  await filesBeneath(folder, (path) => /\/sessions\/[^/]+\.jsonl(?:\.reset\..*)?$/.test(path.replaceAll("\\", "/")), {
    depth: 2,
    signal,
  });

const cursor: Finder = async (folder, roots, { allProjects = false, signal }) => {
  const names = roots.map((root) => squeezed(folderName(root)));
  const isOwn = (path: string) => {
    const [project = "", kind] = relative(folder, path).split(sep);
    return (allProjects || names.includes(squeezed(project))) && (kind === undefined || kind === "agent-transcripts");
  };
  return await filesBeneath(folder, (path) => /\.(?:jsonl|txt)$/.test(path), { depth: 3, enter: isOwn, signal });
};

const GEMINI_SESSION = /[\\/]chats[\\/]session-[^\\/]+\.jsonl?$/;

/** A session's first lines have the hash of the folder it ran in, whether each line is a document or the file is. */
const geminiCli: Finder = async (folder, roots, { allProjects = false, signal }) => {
  const found = await filesBeneath(folder, (path) => GEMINI_SESSION.test(path), { depth: 2, signal });
  if (allProjects) return found;
  const hashes = roots.map((root) => createHash("sha256").update(root).digest("hex"));
  const own: HistoryFile[] = [];
  for (const file of found.files) {
    const head = (await firstLinesOf(file.path, 3).catch(() => [])).join("\n");
    if (hashes.includes(/"projectHash":\s*"(\w+)"/.exec(head)?.[1] ?? "")) own.push(file);
  }
  return { ...found, files: own };
};

/** Those whose head says that they ran in the workspace; where it says nothing, `otherwise` decides. */
async function ofProject(
  files: readonly HistoryFile[],
  roots: readonly string[],
  otherwise: (file: HistoryFile) => boolean,
  signal: AbortSignal | undefined,
): Promise<HistoryFile[]> {
  const own: HistoryFile[] = [];
  for (const file of files) {
    if (signal?.aborted === true) break;
    const folder = await ranIn(file.path);
    if (folder === undefined ? otherwise(file) : roots.some((root) => isWithin(root, folder))) own.push(file);
  }
  return own;
}

/** By host: the folder beneath its own, and how transcripts are found in it. */
const KEPT: Readonly<Record<Host, { folder: string; find: Finder }>> = {
  "claude-code": { folder: "projects", find: claudeCode },
  codex: { folder: "sessions", find: codex },
  cursor: { folder: "projects", find: cursor },
  "gemini-cli": { folder: "tmp", find: geminiCli },
  openclaw: { folder: "agents", find: openClaw },
};

const newestFirst = (files: readonly HistoryFile[]): HistoryFile[] =>
  [...files].sort((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1));

/** Those that keep sessions by project: an agent of OpenClaw has its own workspace, and what it keeps is of no other one. */
export const HOSTS_OF_PROJECTS = HOSTS.filter((host) => host !== "openclaw");

/** The transcripts that the hosts of this machine keep of a workspace. */
export async function historyOf(places: Places, root: string, options: HistoryOptions = {}): Promise<History> {
  const roots = rootsOf(root);
  const files: HistoryFile[] = [];
  const looked: SearchedFolder[] = [];
  for (const host of options.hosts ?? HOSTS) {
    const folder = join(places.hosts[host], KEPT[host].folder);
    const { files: own, ...trouble } = await KEPT[host].find(folder, roots, options);
    files.push(...own.map((file) => ({ ...file, host })));
    looked.push({ host, folder, transcripts: own.length, ...trouble });
  }
  return { files: newestFirst(files), looked };
}

/** Files and folders that somebody named: links are followed there, and nowhere beneath. Throws as `stat` does. */
export async function historyAt(paths: readonly string[], signal?: AbortSignal): Promise<History> {
  const files: HistoryFile[] = [];
  const looked: SearchedFolder[] = [];
  for (const named of paths) {
    const path = await realpath(named);
    const found = await stat(path);
    if (!found.isDirectory()) {
      files.push(fileOf(path, found));
      looked.push({ folder: path, transcripts: 1 });
      continue;
    }
    const { files: beneath, ...trouble } = await filesBeneath(
      path,
      (inner) => NAMED.has(extname(inner)) || GEMINI_SESSION.test(inner),
      {
        enter: (inner) => !/^(?:node_modules|\.git)$/.test(basename(inner)),
        signal,
      },
    );
    files.push(...beneath);
    looked.push({ folder: path, transcripts: beneath.length, ...trouble });
  }
  const once = new Map(files.map((file) => [file.path, file]));
  return { files: newestFirst([...once.values()]), looked };
}

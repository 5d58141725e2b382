/** Where hosts keep the transcripts of past sessions on this machine. Lists; follows no links; opens only file heads. */
import { createHash } from "node:crypto";
import type { Stats } from "node:fs";
import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, extname, isAbsolute, join, relative, sep } from "node:path";
import type { Places } from "../context.js";
import { codeOf } from "../store/files/file-failure.js";
import { worktreesOf } from "../store/git/git-state.js";
import { HOSTS, type Host } from "../store/host.js";
import { realPath } from "../store/workspace.js";
import { defined } from "../text/defined.js";
import { folderOf } from "./transcript.js";
import { firstLinesOf, placedLines } from "./transcript-lines.js";

/** One file that may be a transcript. */
export interface HistoryFile {
  path: string;
  /** The host whose folder holds the file; undefined for files named by the user. */
  host?: Host;
  size: number;
  mtimeMs: number;
}

/** A folder that was looked into. */
export interface SearchedFolder {
  /** Undefined for files named by the user. */
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

/** The folder stands within so many lines of the head, or nowhere. */
const HEAD_LINES = 40;
const HEAD_BYTES = 1024 * 1024;
/** Folders within folders, and files in all: a home folder named by mistake ends here. */
const MOST_DEPTH = 8;
const MOST_FILES = 50_000;

/** A path as hosts name folders after it: everything but letters and digits is a hyphen. */
const folderName = (path: string): string => path.replace(/[^A-Za-z0-9]/g, "-");
const squeezed = (name: string): string => name.replace(/-+/g, "-").replace(/^-|-$/g, "");
/** Claude Code cuts longer names and adds a hash. */
const LONGEST_NAME = 200;

/** A folder by its names, over a link and without, and in every work tree of its repository. */
async function rootsOf(root: string): Promise<string[]> {
  const folders = [root, ...(await worktreesOf(realPath(root) ?? root))];
  return [...new Set(folders.flatMap((path) => [path, realPath(path) ?? path]))];
}

/** A path as a folder names it; undefined for one that does not lie in it. */
function nameWithin(root: string, path: string): string | undefined {
  const name = relative(root, path);
  return isAbsolute(name) || name.split(sep)[0] === ".." ? undefined : name;
}

interface Listing {
  files: HistoryFile[];
  because?: string;
}

/** Files beneath a folder, links left out; folders that `enter` refuses are not looked into. */
async function filesBeneath(
  folder: string,
  isWanted: (path: string) => boolean,
  { depth = MOST_DEPTH, enter = () => true, signal }: WalkOptions = {},
): Promise<Listing> {
  const listing: Listing = { files: [] };
  const walk = async (path: string, depthLeft: number): Promise<void> => {
    if (signal?.aborted === true || listing.files.length >= MOST_FILES) return;
    const entries = await readdir(path, { withFileTypes: true }).catch((cause: unknown) => {
      if (codeOf(cause) !== "ENOENT") listing.because ??= `${path} cannot be read (${codeOf(cause) ?? "unknown"})`;
      return [];
    });
    for (const entry of entries) {
      const inner = join(path, entry.name);
      if (entry.isDirectory() && depthLeft > 0 && enter(inner)) await walk(inner, depthLeft - 1);
      else if (entry.isFile() && isWanted(inner)) {
        const stats = await lstat(inner).catch(() => undefined);
        if (stats !== undefined) listing.files.push(fileOf(inner, stats));
      }
    }
  };
  await walk(folder, depth);
  return listing;
}

interface WalkOptions {
  depth?: number;
  enter?: (path: string) => boolean;
  signal?: AbortSignal | undefined;
}

const fileOf = (path: string, found: Stats): HistoryFile => ({ path, size: found.size, mtimeMs: found.mtimeMs });

/** Whether a session ran in the workspace; undefined when its head does not say where. */
async function ranWithin(path: string, roots: readonly string[]): Promise<boolean | undefined> {
  let lines = 0;
  try {
    for await (const { text, end } of placedLines(path)) {
      const folder = folderOf(text);
      if (folder !== undefined) return roots.some((root) => nameWithin(root, folder) !== undefined);
      if (++lines >= HEAD_LINES || end > HEAD_BYTES) break;
    }
  } catch {
    // A file that cannot be read is met again, and named, when it is read.
  }
  return undefined;
}

/** How a host keeps its transcripts. */
interface Keeping {
  /** Beneath the host's own; transcripts lie so deep in it. */
  folder: string;
  depth: number;
  transcript: RegExp;
  /** Whether a folder in it may hold sessions of the workspace; without this every one may. */
  enter?: (name: string, roots: readonly string[]) => boolean;
  /** Whether a session is of the workspace; without this every one is. */
  isOwn?: (path: string, roots: readonly string[]) => Promise<boolean>;
}

const claudeNames = (roots: readonly string[]) => roots.map((root) => folderName(root).slice(0, LONGEST_NAME));

const GEMINI_SESSION = /[\\/]chats[\\/]session-[^\\/]+\.jsonl$/;

const KEPT: Readonly<Record<Host, Keeping>> = {
  "claude-code": {
    folder: "projects",
    depth: 1,
    // the files of sub-agents hold nothing that a person said
    transcript: /[\\/](?!agent-)[^\\/]+\.jsonl$/,
    // a name may be another folder's, too, or one's within it
    enter: (name, roots) => claudeNames(roots).some((own) => name === own || name.startsWith(`${own}-`)),
    isOwn: async (path, roots) =>
      (await ranWithin(path, roots)) ?? claudeNames(roots).includes(basename(dirname(path))),
  },
  codex: {
    folder: "sessions",
    depth: 4,
    transcript: /\.jsonl$/,
    isOwn: async (path, roots) => (await ranWithin(path, roots)) ?? false,
  },
  cursor: {
    folder: "projects",
    depth: 3,
    transcript: /[\\/]agent-transcripts[\\/].*\.jsonl$/,
    enter: (name, roots) => roots.some((root) => squeezed(folderName(root)) === squeezed(name)),
  },
  "gemini-cli": {
    folder: "tmp",
    depth: 2,
    transcript: GEMINI_SESSION,
    async isOwn(path, roots) {
      const head = (await firstLinesOf(path, 3).catch(() => [])).join("\n");
      const hash = /"projectHash":\s*"(\w+)"/.exec(head)?.[1];
      return roots.some((root) => createHash("sha256").update(root).digest("hex") === hash);
    },
  },
  // an agent of OpenClaw has one memory, whatever folder a session ran in
  openclaw: { folder: "agents", depth: 2, transcript: /[\\/]sessions[\\/][^\\/]+\.jsonl(?:\.reset\..*)?$/ },
};

const newestFirst = (files: readonly HistoryFile[]): HistoryFile[] =>
  [...files].sort((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1));

/** Those that keep sessions by project: an agent of OpenClaw has its own workspace, and what it keeps is of no other one. */
export const HOSTS_OF_PROJECTS = HOSTS.filter((host) => host !== "openclaw");

/** The transcripts that the hosts of this machine keep of a workspace. */
export async function historyOf(
  places: Places,
  root: string,
  { hosts = HOSTS, allProjects = false, signal }: HistoryOptions = {},
): Promise<History> {
  const roots = await rootsOf(root);
  const files: HistoryFile[] = [];
  const looked: SearchedFolder[] = [];
  for (const host of hosts) {
    const { depth, transcript, enter, isOwn, ...kept } = KEPT[host];
    const folder = join(places.hosts[host], kept.folder);
    const mayHold = (path: string) =>
      allProjects || enter?.(relative(folder, path).split(sep)[0] as string, roots) !== false;
    const listing = await filesBeneath(folder, (path) => transcript.test(path), { depth, enter: mayHold, signal });
    let transcripts = 0;
    for (const file of listing.files) {
      if (signal?.aborted === true) break;
      if (!(allProjects || isOwn === undefined || (await isOwn(file.path, roots)))) continue;
      files.push({ ...file, host });
      transcripts++;
    }
    looked.push(defined({ host, folder, transcripts, because: listing.because }));
  }
  return { files: newestFirst(files), looked };
}

/** Files and folders named by the user: these may be links, files beneath them may not. Throws as `stat` does. */
export async function historyAt(paths: readonly string[], signal?: AbortSignal): Promise<History> {
  const files: HistoryFile[] = [];
  const looked: SearchedFolder[] = [];
  for (const namedPath of paths) {
    const path = await realpath(namedPath);
    const stats = await stat(path);
    if (!stats.isDirectory()) {
      files.push(fileOf(path, stats));
      looked.push({ folder: path, transcripts: 1 });
      continue;
    }
    const isWanted = (inner: string) => extname(inner) === ".jsonl";
    const enter = (inner: string) => !/^(?:node_modules|\.git)$/.test(basename(inner));
    const { files: beneath, ...trouble } = await filesBeneath(path, isWanted, { enter, signal });
    files.push(...beneath);
    looked.push({ folder: path, transcripts: beneath.length, ...trouble });
  }
  const once = new Map(files.map((file) => [file.path, file]));
  return { files: newestFirst([...once.values()]), looked };
}

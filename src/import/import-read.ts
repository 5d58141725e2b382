/**
 * Foreign files, a folder or one file, inside the workspace or anywhere else -> items, with secrets replaced and hidden
 * characters gone before anything is decided or kept.
 */

import { constants, type Dirent } from "node:fs";
import { lstat, open, readdir, realpath, stat } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { screenText } from "../screening/screen.js";
import { sha256 } from "../store/files/atomic-file.js";
import { codeOf } from "../store/files/file-failure.js";
import { Workspace } from "../store/workspace.js";
import { archiveName } from "./policy/account.js";
import type { ImportItem, RawItem, Source } from "./policy/plan.js";
import { isReadable, readSource } from "./policy/source.js";

/** Larger files are named and left alone: no log of learnings is that long. */
const MAX_BYTES = 64 * 1024 * 1024;

interface ForeignFile {
  /** As people know it: `.learnings/LEARNINGS.md`. */
  name: string;
  path: string;
}

interface ForeignFiles {
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
async function foreignFiles(ws: Workspace, path: string): Promise<ForeignFiles> {
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
  if (!folder) return { files: [{ name: basename(root), path: root }], left: [] };
  const found: ForeignFiles = { files: [], left: [] };
  await walk(root, basename(root), 0, found);
  return found;
}

async function walk(folder: string, name: string, depth: number, found: ForeignFiles): Promise<void> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (cause) {
    if (depth === 0) throw noSuch(folder, cause);
    found.left.push({ name, because: `It cannot be read (${codeOf(cause) ?? "unknown"}).` });
    return;
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const inner = { name: `${name}/${entry.name}`, path: join(folder, entry.name) };
    if (entry.isSymbolicLink()) found.left.push({ name: inner.name, because: "A link; links are not followed." });
    else if (entry.isDirectory()) {
      if (depth < 8 && entry.name !== ".git" && entry.name !== "node_modules") {
        await walk(inner.path, inner.name, depth + 1, found);
      } else found.left.push({ name: inner.name, because: "Not looked into." });
    } else if (entry.isFile() && isReadable(entry.name)) found.files.push(inner);
    else found.left.push({ name: inner.name, because: "Neither Markdown nor a decision log." });
  }
}

/** The bytes of a foreign file; a plain sentence instead when it cannot be read. */
async function foreignBytes(path: string): Promise<Uint8Array | string> {
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

/** One foreign file, read, screened and taken apart. */
export interface ReadSource extends Omit<Source, "items" | "text"> {
  name: string;
  items: ImportItem[];
  archive: { original: string; account: string };
  /** The original as it may be kept: its own bytes, or its text with secrets replaced. */
  kept: Uint8Array | string;
  sha256: string;
}

/** Entries handled before signals and the progress bar get their turn. */
const AT_A_TIME = 64;

/** Stops between two entries when the process was asked to end: nothing has been written yet. */
export async function stopIfInterrupted(ctx: Context, index: number): Promise<void> {
  if (index % AT_A_TIME === 0) await setImmediate();
  if (!ctx.signal.aborted) return;
  throw new TenetError("Interrupted; nothing was imported", { failure: "interrupted" });
}

const clean = (text: string, where: string) => screenText(text, where, { mode: "redact", bidi: "strip" });

/** An entry of a file that holds something to replace: judged from its clean text, or refused where the profile says so. */
async function cleanItem(ctx: Context, raw: RawItem): Promise<ImportItem> {
  const where = `line ${raw.line}`;
  if (ctx.profile.secrets === "refuse") {
    try {
      await screenText(raw.raw, where, { mode: "refuse", bidi: "strip" });
    } catch (cause) {
      if (!(cause instanceof TenetError)) throw cause;
      return { line: raw.line, hash: raw.hash, aliases: [], plan: { fate: "skip", because: `${cause.message}.` } };
    }
  }
  return raw.judge((await clean(raw.raw, where)).value);
}

async function readOne(ctx: Context, file: ForeignFile, bytes: Uint8Array): Promise<ReadSource> {
  const source = readSource(file.name, bytes, ctx.profile.timezone);
  const name = (await clean(file.name, "a file's name")).value;
  const { value: text, warnings } = await clean(source.text, name);
  const dirty = text !== source.text;
  for (const message of warnings) ctx.warn(message);
  const items: ImportItem[] = [];
  const bar = ctx.progress.start(`reading ${name}`, source.items.length);
  try {
    for (const [index, raw] of source.items.entries()) {
      await stopIfInterrupted(ctx, index);
      items.push(dirty ? await cleanItem(ctx, raw) : raw.judge(raw.raw));
      bar.step();
    }
  } finally {
    bar.stop();
  }
  const hash = sha256(bytes);
  const { kind, templates } = source;
  const notes = [...source.notes, ...warnings.map((message) => ({ line: 1, message }))];
  return {
    name,
    kind,
    items,
    templates,
    notes,
    archive: archiveName(name, hash),
    kept: dirty ? text : bytes,
    sha256: hash,
  };
}

/** Reads every file below a path that an import understands. Throws `usage` when there is nothing at the path. */
export async function readForeignFiles(
  ctx: Context,
  path: string,
): Promise<{ sources: ReadSource[]; left: ForeignFiles["left"] }> {
  const { files, left } = await foreignFiles(ctx.workspace, path);
  const sources: ReadSource[] = [];
  for (const file of files) {
    await stopIfInterrupted(ctx, 0);
    const bytes = await foreignBytes(file.path);
    if (typeof bytes === "string") left.push({ name: (await clean(file.name, "a file's name")).value, because: bytes });
    else sources.push(await readOne(ctx, file, bytes));
  }
  return { sources, left };
}

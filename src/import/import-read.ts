/**
 * Foreign files, inside the workspace or anywhere else -> items, with secrets replaced and hidden characters gone before
 * anything is decided or kept.
 */

import { constants } from "node:fs";
import { lstat, open } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import type { Context } from "../context.js";
import { TenetError, wrongUsage } from "../errors.js";
import { screenEntry, screenText } from "../screening/screen.js";
import { codeOf } from "../store/files/file-failure.js";
import { conflictLine } from "../store/records/fences.js";
import { beginsLikeExport, type ExportLine, exportLines } from "./export-lines.js";
import { type ForeignFiles, foreignFiles } from "./import-files.js";
import { leftHere } from "./left-here.js";
import { decodeText } from "./policy/lines.js";
import type { ImportItem, RawItem, Source } from "./policy/plan.js";
import { readSource } from "./policy/source.js";
import { wordedItems } from "./policy/worded.js";

/** Larger files are named and left alone: no log of learnings is that long. */
const MAX_BYTES = 64 * 1024 * 1024;
/** An export of tenet is read line by line: 100,000 entries with their files are about 300 MB. */
const MAX_EXPORT = 1024 * 1024 * 1024;

const isExport = (bytes: Uint8Array): boolean => beginsLikeExport(Buffer.from(bytes.subarray(0, 256)).toString("utf8"));

/** The bytes of a foreign file; a plain sentence instead when it cannot be read. */
async function foreignBytes(path: string): Promise<Uint8Array | string> {
  try {
    const before = await lstat(path);
    if (!before.isFile()) return "It is no regular file.";
    const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      const head = Buffer.alloc(256);
      const { bytesRead } = await handle.read(head, 0, head.length, 0);
      const most = isExport(head.subarray(0, bytesRead)) ? MAX_EXPORT : MAX_BYTES;
      if (before.size > most) return `It is larger than ${most / 1024 / 1024} MB.`;
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
}

/** Entries handled before signals and the progress bar get their turn. */
const AT_A_TIME = 64;

/** Stops between two entries when the process was asked to end: nothing has been written yet. */
export async function stopIfInterrupted(ctx: Context, index: number): Promise<void> {
  if (index % AT_A_TIME === 0) await setImmediate();
  if (!ctx.signal.aborted) return;
  throw new TenetError("Interrupted; nothing was imported", { failure: "interrupted" });
}

/** Works on one item after the other, with a bar. */
export async function eachOf<T>(
  ctx: Context,
  subject: string,
  items: readonly T[],
  work: (item: T) => unknown,
): Promise<void> {
  const bar = ctx.progress.start(subject, items.length);
  try {
    for (const [index, item] of items.entries()) {
      await stopIfInterrupted(ctx, index);
      await work(item);
      bar.step();
    }
  } finally {
    bar.stop();
  }
}

const clean = ({ profile }: Context, text: string, where: string) => screenText(text, where, profile.secrets);

/** An entry with a secret is judged from its clean text. */
async function cleanItem(ctx: Context, raw: RawItem): Promise<ImportItem> {
  return raw.judge((await clean(ctx, raw.raw, `line ${raw.line}`)).value);
}

async function readOne(ctx: Context, name: string, source: Source): Promise<ReadSource> {
  const { value: text, warnings, asSaid } = await clean(ctx, source.text, name);
  const dirty = text !== source.text;
  for (const message of [...warnings, ...asSaid]) ctx.warn(message);
  const items: ImportItem[] = [];
  await eachOf(ctx, `reading ${name}`, source.items, async (raw) => {
    const item = dirty ? await cleanItem(ctx, raw) : raw.judge(raw.raw);
    items.push(item);
  });
  const { items: _, text: __, ...rest } = source;
  const notes = [...source.notes, ...warnings.map((message) => ({ line: 1, message }))];
  return { ...rest, name, items, notes };
}

/** Why nothing of a file may come in: a broken part would be taken for a statement. */
function refusalOf({ text, refused }: Pick<Source, "text" | "refused">): string | undefined {
  const conflict = conflictLine(text);
  return conflict === undefined ? refused : `A conflict that git left in line ${conflict} is not resolved.`;
}

/** An export of tenet, line by line. */
export interface ReadExport {
  name: string;
  lines: ExportLine[];
}

export interface ReadFiles {
  sources: ReadSource[];
  exports: ReadExport[];
  left: ForeignFiles["left"];
}

/** A file as text that may come in. */
interface ForeignText {
  file: ForeignFiles["files"][number];
  /** Screened. */
  name: string;
  bytes: Uint8Array;
}

/** Every readable file at or below some paths; the others with the reason. */
async function* foreignTexts(ctx: Context, paths: readonly string[], leave: ForeignFiles["left"]) {
  const files = new Map<string, ForeignFiles["files"][number]>();
  for (const path of paths) {
    const foreign = await foreignFiles(ctx.workspace, path);
    leave.push(...foreign.left);
    for (const file of foreign.files) if (!files.has(file.path)) files.set(file.path, file);
  }
  const leftFiles = await leftHere(ctx, [...files.keys()]);
  for (const file of files.values()) {
    await stopIfInterrupted(ctx, 0);
    const name = (await clean(ctx, file.name, "a file's name")).value;
    const bytes = leftFiles.get(file.path) ?? (await foreignBytes(file.path));
    if (typeof bytes === "string") leave.push({ name, because: bytes });
    else yield { file, name, bytes } satisfies ForeignText;
  }
}

/** A file as text, whatever its form. */
interface WholeText {
  name: string;
  text: string;
}

/** The one file that is named. Throws `usage` for several, and for one of which nothing may be taken. */
export async function textOf(ctx: Context, paths: readonly string[]): Promise<WholeText> {
  const leftFiles: ForeignFiles["left"] = [];
  const texts: WholeText[] = [];
  for await (const { name, bytes } of foreignTexts(ctx, paths, leftFiles)) {
    const { text, refused } = decodeText(bytes);
    const because = refusalOf(refused === undefined ? { text } : { text, refused });
    if (because === undefined) texts.push({ name, text });
    else leftFiles.push({ name, because });
  }
  const [only, ...others] = texts;
  if (only !== undefined && others.length === 0) return only;
  const [none] = leftFiles;
  if (only === undefined && none !== undefined) throw wrongUsage(`${none.name} is left. ${none.because}`);
  throw wrongUsage("--brief and --apply are about one file", "tenet import FILE --brief");
}

/** Reads every file at or below some paths that an import understands. Throws `usage` when there is nothing at a path. */
export async function readForeignFiles(ctx: Context, paths: readonly string[]): Promise<ReadFiles> {
  const readFiles: ReadFiles = { sources: [], exports: [], left: [] };
  for await (const { file, name, bytes } of foreignTexts(ctx, paths, readFiles.left)) {
    if (isExport(bytes)) {
      readFiles.exports.push({ name, lines: exportLines(bytes) });
      continue;
    }
    const source = readSource(file.name, bytes, { timezone: ctx.profile.timezone, ...file });
    const because = refusalOf(source);
    if (because === undefined) readFiles.sources.push(await readOne(ctx, name, source));
    else readFiles.left.push({ name, because });
  }
  return readFiles;
}

/** Reads one file by the entries worded from it. Throws `usage`, naming all errors in them. */
export async function readWorded(ctx: Context, paths: readonly string[], list: readonly unknown[]): Promise<ReadFiles> {
  const { name, text } = await textOf(ctx, paths);
  // Worded entries do not stand in the file itself; the file is screened as a whole.
  const { value } = await screenEntry({ list }, ctx.profile.secrets);
  const { items, problems } = wordedItems(value.list, text);
  if (problems.length > 0) {
    throw new TenetError(`nothing was imported:\n${problems.map((one) => `  ${one}`).join("\n")}`, {
      failure: "usage",
      code: "bad-entries",
      hint: "The form of the list: tenet import FILE --brief",
      details: { problems },
    });
  }
  const source: Source = { kind: "worded", text, items, notes: [] };
  return { sources: [await readOne(ctx, name, source)], exports: [], left: [] };
}

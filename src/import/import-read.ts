/** Foreign files -> items, with secrets replaced and hidden characters gone before anything is decided or kept. */
import { setImmediate } from "node:timers/promises";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { screenText } from "../screening/screen.js";
import { sha256 } from "../store/files/atomic-file.js";
import { type ForeignFile, foreignBytes, foreignFiles } from "./import-source.js";
import { archiveName } from "./policy/account.js";
import type { FileKind, ImportItem, RawItem } from "./policy/item.js";
import { isReadable, readSource } from "./policy/source.js";

/** One foreign file, read, screened and taken apart. */
export interface ReadSource {
  name: string;
  kind: FileKind;
  items: ImportItem[];
  templates: { line: number; reason: string }[];
  notes: { line: number; message: string }[];
  archive: { original: string; account: string };
  /** The original as it may be kept: its own bytes, or its text with secrets replaced. */
  kept: Uint8Array | string;
  /** sha256 of the original. */
  sha256: string;
}

export interface ReadSources {
  sources: ReadSource[];
  left: { name: string; because: string }[];
}

/** Entries handled before signals and the progress bar get their turn. */
const AT_A_TIME = 64;

/** Stops between two entries when the process was asked to end: nothing has been written yet. */
export async function stopIfInterrupted(ctx: Context, index: number): Promise<void> {
  if (index % AT_A_TIME === 0) await setImmediate();
  if (!ctx.signal.aborted) return;
  throw new TenetError("Interrupted; nothing was imported", { failure: "interrupted" });
}

async function clean(text: string, where: string): Promise<{ text: string; warnings: string[] }> {
  const { value, warnings } = await screenText(text, where, { mode: "redact", bidi: "strip" });
  return { text: value, warnings };
}

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
  return raw.judge((await clean(raw.raw, where)).text);
}

async function readOne(ctx: Context, file: ForeignFile, bytes: Uint8Array): Promise<ReadSource> {
  const source = readSource(file.name, bytes, ctx.profile.timezone);
  const name = (await clean(file.name, "a file's name")).text;
  const whole = await clean(source.text, name);
  const dirty = whole.text !== source.text;
  const notes = [...source.notes];
  for (const message of whole.warnings) {
    notes.push({ line: 1, message });
    ctx.warn(message);
  }
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
  const kept = dirty ? whole.text : bytes;
  return { name, kind, items, templates, notes, archive: archiveName(name, hash), kept, sha256: hash };
}

/** Reads every file below a path that an import understands. Throws `usage` when there is nothing at the path. */
export async function readForeignFiles(ctx: Context, path: string): Promise<ReadSources> {
  const { files, left } = await foreignFiles(ctx.workspace, path, isReadable);
  const sources: ReadSource[] = [];
  for (const file of files) {
    await stopIfInterrupted(ctx, 0);
    const bytes = await foreignBytes(file.path);
    if (typeof bytes === "string") left.push({ name: (await clean(file.name, "a file's name")).text, because: bytes });
    else sources.push(await readOne(ctx, file, bytes));
  }
  return { sources, left };
}

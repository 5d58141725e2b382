/**
 * `tenet.yaml` and the core files as they were before tenet changed the profile, for workspaces without git's history of
 * them: the last twenty, in `.tenet/state/config/`. Written by whoever is about to change the profile; read by `config`.
 */
import { isUtf8 } from "node:buffer";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { writeFileAtomic } from "../files/atomic-file.js";
import { removeDisposable } from "../files/disposable.js";
import { readBytes } from "../files/safe-path.js";
import { readPlainFile } from "../records/scan.js";
import type { Workspace } from "../workspace.js";

/** Most copies kept. */
export const MOST_COPIES = 20;

/** The reason for a copy. */
export interface CopyReason {
  /** ISO instant of the change that came after it. */
  at: string;
  /** `config set`, `config restore`; `by hand` where a command found the file changed. */
  op: string;
  /** The name of the person who typed the command, if one did. */
  by?: string;
}

export interface ProfileCopy extends CopyReason {
  /** `copy-7`. */
  name: string;
  /** Whole texts by relative file. */
  files: ReadonlyMap<string, string>;
}

const FILE = /^(\d{4,})\.json$/;

/** Numbers of the copies that are there, oldest first. */
function numbersIn(ws: Workspace): number[] {
  try {
    const names = readdirSync(ws.profileCopies).flatMap((name) => FILE.exec(name)?.[1] ?? []);
    return names.map(Number).sort((a, b) => a - b);
  } catch {
    return [];
  }
}

const pathOf = (ws: Workspace, number: number): string =>
  join(ws.profileCopies, `${String(number).padStart(4, "0")}.json`);

/** Lines apart, so that an erasing takes out single lines. */
interface StoredCopy extends CopyReason {
  files: Record<string, readonly string[]>;
}

function readCopy(ws: Workspace, number: number): ProfileCopy | undefined {
  try {
    const stored = JSON.parse(readPlainFile(pathOf(ws, number)).bytes.toString("utf8")) as StoredCopy;
    const { at, op, by } = stored;
    const files = Object.entries(stored.files).map(([file, lines]) => [file, lines.join("\n")] as const);
    if (typeof at !== "string" || typeof op !== "string") return undefined;
    return { name: `copy-${number}`, at, op, ...(typeof by === "string" ? { by } : {}), files: new Map(files) };
  } catch {
    return undefined;
  }
}

/** Copies that can be read, newest first. */
export function profileCopies(ws: Workspace): ProfileCopy[] {
  return numbersIn(ws)
    .reverse()
    .flatMap((number) => readCopy(ws, number) ?? []);
}

/** Texts of these files of the workspace, by absolute path; absent and non-UTF-8 ones are left out. */
export async function textsOf(ws: Workspace, paths: readonly string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const path of new Set(paths)) {
    const bytes = await readBytes(ws, path);
    if (bytes !== undefined && isUtf8(bytes)) texts.set(ws.relative(path), Buffer.from(bytes).toString("utf8"));
  }
  return texts;
}

/**
 * Keeps a copy, and drops the oldest beyond {@link MOST_COPIES}. A copy equal to the newest is not kept. Throws on disk
 * errors: the caller must then change nothing.
 */
export async function keepProfileCopy(
  ws: Workspace,
  reason: CopyReason,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  const numbers = numbersIn(ws);
  const last = numbers.at(-1) ?? 0;
  const newest = last === 0 ? undefined : readCopy(ws, last);
  if (newest !== undefined && [...files].every(([file, text]) => newest.files.get(file) === text)) return;
  const lines = Object.fromEntries([...files].map(([file, text]) => [file, text.split("\n")]));
  const stored: StoredCopy = { ...reason, files: lines };
  await writeFileAtomic(pathOf(ws, last + 1), `${JSON.stringify(stored)}\n`, { expected: null, within: ws });
  for (const number of numbers.slice(0, Math.max(0, numbers.length + 1 - MOST_COPIES))) {
    removeDisposable(pathOf(ws, number));
  }
}

/**
 * The profile as last read, where it was changed by hand since and git has no history of it. `at`: the time of the
 * change. Optional: an unwritable copy is left out.
 */
export async function keepReadProfile(ws: Workspace, text: string, at: string): Promise<void> {
  const files = new Map([[ws.relative(ws.profile), text]]);
  await keepProfileCopy(ws, { at, op: "by hand" }, files).catch(() => undefined);
}

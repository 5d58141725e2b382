/** The file system calls that atomic writes are made of, as an argument: tests cut the power between them. */
import { lstatSync, type Stats } from "node:fs";
import { mkdir, open, readFile, rename, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf, fileFailure } from "./file-failure.js";

export type FileState = Readonly<Pick<Stats, "isFile" | "isSymbolicLink" | "mode" | "size">>;

export interface AtomicHandle {
  writeFile(data: Uint8Array): Promise<void>;
  stat(): Promise<FileState>;
  chmod(mode: number): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface AtomicFs {
  open(path: string, flags: string, mode?: number): Promise<AtomicHandle>;
  readFile(path: string): Promise<Uint8Array>;
  lstat(path: string): Promise<FileState>;
  mkdir(path: string): Promise<unknown>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
}

/** Looking at a path goes without the thread pool, which costs more than the look. */
export const nodeFs: AtomicFs = { open, readFile, lstat: async (path) => lstatSync(path), mkdir, rename, unlink };

export async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return undefined;
    throw cause;
  }
}

/** The state of a path, of a link itself; undefined when nothing is there. */
export const stateOf = (path: string, fs: AtomicFs): Promise<FileState | undefined> =>
  unlessMissing(fs.lstat(path)).catch((cause: unknown) => {
    throw fileFailure("reach", path, cause);
  });

/** Codes by which systems say that a folder cannot be synced at all. */
const FOLDER_SYNC_UNSUPPORTED = new Set(
  process.platform === "win32" ? ["EPERM", "EISDIR", "EACCES"] : ["EINVAL", "ENOTSUP", "ENOSYS"],
);

/** Makes the names in a folder durable. */
export async function syncFolder(folder: string, fs: AtomicFs): Promise<void> {
  try {
    const handle = await fs.open(folder, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (cause) {
    if (!FOLDER_SYNC_UNSUPPORTED.has(codeOf(cause) ?? "")) throw cause;
  }
}

/** Makes a folder and its missing parents, each durably named in its own parent. */
export async function ensureFolder(folder: string, fs: AtomicFs): Promise<void> {
  if ((await stateOf(folder, fs)) !== undefined) return;
  const parent = dirname(folder);
  await ensureFolder(parent, fs);
  try {
    await fs.mkdir(folder);
  } catch (cause) {
    // Another process was faster; its own sync may not have come yet.
    if (codeOf(cause) !== "EEXIST") throw cause;
  }
  await syncFolder(parent, fs);
}

/** Replaces a file whole or not at all, durably, and only if it did not change meanwhile. Called by every write. */
import { createHash, randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { TenetError } from "../../errors.js";
import type { Workspace } from "../workspace.js";
import { type AtomicFs, bytesOf, ensureFolder, type FileState, nodeFs, syncFolder } from "./atomic-fs.js";
import { codeOf, fileFailure } from "./file-failure.js";
import { fileInTree, plainFile } from "./safe-path.js";

/** A file is no longer what the caller read: read it again and decide anew. Nothing was written. */
export class ChangedMeanwhile extends TenetError {
  constructor(path: string) {
    super(`${path} was changed by someone else while this command ran. It was left as it is.`, {
      failure: "conflict",
      code: "changed-meanwhile",
      hint: "Run the same command again.",
      details: { path },
    });
    this.name = "ChangedMeanwhile";
  }
}

/** SHA-256 in hex; texts are hashed as UTF-8. */
export function sha256(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Hash of what a path holds now; null when nothing is there. */
export async function hashOf(path: string, fs: AtomicFs = nodeFs): Promise<string | null> {
  const bytes = await bytesOf(path, fs);
  return bytes === undefined ? null : sha256(bytes);
}

/** A name for an unfinished write, which git ignores. 64 random bits: names made of pids collide. */
const tempPathIn = (folder: string): string => join(folder, `.tenet-${randomBytes(8).toString("hex")}.tmp`);

/** Writes a new file whole and synced, with the mode of the file it will replace. What a failure leaves is the caller's to remove. */
async function writeNewFile(path: string, data: Uint8Array, like: FileState | undefined, fs: AtomicFs): Promise<void> {
  const mode = like && like.mode & 0o777;
  const handle = await fs.open(path, "wx", mode);
  try {
    await handle.writeFile(data);
    const { size, mode: given } = await handle.stat();
    if (size !== data.byteLength)
      throw Object.assign(new Error(`wrote ${size} of ${data.byteLength} bytes`), { code: "ENOSPC" });
    if (mode !== undefined && (given & 0o777) !== mode) await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const WINDOWS_PAUSES_MS = [10, 30, 100, 300, 600];

/** `rename`, waiting about a second for the virus scanners that hold fresh files on Windows. */
export async function renameOver(from: string, to: string, fs: AtomicFs): Promise<void> {
  for (const pause of process.platform === "win32" ? WINDOWS_PAUSES_MS : []) {
    try {
      return await fs.rename(from, to);
    } catch (cause) {
      if (!["EPERM", "EACCES", "EBUSY"].includes(codeOf(cause) ?? "")) throw cause;
      await sleep(pause);
    }
  }
  await fs.rename(from, to);
}

/** Puts a file that was written whole (null: none) into the place of another, durably, if that is as expected. */
async function replaceFile(
  path: string,
  by: string | null,
  expected: string | null | undefined,
  fs: AtomicFs,
): Promise<void> {
  if (expected !== undefined && (await hashOf(path, fs)) !== expected) throw new ChangedMeanwhile(path);
  if (by === null) await fs.unlink(path);
  else await renameOver(by, path, fs);
  await syncFolder(dirname(path), fs).catch((cause: unknown) => {
    throw fileFailure("write", path, cause, "The new state is there, but the disk did not confirm it.");
  });
}

interface WriteOptions {
  /** Hash of what is there, null for nothing; left out: whatever it is. */
  expected?: string | null;
  /** Refuses targets outside this workspace or behind links. */
  within?: Workspace;
  fs?: AtomicFs;
}

/**
 * Creates, replaces or removes (null) a file so that it is old or new in full at every moment, and durable when this
 * returns. Missing folders are made. Throws {@link ChangedMeanwhile}, and `failed` with file and cause when the disk
 * refuses: the old content is untouched then, and no temp file stays.
 */
export async function writeFileAtomic(
  path: string,
  bytes: Uint8Array | string | null,
  { expected, within, fs = nodeFs }: WriteOptions = {},
): Promise<void> {
  const temps = within?.tmp ?? dirname(path);
  const temp = tempPathIn(temps);
  try {
    const before = within === undefined ? await plainFile(path, fs) : await fileInTree(within, path, fs);
    if (bytes === null) return before && (await replaceFile(path, null, expected, fs));
    for (const folder of [dirname(path), temps]) await ensureFolder(folder, fs);
    await writeNewFile(temp, Buffer.from(bytes), before, fs);
    await replaceFile(path, temp, expected, fs);
  } catch (cause) {
    await fs.unlink(temp).catch(() => undefined);
    throw fileFailure("write", path, cause, "The file is as it was.");
  }
}

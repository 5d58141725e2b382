/** Replaces a file whole or not at all, durably, and only if it did not change meanwhile. */
import { createHash, randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { TenetError } from "../../errors.js";
import type { Workspace } from "../workspace.js";
import { type AtomicFs, ensureFolder, nodeFs, syncFolder, unlessMissing } from "./atomic-fs.js";
import { codeOf, fileFailure } from "./file-failure.js";
import { fileInTree, plainFile } from "./safe-path.js";

/** A file is no longer what the caller read. Nothing was written. */
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

/** In hex; texts are hashed as UTF-8. */
export const sha256 = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");

/** Hash of what a path holds now; null when nothing is there. */
export async function hashOf(path: string, fs: AtomicFs = nodeFs): Promise<string | null> {
  const bytes = await unlessMissing(fs.readFile(path));
  return bytes === undefined ? null : sha256(bytes);
}

/** Writes a new file whole and synced. What a failure leaves is the caller's to remove. */
async function writeNewFile(path: string, data: Uint8Array, mode: number | undefined, fs: AtomicFs): Promise<void> {
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

/** `rename`, waiting about a second for the virus scanners that hold fresh files on Windows. */
export async function renameOver(from: string, to: string, fs: AtomicFs): Promise<void> {
  for (const pause of process.platform === "win32" ? [10, 30, 100, 300, 600] : []) {
    try {
      return await fs.rename(from, to);
    } catch (cause) {
      if (!["EPERM", "EACCES", "EBUSY"].includes(codeOf(cause) ?? "")) throw cause;
      await sleep(pause);
    }
  }
  await fs.rename(from, to);
}

interface WriteOptions {
  /** Hash of what is there, null for nothing; left out: whatever it is. */
  expected?: string | null;
  /** The workspace that it may not lead out of. */
  within?: Workspace;
  fs?: AtomicFs;
}

/**
 * Creates, replaces or removes (null) a file: it is old or new in full at every moment, and durable when this returns.
 * Throws {@link ChangedMeanwhile}, and `failed` when the disk refuses: it is as it was then, and no temp file stays.
 */
export async function writeFileAtomic(
  path: string,
  bytes: Uint8Array | string | null,
  { expected, within, fs = nodeFs }: WriteOptions = {},
): Promise<void> {
  const temps = within?.tmp ?? dirname(path);
  // 64 random bits: names made of pids collide.
  const temp = join(temps, `.tenet-${randomBytes(8).toString("hex")}.tmp`);
  try {
    const before = within === undefined ? await plainFile(path, fs) : await fileInTree(within, path, fs);
    if (bytes !== null) {
      for (const folder of [dirname(path), temps]) await ensureFolder(folder, fs);
      await writeNewFile(temp, Buffer.from(bytes), before && before.mode & 0o777, fs);
    } else if (before === undefined) return;
    if (expected !== undefined && (await hashOf(path, fs)) !== expected) throw new ChangedMeanwhile(path);
    await (bytes === null ? fs.unlink(path) : renameOver(temp, path, fs));
  } catch (cause) {
    await fs.unlink(temp).catch(() => undefined);
    throw fileFailure("write", path, cause, "The file is as it was.");
  }
  await syncFolder(dirname(path), fs).catch((cause: unknown) => {
    throw fileFailure("write", path, cause, "The new state is there, but the disk did not confirm it.");
  });
}

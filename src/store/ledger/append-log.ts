/** Appends lines to local logs, durably. Called by the ledger. */
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { TenetError } from "../../errors.js";
import { ensureFolder, nodeFs, syncFolder } from "../files/atomic-fs.js";
import { fileFailure } from "../files/file-failure.js";
import { isLink } from "../records/scan.js";

const FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** Local logs may quote queries: for this user alone. */
const MODE = 0o600;

const NEWLINE = 0x0a;

/**
 * Appends one line to a local log, durably. A file has one writer at a time: one log for each process, or a lock. The
 * torn last line of a killed writer gets its line end first; a failed write is truncated. Throws `failed` with file and
 * cause.
 */
export async function appendLine(path: string, line: string): Promise<void> {
  if (/[\r\n]/.test(line)) throw new Error("a log line holds a line break");
  try {
    await ensureFolder(dirname(path), nodeFs);
    if (isLink(dirname(path))) {
      const message = `${dirname(path)} is a symbolic link. tenet follows no links.`;
      throw new TenetError(message, { failure: "refused", code: "link" });
    }
    const handle = await open(path, FLAGS, MODE);
    try {
      const { size } = await handle.stat();
      const torn = size > 0 && (await lastByte(handle, size)) !== NEWLINE;
      await writeAll(handle, Buffer.from(`${torn ? "\n" : ""}${line}\n`, "utf8"), size);
      await handle.sync();
      if (size === 0) await syncFolder(dirname(path), nodeFs);
    } finally {
      await handle.close();
    }
  } catch (cause) {
    throw fileFailure("append to", path, cause);
  }
}

async function lastByte(handle: FileHandle, size: number): Promise<number | undefined> {
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0];
}

async function writeAll(handle: FileHandle, data: Buffer, start: number): Promise<void> {
  let done = 0;
  try {
    while (done < data.byteLength) done += (await handle.write(data, done, data.byteLength - done)).bytesWritten;
  } catch (cause) {
    if (done > 0) await handle.truncate(start).catch(() => undefined);
    throw cause;
  }
}

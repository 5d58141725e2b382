/** Writes the page of a report into a file that a person names: over an earlier page, never over anything else. */
import { TenetError } from "../errors.js";
import { sha256, writeFileAtomic } from "../store/files/atomic-file.js";
import { codeOf } from "../store/files/file-failure.js";
import { readPlainFile } from "../store/records/scan.js";
import type { PageWritten } from "./report-schemas.js";

/** Stands near the beginning of every page, and in no other file. */
export const PAGE_MARK = '<meta name="generator" content="tenet report">';

/** Bytes of a file that are looked at. */
const BEGINNING = 2048;

/** `path`: whole. Throws `refused` where something else stands there, and `failed` where the disk refuses. */
export async function writePage(path: string, html: string): Promise<PageWritten> {
  const before = bytesNow(path);
  const isPage = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, BEGINNING)).includes(PAGE_MARK);
  if (before === "unreadable" || (before !== undefined && before.length > 0 && !isPage(before))) {
    throw new TenetError(`${path} is no page of a report; it is left as it is`, {
      failure: "refused",
      code: "not-a-report",
      hint: "Name another file.",
      details: { path },
    });
  }
  const expected = before === undefined ? null : sha256(before);
  await writeFileAtomic(path, html, { expected });
  return { written: path, bytes: Buffer.byteLength(html) };
}

/** What cannot be read is not known to be a page of ours; a device or a pipe may never end. */
function bytesNow(path: string): Uint8Array | "unreadable" | undefined {
  try {
    return readPlainFile(path).bytes;
  } catch (cause) {
    return codeOf(cause) === "ENOENT" ? undefined : "unreadable";
  }
}

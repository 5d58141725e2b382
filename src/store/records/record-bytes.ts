/** Bytes of a record file as text, or why they are not read. */
import type { Finding } from "../../text/findings.js";
import { MAX_FILE_BYTES } from "./scan.js";

function lineOfBadBytes(bytes: Uint8Array): number {
  const strict = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  let start = 0;
  for (;;) {
    const end = bytes.indexOf(10, start);
    try {
      strict.decode(bytes.subarray(start, end === -1 ? bytes.length : end));
    } catch {
      return line;
    }
    if (end === -1) return line;
    start = end + 1;
    line++;
  }
}

function refusal(file: string, code: string, line: number, message: string): Finding {
  const next = "Mend the file by hand; tenet leaves it as it is.";
  return { code, severity: "error", file, line, message, next };
}

/** Says that a file of this many bytes is not read. */
export function tooLarge(file: string, size: number): Finding {
  const message = `the file is ${Math.ceil(size / 1024 / 1024)} MB; files over 10 MB are not read`;
  return refusal(file, "too-large", 1, message);
}

/**
 * A record file's bytes as text, or the finding that says why they are not read: bad UTF-8 and NUL would be lost or
 * changed by writing them back, and a file over 10 MB is no file of records.
 */
export function textOfRecordFile(bytes: Uint8Array, file: string): string | Finding {
  const refuse = (code: string, line: number, message: string) => refusal(file, code, line, message);
  if (bytes.length > MAX_FILE_BYTES) return tooLarge(file, bytes.length);
  const nul = bytes.indexOf(0);
  if (nul !== -1) {
    let line = 1;
    for (let at = bytes.indexOf(10); at !== -1 && at < nul; at = bytes.indexOf(10, at + 1)) line++;
    return refuse("bad-bytes", line, "the file holds a NUL byte");
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse("bad-bytes", lineOfBadBytes(bytes), "the file is not valid UTF-8");
  }
}

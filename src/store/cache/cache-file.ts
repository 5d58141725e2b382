/** The form of a cache file: a line with a checksum, a line of JSON, and bytes that the JSON describes. */
import { crc32 } from "node:zlib";

const MARK = "tenet-cache ";
const SUM_LENGTH = 8;
const NEWLINE = 10;

/** What the first line guards: everything after it, or the JSON alone where that holds checksums of the bytes. */
export type Guarded = "all" | "json";

/** A checksum that tells damage, not forgery. */
export const sumOf = (bytes: Uint8Array): string => crc32(bytes).toString(16).padStart(SUM_LENGTH, "0");

/** The bytes of a cache file. */
export function cacheFile(json: unknown, rest: readonly Uint8Array[], guarded: Guarded): Buffer {
  const sum = Buffer.alloc(MARK.length + SUM_LENGTH + 1, "\n");
  const line = Buffer.from(`${JSON.stringify(json)}\n`);
  const bytes = Buffer.concat([sum, line, ...rest]);
  const end = guarded === "all" ? bytes.length : sum.length + line.length;
  bytes.write(`${MARK}${sumOf(bytes.subarray(sum.length, end))}`, "latin1");
  return bytes;
}

/** What a cache file holds; undefined where the first line or what it guards is damaged. */
export function cacheFileIn(bytes: Buffer, guarded: Guarded): { json: unknown; rest: Buffer } | undefined {
  const start = bytes.indexOf(NEWLINE) + 1;
  const border = bytes.indexOf(NEWLINE, start) + 1;
  const sum = sumOf(bytes.subarray(start, guarded === "all" ? bytes.length : border));
  if (border === 0 || bytes.toString("latin1", 0, start) !== `${MARK}${sum}\n`) return undefined;
  return { json: JSON.parse(bytes.toString("utf8", start, border)), rest: bytes.subarray(border) };
}

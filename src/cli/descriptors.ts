/** The standard streams by their numbers. Opening one as a stream makes Node load its network code: 5 ms. */
import { fstatSync, writeSync } from "node:fs";
import { isatty } from "node:tty";
import { codeOf, GONE } from "./streams.js";

export const DESCRIPTORS = { stdin: 0, stdout: 1, stderr: 2 } as const;

/** Terminals are character devices: of a pipe or a file it is known without loading `node:tty`. */
export function isTerminal(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice() && isatty(descriptor);
  } catch {
    return false;
  }
}

/** What a pipe surely takes at once: a larger text could block in the middle of Ctrl-C. */
const AT_ONCE_BYTES = 32 * 1024;

/**
 * Writes a short text to a pipe or a file without opening its stream: Node loads its network code for one. Answers what
 * is left for the stream to write. A reader that has left is fine; a full disk throws.
 */
export function writeAtOnce(descriptor: number, text: string): Uint8Array {
  let left: Uint8Array = Buffer.from(text);
  if (left.length > AT_ONCE_BYTES) return left;
  try {
    while (left.length > 0) left = left.subarray(writeSync(descriptor, left));
  } catch (error) {
    if (codeOf(error) === "EAGAIN") return left;
    if (!GONE.has(codeOf(error))) throw error;
    return new Uint8Array();
  }
  return left;
}

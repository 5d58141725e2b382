/** Refusals of the file system in plain words. */
import { getSystemErrorName } from "node:util";
import { TenetError } from "../../errors.js";

const CAUSES: Record<string, { words: string; hint: string }> = {
  ENOSPC: { words: "no space left on the disk", hint: "Free some space, then run the same command again." },
  EDQUOT: { words: "the disk quota is used up", hint: "Free some space, then run the same command again." },
  EFBIG: {
    words: "the file would be larger than this process may write",
    hint: "Look at `ulimit -f`, then run the same command again.",
  },
  EIO: {
    words: "the disk reported an input/output error",
    hint: "Check the disk and its logs, then run the same command again.",
  },
  EROFS: { words: "the file system is read-only", hint: "Make it writable, or work on a copy of the workspace." },
  EACCES: { words: "permission denied", hint: "Give this user access to the file and its folder." },
  EPERM: { words: "the operation is not permitted", hint: "Give this user access to the file and its folder." },
  ENOENT: { words: "its folder is gone, or takes no files", hint: "Name another place, or make the folder anew." },
  ENAMETOOLONG: { words: "the path is too long", hint: "Move the workspace to a shorter path." },
  EISDIR: { words: "a folder stands where the file should be", hint: "Move that folder away." },
  ENOTDIR: { words: "a file stands where a folder should be", hint: "Move that file away." },
  EEXIST: { words: "a file stands where a folder should be", hint: "Move that file away." },
  ELOOP: { words: "a symbolic link stands in the way", hint: "Replace the link with the real file or folder." },
  EMFILE: { words: "this process has too many files open", hint: "Look at `ulimit -n`." },
  ENFILE: { words: "the system has too many files open", hint: "Close other programs, then try again." },
  EBUSY: { words: "another program holds the file", hint: "Close that program, then run the same command again." },
  EXDEV: { words: "the folders lie on different file systems", hint: "Keep the workspace on one file system." },
};

/** Errors of SQLite that come from the disk; of some it names the system's own error. */
const OF_SQLITE: Readonly<Record<number, string>> = { 5: "EBUSY", 8: "EACCES", 10: "EIO", 13: "ENOSPC", 14: "EACCES" };

/** The error code of a failed file system call (`ENOSPC`, ...), of SQLite's as well; undefined for anything else. */
export function codeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || !("code" in cause)) return undefined;
  const { code, errcode, systemErrno } = cause as { code: unknown; errcode?: number; systemErrno?: number };
  if (errcode === undefined) return typeof code === "string" ? code : undefined;
  const system = systemErrno === undefined ? "ENOENT" : getSystemErrorName(-systemErrno);
  // What it could not make it looks for once more, and finds nothing.
  return system === "ENOENT" ? OF_SQLITE[errcode & 0xff] : system;
}

/**
 * What a user reads when the file system refuses: the verb, the file, the cause in plain words and what state the
 * file is in now. Errors that carry no known code are bugs or already explained, and come back unchanged.
 */
export function fileFailure(doing: string, path: string, cause: unknown, stateNow?: string): unknown {
  if (cause instanceof TenetError) return cause;
  const code = codeOf(cause);
  const knownCause = code === undefined ? undefined : CAUSES[code];
  if (knownCause === undefined) return cause;
  const message = `Cannot ${doing} ${path}: ${knownCause.words} (${code}).${stateNow === undefined ? "" : ` ${stateNow}`}`;
  return new TenetError(message, { failure: "failed", hint: knownCause.hint, details: { path, cause: code }, cause });
}

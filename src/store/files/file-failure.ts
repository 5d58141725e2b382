/** Refusals of the file system in plain words. */
import { getSystemErrorMap, getSystemErrorName } from "node:util";
import { TenetError } from "../../errors.js";

const ROOM = "Free some space, then run the same command again.";
const RIGHTS = "Give this user access to the file and its folder.";
const IN_THE_WAY = "Move away what stands there.";

const HINTS: Readonly<Record<string, string>> = {
  ENOSPC: ROOM,
  EDQUOT: ROOM,
  EBUSY: "Wait until the other command has finished, then do the same again.",
  EIO: "Check the disk and its logs, then run the same command again.",
  EROFS: "Make it writable, or work on a copy of the workspace.",
  EACCES: RIGHTS,
  EPERM: RIGHTS,
  ENOENT: "Name another place, or make the folder anew.",
  EISDIR: IN_THE_WAY,
  ENOTDIR: IN_THE_WAY,
  EEXIST: IN_THE_WAY,
  ELOOP: "Replace the link with the real file or folder.",
};

/** Errors of SQLite that come from the disk; of some it names the system's own error. */
const OF_SQLITE: Readonly<Record<number, string>> = { 5: "EBUSY", 8: "EACCES", 10: "EIO", 13: "ENOSPC", 14: "EACCES" };

/** The error code of a failed file system call, of SQLite's as well; undefined for anything else. */
export function codeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || !("code" in cause)) return undefined;
  const { code, errcode, systemErrno } = cause as { code: unknown; errcode?: number; systemErrno?: number };
  if (errcode === undefined) return typeof code === "string" ? code : undefined;
  const system = systemErrno === undefined ? "ENOENT" : getSystemErrorName(-systemErrno);
  // What it could not make it looks for once more, and finds nothing.
  return system === "ENOENT" ? OF_SQLITE[errcode & 0xff] : system;
}

/** What a user reads when the file system refuses, with the state of the file now. Other errors come back unchanged. */
export function fileFailure(doing: string, path: string, cause: unknown, stateNow?: string): unknown {
  if (cause instanceof TenetError) return cause;
  const code = codeOf(cause) ?? "";
  const words = new Map([...getSystemErrorMap().values(), ["EDQUOT", "disk quota exceeded"]]).get(code);
  if (words === undefined) return cause;
  const message = `Cannot ${doing} ${path}: ${words} (${code}).${stateNow === undefined ? "" : ` ${stateNow}`}`;
  const hint = HINTS[code] ?? "Look at that place, then run the same command again.";
  return new TenetError(message, {
    failure: code === "EBUSY" ? "busy" : "failed",
    hint,
    details: { path, cause: code },
    cause,
  });
}

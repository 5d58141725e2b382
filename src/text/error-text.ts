import { EXIT, TenetError } from "../errors.js";
import type { Failed } from "./json.js";
import type { Paint } from "./paint.js";
import { printable } from "./printable.js";

/** A failure as it leaves the process: what programs and people are told, and the exit code. */
export interface Failure extends Failed {
  exit: number;
  /** Set for a bug: shown whole. */
  stack?: string | undefined;
}

/** What a machine reports when it cannot read or write: the user's to solve, not a bug. */
const SYSTEM: Record<string, string> = {
  ENOSPC: "no space left on the device",
  EDQUOT: "the disk quota is used up",
  EROFS: "the file system is read-only",
  EACCES: "permission denied",
  EPERM: "not permitted",
  EIO: "the device reports an input/output error",
  EMFILE: "too many open files",
  ENFILE: "too many open files",
};

/** A TenetError as it is, a full disk or a missing permission in plain words, anything else as a bug. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof TenetError) {
    const { code, message, hint, details, exit } = thrown;
    return { code, message, hint, details, exit };
  }
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { code, path } = error as NodeJS.ErrnoException;
  const known = code === undefined ? undefined : SYSTEM[code];
  if (known !== undefined) {
    return {
      code: code === "ENOSPC" || code === "EDQUOT" ? "no-space" : "failed",
      message: path === undefined ? `could not write or read: ${known}` : `${path}: ${known}`,
      hint: "Nothing half-written was left behind. Solve it, then run the same command again.",
      details: { system: code, ...(path === undefined ? {} : { path }) },
      exit: EXIT.failed,
    };
  }
  return {
    code: "bug",
    message: error.message === "" ? error.name : error.message,
    hint: "This is a bug in tenet. Please report it with the lines above.",
    details: {},
    exit: EXIT.bug,
    stack: error.stack,
  };
}

export function failureText(failure: Failure, paint: Paint): string {
  const lines = [`${paint.bad("tenet:")} ${printable(failure.stack ?? failure.message)}`];
  if (failure.hint !== undefined)
    lines.push(
      ...printable(failure.hint)
        .split("\n")
        .map((line) => `  ${line}`),
    );
  return `${lines.join("\n")}\n`;
}

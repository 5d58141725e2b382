import type { StepText } from "./steps.js";
import type { Failed } from "./text/json.js";

/** Exit codes of the process. Documented and stable: codes are added, never changed. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  busy: 3,
  "not-found": 4,
  refused: 5,
  conflict: 6,
  findings: 8,
  "no-workspace": 10,
  bug: 70,
  interrupted: 130,
  terminated: 143,
} as const;

/** What kind of failure a user met: the key of {@link EXIT} that decides the exit code. */
export type Failure = Exclude<keyof typeof EXIT, "done" | "bug">;

/** One sentence per exit code, for help and the reference page. */
export const EXIT_MEANING: Record<keyof typeof EXIT, string> = {
  done: "done (also: skipped, logged, nothing due)",
  failed: "failed",
  usage: "wrong usage",
  busy: "busy: another writer, try again",
  "not-found": "no such entry or version",
  refused: "refused: needs a person, or policy",
  conflict: "conflict with a person's edit: nothing could be done",
  findings: "verify, doctor or check found something, or the tree cannot be read",
  "no-workspace": "no workspace here",
  bug: "a bug in tenet",
  interrupted: "interrupted",
  terminated: "terminated",
};

interface TenetErrorOptions {
  failure: Failure;
  /** Stable word that programs branch on; the failure's own name unless a finer one helps. */
  code?: string;
  /** A safe next step. Never a complete destructive command: agents paste what they read. */
  hint?: StepText;
  details?: Record<string, unknown>;
  cause?: unknown;
}

/** A failure that a user can meet: what is wrong, where, and a safe next step. Anything else thrown is a bug. */
export class TenetError extends Error {
  readonly failure: Failure;
  readonly code: string;
  readonly hint: StepText | undefined;
  readonly details: Record<string, unknown>;

  constructor(message: string, options: TenetErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "TenetError";
    this.failure = options.failure;
    this.code = options.code ?? options.failure;
    this.hint = options.hint;
    this.details = options.details ?? {};
  }

  get exit(): number {
    return EXIT[this.failure];
  }
}

/** What cannot be meant, with what can; `code`: a finer word for programs. */
export function wrongUsage(message: string, hint?: StepText, code = "usage"): TenetError {
  return new TenetError(message, { failure: "usage", code, ...(hint === undefined ? {} : { hint }) });
}

/** A failure as it leaves the process: what programs and people are told, and the exit code. */
export interface FailureReport extends Omit<Failed, "hint"> {
  hint?: StepText | undefined;
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
  ENOTDIR: "a file stands where a folder should be",
  EISDIR: "a folder stands where a file should be",
  ELOOP: "a symbolic link stands in the way",
  EIO: "the device reports an input/output error",
  EMFILE: "too many open files",
  ENFILE: "too many open files",
};

/** Between two steps of something that can be left: throws `interrupted`. `done`: what was done until now. */
export function stopIfInterrupted({ signal }: { signal: AbortSignal }, progress: string): void {
  if (signal.aborted) throw new TenetError(`interrupted: ${progress}`, { failure: "interrupted" });
}

/** A TenetError as it is, a full disk or a missing permission in plain words, anything else as a bug. */
export function failureOf(thrown: unknown): FailureReport {
  if (thrown instanceof TenetError) {
    const { code, message, hint, details, exit } = thrown;
    return { code, message, hint, details, exit };
  }
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { code, path } = error as NodeJS.ErrnoException;
  const systemError = code === undefined ? undefined : SYSTEM[code];
  if (systemError !== undefined) {
    return {
      code: code === "ENOSPC" || code === "EDQUOT" ? "no-space" : "failed",
      message: path === undefined ? `could not write or read: ${systemError}` : `${path}: ${systemError}`,
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

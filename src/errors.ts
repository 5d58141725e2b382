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

  constructor(message: string, { failure, code = failure, hint, details = {}, cause }: TenetErrorOptions) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "TenetError";
    this.failure = failure;
    this.code = code;
    this.hint = hint;
    this.details = details;
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
const SYSTEM = [
  "ENOSPC",
  "EDQUOT",
  "EROFS",
  "EACCES",
  "EPERM",
  "ENOTDIR",
  "EISDIR",
  "ELOOP",
  "EIO",
  "EMFILE",
  "ENFILE",
];

/** Between two steps of something that can be left: throws `interrupted`. `done`: what was done until now. */
export function stopIfInterrupted({ signal }: { signal: AbortSignal }, progress: string): void {
  if (signal.aborted) throw new TenetError(`interrupted: ${progress}`, { failure: "interrupted" });
}

/** A TenetError as it is, a full disk or a missing permission as the system says it, anything else as a bug. */
export function failureOf(thrown: unknown): FailureReport {
  if (thrown instanceof TenetError) {
    const { code, message, hint, details, exit } = thrown;
    return { code, message, hint, details, exit };
  }
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { message, stack } = error;
  const { code: system = "", path } = error as NodeJS.ErrnoException;
  if (SYSTEM.includes(system)) {
    // `EACCES: permission denied, open '/a/file'`.
    const why = /^E\w+: ([^,]+)/.exec(message)?.[1] ?? message;
    return {
      code: system === "ENOSPC" || system === "EDQUOT" ? "no-space" : "failed",
      message: `${path ?? "could not write or read"}: ${why}`,
      hint: "Nothing half-written was left behind. Solve it, then run the same command again.",
      details: { system, ...(path !== undefined && { path }) },
      exit: EXIT.failed,
    };
  }
  const hint = "This is a bug in tenet. Please report it with the lines above.";
  return { code: "bug", message: message || error.name, hint, details: {}, exit: EXIT.bug, stack };
}

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
  failed: "failed; or empty with --fail-empty",
  usage: "wrong usage",
  busy: "busy: another writer, try again",
  "not-found": "no such entry or version",
  refused: "refused: needs a person, or policy",
  conflict: "conflict with a person's edit: nothing could be done",
  findings: "verify or doctor found something, or the tree cannot be read",
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
  hint?: string;
  details?: Record<string, unknown>;
  cause?: unknown;
}

/** A failure that a user can meet: what is wrong, where, and a safe next step. Anything else thrown is a bug. */
export class TenetError extends Error {
  readonly failure: Failure;
  readonly code: string;
  readonly hint: string | undefined;
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

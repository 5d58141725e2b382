import type { Serving } from "../context.js";
import type { ModelPools } from "../search/model/model-pools.js";

/** What this process was given: argv, environment and streams. Read from the machine in main.ts alone. */
export interface ProcessIO {
  /** Without node and the script. */
  argv: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  /** Opened when first used: most commands never read it. */
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Known without opening the streams. */
  readonly isTTY: { readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean };
  /** Writes to a stream that is no terminal without opening it. Answers what is left to write. */
  writeAtOnce(stream: "stdout" | "stderr", text: string): Uint8Array;
  /** The system's time zone: the suggestion for a new profile. */
  timezone: string;
  /** The moment (`performance.now()`) at which this command began: 0 in a process of its own. */
  startedMs: number;
  /** Models that stay loaded from one command of this process to the next. */
  models?: ModelPools;
  /** Aborted by Ctrl-C or a request to end. */
  signal: AbortSignal;
  version: string;
  /** The other doors, for the command that opens one: joined in main.ts. */
  readonly serve?: { mcp(serving: Serving): Promise<void> };
}

/** An environment variable that says something: unset and empty are the same. */
export function stated(env: ProcessIO["env"], name: string): string | undefined {
  const value = env[name];
  return value === undefined || value === "" ? undefined : value;
}

import type { Actor, Context, Examined, Progress } from "../context.js";
import type { Paint } from "../text/paint.js";
import type { Asker } from "./ask.js";
import type { Globals } from "./globals.js";
import type { ProcessIO } from "./process-io.js";

/** What a command may use of the process it runs in. Built by the runner, one a run. */
export interface CommandContext {
  readonly surroundings: ProcessIO;
  readonly globals: Globals;
  /** Finds the workspace and reads its profile when first asked for. Exit 10 without a workspace. */
  context(): Promise<Context>;
  /** The same for commands that examine: writes nothing, and a broken profile is something to report. */
  examined(): Promise<Examined>;
  /** Who is at the other end; needs no workspace. */
  actor(agent: string, timezone: string, root: string): Actor;
  /** Asks people; undefined where nobody can answer: off a terminal, in CI, with `--json` or `--no-input`. */
  readonly asker: Asker | undefined;
  /** Shows a person something before they are asked about it: on stderr, so that results stay clean. */
  show<T>(data: T, render: Render<T>): Promise<void>;
  /** All of stdin as text. Usage error when nothing arrives. */
  readInput(flag: string): Promise<string>;
  warn(message: string): void;
  readonly progress: Progress;
}

/** Renders the data of one command for people. */
export type Render<T> = (data: T, paint: Paint) => string | Promise<string>;

export interface RunOptions<T> {
  /** The exit code of a result that is not plainly 0. */
  exit?: (data: T) => number;
  /** The text is for programs: control characters in it are the renderer's business. */
  exact?: boolean;
}

/**
 * Runs one command: an action that returns data, and how people read it. The runner prints text or JSON, decides the
 * exit code, and reports failures.
 */
export type Run = <T>(
  act: (door: CommandContext) => Promise<T>,
  render: Render<T>,
  options?: RunOptions<T>,
) => Promise<void>;

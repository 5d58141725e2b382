/** What a command is: its row in the table, what it may use of its process, and how it is run. */
import type { Command } from "commander";
import type { Actor, Context, Examined, Progress } from "../context.js";
import type { Workspace } from "../store/workspace.js";
import type { Paint } from "../text/paint.js";
import type { Asker } from "./ask.js";
import type { Globals } from "./globals.js";
import type { ProcessIO } from "./process-io.js";

/** What a command may use of the process it runs in. Built by the runner, one a run. */
export interface CommandContext {
  readonly io: ProcessIO;
  readonly globals: Globals;
  /** Finds the workspace and reads its profile when first asked for. Exit 10 without a workspace. */
  context(): Promise<Context>;
  /** The same for commands that examine: writes nothing, and a broken profile is something to report. */
  examined(): Promise<Examined>;
  /** The workspace alone, of which nothing is read. Exit 10 without one. */
  workspace(): Promise<Workspace>;
  /** Who is at the other end; needs no workspace. */
  actor(agent: string, timezone: string, root: string): Actor;
  /** Asks people; undefined where nobody can answer: off a terminal, in CI, with `--json` or `--no-input`. */
  readonly asker: Asker | undefined;
  /** Shows a person something before they are asked about it: on stderr, so that results stay clean. */
  show<T>(data: T, render: Render<T>): Promise<void>;
  /** Where a path leads that a person names: from `-C`, else from the current folder. */
  path(stated: string): string;
  /** A file as text; `-` stands for stdin. `flag` names what to use instead when nothing arrives there. */
  readFile(file: string, flag: string): Promise<string>;
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
  act: (cli: CommandContext) => Promise<T>,
  render: Render<T>,
  options?: RunOptions<T>,
) => Promise<void>;

/** Groups of commands in the order in which help shows them. */
export const GROUPS = ["start", "capture", "recall", "loop", "rules", "trust", "layers", "upkeep", "hosts"] as const;

/** One row of the table of commands: enough for help and completion without loading the command. */
export interface CommandRow {
  name: string;
  group: (typeof GROUPS)[number];
  /** One line for help. */
  summary: string;
  aliases?: readonly string[];
  /** Its stdout belongs to a protocol: results, failures and warnings go elsewhere. Help is for people all the same. */
  protocol?: true;
  /** A host waits for it and may take other codes for orders: its failures are one line on stderr, its exit is 0. */
  neverFails?: true;
  /** What real calls are for, by call; at least one. */
  examples: Readonly<Record<string, string>>;
  /** Its flags and action; loaded when it is the one that runs. */
  load(): Promise<(run: Run) => Command>;
}

/** Rows by name. */
export type CommandTable = Readonly<Record<string, Omit<CommandRow, "name">>>;

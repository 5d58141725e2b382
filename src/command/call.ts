/** One call of a command: the process it runs in, who may be asked, and the context. Built by the doors. */
import type { Clock } from "../clock.js";
import type { Actor, Context, Examined, Places, Progress, Serving } from "../context.js";
import type { ModelPools } from "../search/model/embed-pool.js";
import type { Say, StepText, Worded } from "../steps.js";
import type { Workspace } from "../store/workspace.js";
import type { View } from "../text/outline/outline.js";
import type { Paint } from "../text/paint.js";
import type { CommandRow } from "./command.js";

/** Argv, environment and streams of this process. Read from the machine only in main.ts. */
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
  /** Writes to a stream that is no terminal without opening it. Returns what remains to be written. */
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
  /** The other doors, for the command that starts one: joined in main.ts. */
  readonly serve?: { mcp(serving: Serving): Promise<void> };
}

/** The value of an environment variable; undefined when it is unset or empty. */
export function envValue(env: ProcessIO["env"], name: string): string | undefined {
  const value = env[name];
  return value === undefined || value === "" ? undefined : value;
}

/** The values of the flags that every command takes, as given; absent means not given. */
export interface Globals {
  C?: string;
  json?: boolean;
  quiet?: boolean;
  color?: boolean;
  input?: boolean;
  session?: string;
  run?: string;
  as?: string;
  user?: string;
}

/** A line to pick, and the value it returns. */
export interface Offered {
  line: string;
  value: string;
}

/** A key that is waited for, and the word it stands for. */
export interface NamedKey {
  /** One character, or `Enter`. */
  key: string;
  word: string;
}

/** What is said beside the words of a choice. */
export interface ChoiceWords<T extends string> {
  /** What Enter alone leads to, where it is not `nothing changes`. */
  says?: string;
  means?: Readonly<Partial<Record<T, string>>>;
}

/** Asks a person questions on stderr. */
export interface Asker {
  /** One line of text; repeated while it is empty, unless Enter takes a suggestion. */
  line(question: string, suggestion?: string): Promise<string>;
  /** Prints one line for the person. */
  say(text: string): void;
  /**
   * One of a few words, shown side by side: by word, its beginning or arrows. `first`: what Enter alone answers, which
   * changes nothing, and `says` so; without one Enter answers nothing. `means`: what the marked word does.
   */
  choose<T extends string>(question: string, words: readonly T[], first?: T, more?: ChoiceWords<T>): Promise<T>;
  /** Any number of lines out of a list; returns their positions. */
  pick(question: string, lines: readonly string[]): Promise<number[]>;
  /** One key without Enter; returns its word. Ctrl-D returns `quit`. */
  key(keys: readonly NamedKey[], quit: string): Promise<string>;
  /** One of many, found by typing; `offered` returns the matches. Throws `interrupted` on Esc. */
  find(question: string, offered: (typed: string) => readonly Offered[]): Promise<string>;
  /** True when the confirming word is typed, in any case. */
  typed(question: string, word: string): Promise<boolean>;
}

/** Renders the data of one command for people. */
export type Render<T> = (data: T, paint: Paint) => View | Promise<View>;

/** Another context than the call's own: for a command that serves, or that a host calls from another folder. */
export interface OtherContext {
  globals: Globals;
  warn(message: StepText): void;
  /** The other end is a program, whoever started this process. */
  withoutPerson?: true;
  /** It belongs to no run, whatever the environment says. */
  withoutRun?: true;
}

/** What a command may use of the process it runs in. Built by the runner, one a run. */
export interface Call {
  readonly io: ProcessIO;
  /** The table of commands, this one's row among them. */
  readonly commands: readonly CommandRow[];
  readonly globals: Globals;
  /** Finds the workspace and reads its profile when first asked for. Exit 10 without a workspace. */
  context(): Promise<Context>;
  /** The same for commands that examine: writes nothing, and a broken profile is something to report. */
  examined(): Promise<Examined>;
  /** A context that is not kept. Draws no progress. Exit 10 without a workspace. */
  otherContext(other: OtherContext): Promise<Context>;
  /** The workspace alone, of which nothing is read. Exit 10 without one, 5 where its local folders lead out of it. */
  workspace(): Promise<Workspace>;
  /** Who is at the other end; needs no workspace. */
  actor(agent: string, timezone: string, root: string): Actor;
  clock(): Clock;
  /** Where a person's own things lie. */
  places(): Places;
  /** Asks people; undefined where nobody can answer: off a terminal, in CI, with `--json` or `--no-input`. */
  readonly asker: Asker | undefined;
  /** Shows a person something before they are asked about it: on stderr, so that results stay clean. */
  show<T>(data: T, render: Render<Worded<T>>): Promise<void>;
  /** Where a path leads that a person names: from `-C`, else from the current folder. */
  path(stated: string): string;
  /** A file as text; `-` stands for stdin. `flag` names what to use instead when nothing arrives there. */
  readFile(file: string, flag: string): Promise<string>;
  /** All of stdin as text. Usage error when nothing arrives. */
  readInput(flag: string): Promise<string>;
  /**
   * All of stdin as text, for a program that may send nothing: empty from a terminal, a closed descriptor or a pipe that is
   * silent for `silenceMs`; undefined when it is longer than `mostBytes`.
   */
  readAny(limits: { silenceMs: number; mostBytes: number }): Promise<string | undefined>;
  warn(message: StepText): void;
  readonly progress: Progress;
  /** Words the steps in a text as this door does. */
  readonly say: Say;
}

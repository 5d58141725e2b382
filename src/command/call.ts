/** One call of a command: its process, who may be asked, and the context. Built by the doors. */
import type { Clock } from "../clock.js";
import type { Actor, Context, Examined, Places, Progress } from "../context.js";
import type { ModelPools } from "../search/model/embed-pool.js";
import type { Say, StepText, Worded } from "../steps.js";
import type { Workspace } from "../store/workspace.js";
import type { View } from "../text/outline/outline.js";
import type { Paint } from "../text/paint.js";
import type { Globals } from "./global-flags.js";
import type { Shape } from "./input.js";

/** Argv, environment and streams of this process. Read from the machine only in main.ts. */
export interface ProcessIO {
  argv: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  /** Opened when first used. */
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly isTTY: { readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean };
  /** The system's time zone, for a new profile. Asking costs 12 ms. */
  timezone(): string;
  /** When (`performance.now()`) this command began: 0 in a process of its own. */
  startedMs: number;
  /** Models that stay loaded for the next command of this process. */
  models?: ModelPools;
  signal: AbortSignal;
  version: string;
  /** The other doors, joined in main.ts. */
  readonly serve?: { mcp(serving: Serving): Promise<void> };
}

/** The value of an environment variable; undefined when it is unset or empty. */
export const envValue = (env: ProcessIO["env"], name: string): string | undefined => env[name] || undefined;

/** What is said beneath a choice while a word is marked: by word, and of the first where that changes something. */
interface ChoiceWords<T extends string> {
  says?: string;
  means?: Readonly<Partial<Record<T, string>>>;
}

/** Asks a person questions on stderr. Each throws `interrupted` on Ctrl-C and Ctrl-D. */
export interface Asker {
  /** One line of text; repeated while it is empty, unless Enter takes a suggestion. */
  line(question: string, suggestion?: string): Promise<string>;
  /** One of a few words, by its beginning or arrows. `first`: what Enter alone answers, which changes nothing. */
  choose<T extends string>(question: string, words: readonly T[], first: T, more?: ChoiceWords<T>): Promise<T>;
  /** Any number of lines out of a list; returns their positions. */
  pick(question: string, lines: readonly string[]): Promise<number[]>;
  /** One key (a character, or `Enter`) that is waited for; returns the word it stands for. */
  key(keys: readonly { key: string; word: string }[]): Promise<string>;
  /** True when the confirming word is typed, in any case. */
  typed(question: string, word: string): Promise<boolean>;
}

export type Render<T> = (data: T, paint: Paint) => View | Promise<View>;

/** Another context than the call's own: for a command that serves, or that a host calls from another folder. */
interface OtherContext {
  globals: Globals;
  warn(message: StepText): void;
  /** The other end is a program, whoever started this process. */
  withoutPerson?: true;
  /** It belongs to no run, whatever the environment says. */
  withoutRun?: true;
}

/** A row of the table of commands, as completion reads it. */
interface ListedCommand {
  name: string;
  summary: string;
  hidden?: true;
  load(): Promise<{ input?: Shape; parts?: Readonly<Record<string, { summary: string; input?: Shape }>> }>;
}

/** What a command may use of the process it runs in. */
export interface Call {
  readonly io: ProcessIO;
  readonly commands: readonly ListedCommand[];
  readonly globals: Globals;
  /** Finds the workspace and reads its profile when first asked for. Exit 10 without a workspace. */
  context(): Promise<Context>;
  /** For commands that examine: writes nothing, and a broken profile is something to report. */
  examined(): Promise<Examined>;
  /** A context that is not kept, and draws no progress. */
  otherContext(other: OtherContext): Promise<Context>;
  /** The workspace alone, of which nothing is read. Exit 10 without one, 5 where its local folders lead out of it. */
  workspace(): Promise<Workspace>;
  /** Who is at the other end, without a workspace. */
  actor(place: { root: string; timezone: string; agent: string }): Promise<Actor>;
  clock(): Clock;
  places(): Places;
  /** Asks people; undefined where nobody can answer: off a terminal, in CI, with `--json` or `--no-input`. */
  readonly asker: Asker | undefined;
  /** Shows a person something before they are asked about it: on stderr, so that results stay clean. */
  show<T>(data: T, render: Render<Worded<T>>): Promise<void>;
  /** A path that a person names, absolute: from `-C`, else from the current folder. */
  path(stated: string): string;
  /** A file as text; `-` stands for stdin. `flag` names what to use instead when nothing arrives there. */
  readFile(file: string, flag: string): Promise<string>;
  /** All of stdin as text. Usage error when nothing arrives. */
  readInput(flag: string): Promise<string>;
  /** The same of a program that may send nothing: what came until it was silent; undefined when it is too long. */
  readAny(limits: { silenceMs: number; mostBytes: number }): Promise<string | undefined>;
  warn(message: StepText): void;
  readonly progress: Progress;
  readonly say: Say;
}

/** The tools that a server offers: the loop from session start to answer, or all. */
export const TOOL_PROFILES = ["default", "full"] as const;
export type ToolProfile = (typeof TOOL_PROFILES)[number];

/** What a server for tools gets from the command that starts it. */
export interface Serving {
  profile: ToolProfile;
  /** In short for the handshake, in full for the prompt. */
  words: { instructions: string; guidelines: string };
  io: Pick<ProcessIO, "stdin" | "stdout" | "version" | "signal">;
  /** What one call of a tool may use: profile and tree are read anew, user and session are those of the start. */
  callFor(warn: Call["warn"], cancelled?: AbortSignal): Call;
  /** Ends what is kept between calls. */
  end(): Promise<void>;
}

/** The same, done once: a command may begin again. */
export function once<Given extends unknown[], T>(read: (...given: Given) => T): (...given: Given) => T {
  let answer: T | undefined;
  return (...given) => (answer ??= read(...given));
}

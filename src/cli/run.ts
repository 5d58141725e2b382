/**
 * Runs one command: finds it, runs it, prints one result or one failure, and returns the exit code. Called by
 * `main.ts`.
 */

import type { Call, Globals, ProcessIO, Render } from "../command/call.js";
import type { AnyDeed, CommandRow } from "../command/command.js";
import { COMMANDS } from "../commands.js";
import { EXIT, type FailureReport, failureOf, TenetError, wrongUsage } from "../errors.js";
import { type Say, type StepText, stepsIn, type Worded } from "../steps.js";
import { failureJson, successJson } from "../text/json.js";
import type { View } from "../text/outline/outline.js";
import { type Paint, PLAIN, printable, printableData } from "../text/paint.js";
import { atTerminal } from "./actor.js";
import { colourLevel, paintFor } from "./colours.js";
import { commandAt, hasFlag, markText, strayFlag } from "./globals.js";
import { tame, writeAll } from "./process-io.js";

/** The reason of an abort: the signal that asked the process to end. */
export class Interrupted extends TenetError {
  constructor(failure: "interrupted" | "terminated") {
    super(failure === "interrupted" ? "interrupted" : "asked to end", { failure });
  }
}

/**
 * A text after its first word, wrapped and indented at the width of the screen; unchanged in a pipe, and where it has
 * line breaks.
 */
async function hanging(first: string, text: string, paint: Paint): Promise<string> {
  if (!paint.terminal || text.includes("\n")) return `${first}${text}\n`;
  const { hanging: wrapped } = await import("../text/columns.js");
  return wrapped(first, text, paint.width);
}

async function failureText({ message, hint, stack }: Worded<FailureReport>, paint: Paint): Promise<string> {
  const failureLines = await hanging(`${paint.bad("tenet:")} `, printable(stack ?? message), paint);
  if (hint === undefined) return failureLines;
  const next = printable(hint);
  return `${failureLines}${await hanging("  ", next.replaceAll("\n", "\n  "), paint)}`;
}

/** Errors quote what was typed, and who reads them pastes them elsewhere. */
async function withoutSecrets(failure: Worded<FailureReport>): Promise<Worded<FailureReport>> {
  const { screenEntry } = await import("../screening/screen.js");
  return (await screenEntry({ ...failure })).value;
}

/** A view as the text of a stream. What lays out an outline is loaded where there is one. */
const textOf = async (view: View, paint: Paint): Promise<string> =>
  typeof view === "string" ? view : (await import("../text/outline/render.js")).rendered(view, paint);

/** Words steps as command lines. What does it is loaded where there is one. */
const say: Say = async <T>(value: T): Promise<Worded<T>> => {
  if (stepsIn(value).length === 0) return value as Worded<T>;
  const { sayer, shellWords } = await import("../command/step-words.js");
  return await sayer(COMMANDS, shellWords)(value);
};

/** One run of the process: its input, its flags and its warnings. */
class Session {
  readonly from: ProcessIO;
  argv: readonly string[];
  json: boolean;
  command = "tenet";
  /** stdout belongs to a protocol. */
  protocol = false;
  globals: Globals = {};
  readonly #warnings = new Set<StepText>();

  constructor(from: ProcessIO) {
    this.from = from;
    this.argv = from.argv;
    this.json = hasFlag(from.argv, "--json");
  }

  get quiet(): boolean {
    return this.globals.quiet ?? hasFlag(this.argv, "--quiet");
  }

  /** Parsed flags replace the first look at argv: in `--because --json`, `--json` is text. */
  begin(globals: Globals): void {
    this.globals = globals;
    this.json = globals.json === true && !this.protocol;
  }

  paint(stream: "stdout" | "stderr"): Promise<Paint> {
    const color = this.globals.color ?? !hasFlag(this.argv, "--no-color");
    const isTTY = this.from.isTTY[stream];
    const level = colourLevel({ isTTY }, this.from.env, { color, json: this.json });
    return paintFor({ isTTY, columns: isTTY ? this.from[stream].columns : undefined }, level);
  }

  async #write(stream: "stdout" | "stderr", text: string): Promise<void> {
    if (text === "") return;
    const remaining = this.from.isTTY[stream] ? text : this.from.writeAtOnce(stream, text);
    if (remaining.length === 0) return;
    tame(this.from[stream]);
    await writeAll(this.from[stream], remaining);
  }

  warn(message: StepText): void {
    this.#warnings.add(message);
  }

  async #saidWarnings(): Promise<string[]> {
    return [...new Set(await say([...this.#warnings]))];
  }

  /** Prints the subject of a question on stderr. */
  async show<T>(data: T, render: Render<Worded<T>>): Promise<void> {
    const paint = await this.paint("stderr");
    await this.#write("stderr", await textOf(await render(printableData(await say(data)), paint), paint));
  }

  /** Prints each warning once on stderr, after the result. */
  async sayWarnings(): Promise<void> {
    if (this.json || this.quiet || this.#warnings.size === 0) return;
    const paint = await this.paint("stderr");
    const lines = (await this.#saidWarnings()).map((text) => hanging(`${paint.warn("note:")} `, text, paint));
    await this.#write("stderr", (await Promise.all(lines)).join(""));
  }

  async succeed(data: unknown, view: (paint: Paint) => View | Promise<View>): Promise<void> {
    const paint = await this.paint("stdout");
    const text = this.json
      ? successJson(this.command, data, await this.#saidWarnings())
      : await textOf(await view(paint), paint);
    await this.#write("stdout", text);
    await this.sayWarnings();
  }

  /** With `--json` only the document is printed, unless there is a stack or stdout fails. */
  async fail(thrown: FailureReport): Promise<number> {
    const failure = await withoutSecrets(await say(thrown));
    let isPrinted = false;
    if (this.json) {
      isPrinted = await this.#write("stdout", failureJson(this.command, failure, await this.#saidWarnings())).then(
        () => failure.stack === undefined,
        () => false,
      );
    } else await this.sayWarnings().catch(() => undefined);
    if (!isPrinted)
      await this.#write("stderr", await failureText(failure, await this.paint("stderr"))).catch(() => undefined);
    return failure.exit;
  }

  /** Reports the failure of a command that always exits 0: the document with `--json`, else one line. */
  async passOver(thrown: FailureReport): Promise<number> {
    const failure = await withoutSecrets(await say(thrown));
    const text = this.json
      ? failureJson(this.command, failure, await this.#saidWarnings())
      : `${this.command}: ${failure.message}\n`;
    await this.#write(this.json ? "stdout" : "stderr", text).catch(() => undefined);
    return EXIT.done;
  }
}

/** How long aborted work may take to reach a whole state. */
const WIND_DOWN_MS = 500;

/** Rejects when the process is asked to end, so that a run ends soon after Ctrl-C. */
async function untilInterrupted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let abort = (): void => undefined;
  const interrupted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
  });
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort);
  try {
    return await Promise.race([work, interrupted]);
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
    const late = new Promise((resolve) => setTimeout(resolve, WIND_DOWN_MS).unref());
    await Promise.race([work.catch(() => undefined), late]);
    throw signal.reason;
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** The row of a name or alias. */
const rowOf = (name: string): CommandRow | undefined =>
  COMMANDS.find((row) => row.name === name || row.aliases?.includes(name) === true);

/** The error for a word that names no command: with the nearest one. */
async function noCommand(name: string): Promise<TenetError> {
  const near = (await import("./help.js")).nearestCommand(name);
  const all = "`tenet help --all` lists every command.";
  // An address may hold a password: it is not repeated.
  const quotedName = name.includes("://") ? "of that name" : JSON.stringify(name);
  return new TenetError(`there is no command ${quotedName}`, {
    failure: "usage",
    code: "unknown-command",
    hint: near === undefined ? all : `Did you mean \`tenet ${near}\`?`,
    details: near === undefined ? {} : { nearest: near },
  });
}

/** What one run of a command may use. */
async function openCall(session: Session, globals: Globals, still: boolean): Promise<Call> {
  const { openCommandContext } = await import("./context.js");
  const warn = (message: StepText) => session.warn(message);
  const show = <D>(data: D, draw: Render<Worded<D>>) => session.show(data, draw);
  return await openCommandContext(session.from, globals, { warn, show, still, say });
}

/** An attribute of a deed that may depend on its input. */
const isTrue = (stated: boolean | ((input: never) => boolean) | undefined, input: never): boolean =>
  typeof stated === "function" ? stated(input) : stated === true;

/** `tenet <command> --schema`: the flag stands directly behind the name, elsewhere it may be somebody's text. */
async function printSchema(session: Session, { name, load, protocol }: CommandRow): Promise<number> {
  if (protocol === true) throw wrongUsage(`tenet ${name} has no --json`, "Its stdout is the protocol.");
  const { answerSchema } = await import("../command/answer-schema.js");
  const schema = await answerSchema(await load());
  await session.succeed(schema, () => `${JSON.stringify(schema, undefined, 2)}\n`);
  return EXIT.done;
}

async function runNamed(session: Session, name: string): Promise<number> {
  const row = rowOf(name);
  if (row === undefined) throw await noCommand(name);
  session.command = row.name;
  if (session.argv[(commandAt(session.argv) ?? 0) + 1] === "--schema") return await printSchema(session, row);
  session.protocol = row.protocol === true;
  if (session.protocol) session.json = false;
  let exitCode: number = EXIT.done;
  const runDeed = async ({ run, view, exit, exact, captures }: AnyDeed, input: never) => {
    const call = await openCall(session, session.globals, session.json || session.quiet);
    if (isTrue(captures, input)) {
      const { requireLearning } = await import("../store/change/prepare-write.js");
      requireLearning((await call.context()).profile);
    }
    const data = await untilInterrupted(session.from.signal, run(call, input));
    exitCode = exit?.(data, input) ?? EXIT.done;
    if (session.protocol) return await session.sayWarnings();
    const worded = await say(data);
    const shown = isTrue(exact, input) ? worded : printableData(worded);
    await session.succeed(worded, (paint) => view(shown, paint, input, call));
  };
  const [{ isHelp, programFor }, declared] = await Promise.all([import("./program.js"), row.load()]);
  const helpTexts: string[] = [];
  const sheet = { paint: await session.paint("stdout"), write: (text: string) => void helpTexts.push(text) };
  const program = programFor(declared, runDeed, sheet, (globals) => session.begin(globals));
  try {
    await program.parseAsync(markText(session.argv), { from: "user" });
  } catch (thrown) {
    if (!isHelp(thrown)) throw thrown;
    const text = helpTexts.join("");
    await session.succeed({ text }, () => text);
  }
  return exitCode;
}

const VERSION = ["--version", "-V", "-v"];

/**
 * `tenet --help`, `tenet --version`, `tenet help [--all]`: printed from the table of commands. `tenet` without any of them
 * is the command that stands for it, at a terminal with the next steps.
 */
async function withoutCommand(session: Session, before: readonly string[]): Promise<number> {
  const stray = strayFlag(before, ["-h", "--help", "--all", ...VERSION]);
  if (stray !== undefined) {
    throw wrongUsage(`there is no option ${stray}`, "`tenet --help` shows the options that every command takes.");
  }
  if (VERSION.some((flag) => hasFlag(before, flag))) {
    const { version } = session.from;
    await session.succeed({ version }, () => `${version}\n`);
    return EXIT.done;
  }
  // Behind the word `help` the words differ from all that was typed.
  const asksForHelp = session.argv !== before || ["-h", "--help", "--all"].some((flag) => hasFlag(before, flag));
  if (!asksForHelp) {
    if (before.length === 0 && session.from.isTTY.stdout && atTerminal(session.from))
      return await withoutWords(session);
    const { name } = COMMANDS.find(({ alone }) => alone === true) as CommandRow;
    session.argv = [...before, name];
    return await runNamed(session, name);
  }
  const { fullHelp, shortHelp } = await import("./help.js");
  const help = hasFlag(before, "--all") ? fullHelp : shortHelp;
  const text = help(PLAIN);
  await session.succeed({ text }, help);
  return EXIT.done;
}

/** `tenet` alone at a terminal: the state of the workspace and the next step; first steps without a workspace. */
async function withoutWords(session: Session): Promise<number> {
  const call = await openCall(session, {}, true);
  const ctx = await call.context().catch((thrown: unknown) => {
    if (thrown instanceof TenetError && thrown.failure === "no-workspace") return undefined;
    throw thrown;
  });
  const declared = await COMMANDS.find(({ alone }) => alone === true)?.load();
  if (ctx === undefined || declared?.alone === undefined) {
    const { firstScreen } = await import("./help.js");
    await session.succeed({}, firstScreen);
    return EXIT.done;
  }
  const { run, view } = declared.alone;
  const data = await say(await untilInterrupted(session.from.signal, run(call, {})));
  await session.succeed(data, (paint) => view(printableData(data), paint, {}, call));
  return EXIT.done;
}

async function dispatch(session: Session): Promise<number> {
  const { argv } = session;
  const at = commandAt(argv);
  const name = at === undefined ? undefined : argv[at];
  if (at !== undefined && name !== undefined && name !== "help") return runNamed(session, name);
  session.command = "help";
  const rest = at === undefined ? argv : argv.toSpliced(at, 1);
  const topic = commandAt(rest);
  if (topic === undefined) return withoutCommand(session, rest);
  session.argv = [...rest, "--help"];
  return runNamed(session, rest[topic] as string);
}

/**
 * Runs the command line. Returns the exit code; never throws, never ends the process. `runDry` rejects when no answer can
 * come any more.
 */
export async function runCommandLine(from: ProcessIO, runDry = new Promise<never>(() => undefined)): Promise<number> {
  const session = new Session(from);
  try {
    return await Promise.race([dispatch(session), runDry]);
  } catch (thrown) {
    const failure = failureOf(thrown);
    const mayFail = rowOf(session.command)?.neverFails !== true || thrown instanceof Interrupted;
    return mayFail ? session.fail(failure) : session.passOver(failure);
  }
}

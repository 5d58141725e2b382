/**
 * Runs one command: finds it, runs it, prints one result or one failure, and returns the exit code. Called by
 * `main.ts`.
 */

import { setTimeout } from "node:timers/promises";
import type { Call, Globals, ProcessIO, Render } from "../command/call.js";
import type { AnyDeed, CommandRow } from "../command/command.js";
import { COMMANDS } from "../commands.js";
import { EXIT, type FailureReport, failureOf, TenetError, wrongUsage } from "../errors.js";
import { defined } from "../text/defined.js";
import { failureJson, successJson } from "../text/json.js";
import { nearestName } from "../text/nearest-word.js";
import type { View } from "../text/outline/outline.js";
import { type Paint, PLAIN, printable, printableData } from "../text/paint.js";
import { atTerminal } from "./actor.js";
import { paintFor } from "./colours.js";
import { commandAt, hasFlag, markText, strayFlag } from "./globals.js";
import { writeAll } from "./streams.js";

/** The reason of an abort: the signal that asked the process to end. */
export class Interrupted extends TenetError {
  constructor(failure: "interrupted" | "terminated") {
    super(failure === "interrupted" ? "interrupted" : "asked to end", { failure });
  }
}

/** A text after its first word, wrapped and indented at the width of the screen; unchanged in a pipe, and where it has line breaks. */
async function hanging(first: string, text: string, paint: Paint): Promise<string> {
  if (!paint.terminal || text.includes("\n")) return `${first}${text}\n`;
  return (await import("../text/columns.js")).hanging(first, text, paint.width);
}

async function failureText({ message, hint, stack }: FailureReport, paint: Paint): Promise<string> {
  const next = hint === undefined ? "" : await hanging("  ", printable(hint).replaceAll("\n", "\n  "), paint);
  return (await hanging(`${paint.bad("tenet:")} `, printable(stack ?? message), paint)) + next;
}

/** An address may hold a password. */
const withoutAddress = (text: string): string =>
  text.replace(/\b(?!file:)[a-z][a-z0-9+.-]*:\/\/[^\s'"`]+/gi, "an address");

/** Errors quote what was typed, and who reads them pastes them elsewhere. */
async function withoutSecrets(failure: FailureReport): Promise<FailureReport> {
  const { screenEntry } = await import("../screening/screen.js");
  const { value } = await screenEntry({ ...failure });
  const { message, stack } = value;
  return { ...value, message: withoutAddress(message), ...(stack && { stack: withoutAddress(stack) }) };
}

/** A view as the text of a stream. What lays out an outline is loaded where there is one. */
const textOf = async (view: View, paint: Paint): Promise<string> =>
  typeof view === "string" ? view : (await import("../text/outline/render.js")).rendered(view, paint);

/** One run of the process: its input, its flags and its warnings. */
class Session {
  readonly from: ProcessIO;
  argv: readonly string[];
  command = "tenet";
  /** stdout belongs to a protocol. */
  protocol = false;
  /** A first look at argv, which parsed flags replace: in `--because --json`, `--json` is text. */
  globals: Globals;
  readonly warnings: string[] = [];

  constructor(from: ProcessIO) {
    this.from = from;
    this.argv = from.argv;
    const [json, quiet, plain] = ["--json", "--quiet", "--no-color"].map((name) => hasFlag(from.argv, name));
    this.globals = { ...(json && { json }), ...(quiet && { quiet }), ...(plain && { color: false }) };
  }

  get json(): boolean {
    return this.globals.json === true && !this.protocol;
  }

  paint(stream: "stdout" | "stderr"): Promise<Paint> {
    const { env, isTTY } = this.from;
    const columns = isTTY[stream] ? this.from[stream].columns : undefined;
    return paintFor({ isTTY: isTTY[stream], columns, env, plain: this.globals.color === false || this.json });
  }

  async #write(stream: "stdout" | "stderr", text: string): Promise<void> {
    if (text !== "") await writeAll(this.from[stream], text);
  }

  warn(message: string): void {
    if (!this.warnings.includes(message)) this.warnings.push(message);
  }

  /** Prints the subject of a question on stderr. */
  async show<T>(data: T, render: Render<T>): Promise<void> {
    const paint = await this.paint("stderr");
    await this.#write("stderr", await textOf(await render(printableData(data), paint), paint));
  }

  /** Prints each warning once on stderr, after the result. */
  async sayWarnings(): Promise<void> {
    if (this.json || this.globals.quiet === true || this.warnings.length === 0) return;
    const paint = await this.paint("stderr");
    const lines = this.warnings.map((text) => hanging(`${paint.warn("note:")} `, text, paint));
    await this.#write("stderr", (await Promise.all(lines)).join(""));
  }

  async succeed(data: unknown, view: (paint: Paint) => View | Promise<View>): Promise<void> {
    const paint = await this.paint("stdout");
    const text = this.json ? successJson(this.command, data, this.warnings) : await textOf(await view(paint), paint);
    await this.#write("stdout", text);
    await this.sayWarnings();
  }

  /**
   * Prints a failure: with `--json` the document, and where that cannot be printed or it is a bug also the text. `passes`:
   * the command always exits 0, with one line.
   */
  async fail(thrown: FailureReport, passes: boolean): Promise<number> {
    const failure = await withoutSecrets(thrown);
    const exit = passes ? EXIT.done : failure.exit;
    const print = (stream: "stdout" | "stderr", text: string) =>
      this.#write(stream, text).then(
        () => true,
        () => false,
      );
    const isPrinted = this.json && (await print("stdout", failureJson(this.command, failure, this.warnings)));
    if (isPrinted && (passes || failure.stack === undefined)) return exit;
    if (!passes) await this.sayWarnings().catch(() => undefined);
    const short = `${this.command}: ${failure.message}\n`;
    await print("stderr", passes ? short : await failureText(failure, await this.paint("stderr")));
    return exit;
  }
}

/** How long aborted work may take to reach a whole state. */
const WIND_DOWN_MS = 500;

/** Rejects when the process is asked to end, so that a run ends soon after Ctrl-C. */
async function untilInterrupted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const abort = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await Promise.race([work, abort]).catch(() => undefined);
  if (!signal.aborted) return await work;
  await Promise.race([work.catch(() => undefined), setTimeout(WIND_DOWN_MS, undefined, { ref: false })]);
  throw signal.reason;
}

/** The row of a name or alias. */
const rowOf = (name: string): CommandRow | undefined =>
  COMMANDS.find((row) => row.name === name || row.aliases?.includes(name) === true);

/** The error for a word that names no command: with the nearest one. */
function noCommand(name: string): TenetError {
  const nearest = nearestName(
    name,
    COMMANDS.map((row) => row.name),
  );
  return new TenetError(`there is no command ${JSON.stringify(name)}`, {
    failure: "usage",
    code: "unknown-command",
    hint: nearest === undefined ? "`tenet help --all` lists every command." : `Did you mean \`tenet ${nearest}\`?`,
    details: defined({ nearest }),
  });
}

/** What one run of a command may use. `still`: draws nothing while it works. */
async function openCall(session: Session, still = session.json || session.globals.quiet === true): Promise<Call> {
  const { openCommandContext } = await import("./context.js");
  const warn = (message: string) => session.warn(message);
  const show = <D>(data: D, draw: Render<D>) => session.show(data, draw);
  return await openCommandContext(session.from, session.globals, { warn, show, still });
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

/** Does what was declared, and prints the answer; returns the exit code. */
async function perform(
  session: Session,
  call: Call,
  { run, view, exit, exact, captures }: AnyDeed,
  input: never,
): Promise<number> {
  if (isTrue(captures, input)) {
    const { requireLearning } = await import("../store/change/prepare-write.js");
    requireLearning((await call.context()).profile);
  }
  const data = await untilInterrupted(session.from.signal, run(call, input));
  if (session.protocol) await session.sayWarnings();
  else
    await session.succeed(data, (paint) => view(isTrue(exact, input) ? data : printableData(data), paint, input, call));
  return exit?.(data, input) ?? EXIT.done;
}

async function runNamed(session: Session, name: string): Promise<number> {
  const row = rowOf(name);
  if (row === undefined) throw noCommand(name);
  session.command = row.name;
  if (session.argv[(commandAt(session.argv) ?? 0) + 1] === "--schema") return await printSchema(session, row);
  session.protocol = row.protocol === true;
  const [{ isHelp, programFor }, declared] = await Promise.all([import("./program.js"), row.load()]);
  let exitCode: number = EXIT.done;
  let help = "";
  const write = (text: string) => {
    help += text;
  };
  const run = async (deed: AnyDeed, input: never, globals: Globals) => {
    session.globals = globals;
    exitCode = await perform(session, await openCall(session), deed, input);
  };
  const program = programFor(declared, { paint: await session.paint("stdout"), write, run });
  try {
    await program.parseAsync(markText(session.argv), { from: "user" });
  } catch (thrown) {
    if (!isHelp(thrown)) throw thrown;
    await session.succeed({ text: help }, () => help);
  }
  return exitCode;
}

const VERSION = ["--version", "-V", "-v"];
const HELP = ["--help", "-h", "--all"];

/** The command that stands for `tenet` alone. */
const ALONE = COMMANDS.find(({ alone }) => alone === true) as CommandRow;

/**
 * `tenet --help`, `tenet --version`, `tenet help [--all]`: printed from the table of commands. `tenet` without any of them
 * is the command that stands for it, at a terminal with the next steps. `asked`: behind the word help.
 */
async function withoutCommand(session: Session, argv: readonly string[], asked: boolean): Promise<number> {
  session.command = "help";
  const stray = strayFlag(argv, [...HELP, ...VERSION]);
  if (stray !== undefined) throw wrongUsage(`there is no option ${stray}`, "See tenet --help.");
  if (hasFlag(argv, ...VERSION)) {
    const { version } = session.from;
    await session.succeed({ version }, () => `${version}\n`);
  } else if (asked || hasFlag(argv, ...HELP)) {
    const { fullHelp, shortHelp } = await import("./help.js");
    const help = hasFlag(argv, "--all") ? fullHelp : shortHelp;
    await session.succeed({ text: help(PLAIN) }, help);
  } else if (argv.length === 0 && session.from.isTTY.stdout && atTerminal(session.from)) await withoutWords(session);
  else {
    session.argv = [...argv, ALONE.name];
    return await runNamed(session, ALONE.name);
  }
  return EXIT.done;
}

/** `tenet` alone at a terminal: the state of the workspace and the next step; first steps without a workspace. */
async function withoutWords(session: Session): Promise<void> {
  const { alone } = await ALONE.load();
  try {
    await perform(session, await openCall(session, true), alone as AnyDeed, {} as never);
  } catch (thrown) {
    if (!(thrown instanceof TenetError) || thrown.failure !== "no-workspace") throw thrown;
    await session.succeed({}, (await import("./help.js")).firstScreen);
  }
}

async function dispatch(session: Session): Promise<number> {
  const { argv } = session;
  const at = commandAt(argv);
  if (at === undefined) return withoutCommand(session, argv, false);
  const name = argv[at] as string;
  if (name !== "help") return runNamed(session, name);
  const rest = argv.toSpliced(at, 1);
  const topic = commandAt(rest);
  if (topic === undefined) return withoutCommand(session, rest, true);
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
    const passes = rowOf(session.command)?.neverFails === true && !(thrown instanceof Interrupted);
    return session.fail(failureOf(thrown), passes);
  }
}

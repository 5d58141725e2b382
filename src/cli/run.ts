/** The runner: finds the command, runs it once, prints one result or one failure, and says the exit code. */

import { EXIT, type FailureReport, failureOf, TenetError, wrongUsage } from "../errors.js";
import { failureJson, successJson } from "../text/json.js";
import { type Paint, PLAIN, printable, printableData } from "../text/paint.js";
import { atTerminal } from "./actor.js";
import { colourLevel, paintFor } from "./colours.js";
import type { Render, Run } from "./command-context.js";
import { rowOf } from "./commands.js";
import { commandAt, type Globals, given, markText, strayFlag } from "./globals.js";
import { otherWord } from "./other-words.js";
import { type ProcessIO, tame, writeAll } from "./process-io.js";

/** The reason of an abort: which signal asked us to end. */
export class Interrupted extends TenetError {
  constructor(failure: "interrupted" | "terminated") {
    super(failure === "interrupted" ? "interrupted" : "asked to end", { failure });
  }
}

/** A sentence behind its first word, wrapped under itself at the width of the screen; as it is in a pipe, and where its writer laid it out. */
async function hanging(first: string, text: string, paint: Paint): Promise<string> {
  if (!paint.terminal || text.includes("\n")) return `${first}${text}\n`;
  const { hanging: wrapped } = await import("../text/columns.js");
  return wrapped(first, text, paint.width);
}

async function failureText({ message, hint, stack }: FailureReport, paint: Paint): Promise<string> {
  const said = await hanging(`${paint.bad("tenet:")} `, printable(stack ?? message), paint);
  if (hint === undefined) return said;
  const next = printable(hint);
  return `${said}${await hanging("  ", next.replaceAll("\n", "\n  "), paint)}`;
}

/** One run of the process: what is known before and while a command runs. */
class Session {
  readonly from: ProcessIO;
  argv: readonly string[];
  json: boolean;
  command = "tenet";
  /** stdout belongs to a protocol. */
  protocol = false;
  globals: Globals = {};
  readonly warnings: string[] = [];

  constructor(from: ProcessIO) {
    this.from = from;
    this.argv = from.argv;
    this.json = given(from.argv, "--json");
  }

  get quiet(): boolean {
    return this.globals.quiet ?? given(this.argv, "--quiet");
  }

  /** Parsed flags know better than a first look at argv: `--because --json` is text. */
  begin(globals: Globals): void {
    this.globals = globals;
    this.json = globals.json === true && !this.protocol;
  }

  paint(stream: "stdout" | "stderr"): Promise<Paint> {
    const color = this.globals.color ?? !given(this.argv, "--no-color");
    const isTTY = this.from.isTTY[stream];
    const level = colourLevel({ isTTY }, this.from.env, { color, json: this.json });
    return paintFor({ isTTY, columns: isTTY ? this.from[stream].columns : undefined }, level);
  }

  async #write(stream: "stdout" | "stderr", text: string): Promise<void> {
    if (text === "") return;
    const left = this.from.isTTY[stream] ? text : this.from.writeAtOnce(stream, text);
    if (left.length === 0) return;
    tame(this.from[stream]);
    await writeAll(this.from[stream], left);
  }

  warn(message: string): void {
    if (!this.warnings.includes(message)) this.warnings.push(message);
  }

  /** What a person is asked about, on stderr. */
  async show<T>(data: T, render: Render<T>): Promise<void> {
    await this.#write("stderr", await render(printableData(data), await this.paint("stderr")));
  }

  /** Warnings reach people on stderr, after the result and once each. */
  async sayWarnings(): Promise<void> {
    if (this.json || this.quiet || this.warnings.length === 0) return;
    const paint = await this.paint("stderr");
    const lines = this.warnings.map((text) => hanging(`${paint.warn("note:")} `, text, paint));
    await this.#write("stderr", (await Promise.all(lines)).join(""));
  }

  async succeed(data: unknown, text: (paint: Paint) => string | Promise<string>): Promise<void> {
    await this.#write(
      "stdout",
      this.json ? successJson(this.command, data, this.warnings) : await text(await this.paint("stdout")),
    );
    await this.sayWarnings();
  }

  /** With `--json` the document alone says it, unless there is a stack to show or stdout takes nothing. */
  async fail(failure: FailureReport): Promise<number> {
    let told = false;
    if (this.json) {
      told = await this.#write("stdout", failureJson(this.command, failure, this.warnings)).then(
        () => failure.stack === undefined,
        () => false,
      );
    } else await this.sayWarnings().catch(() => undefined);
    if (!told)
      await this.#write("stderr", await failureText(failure, await this.paint("stderr"))).catch(() => undefined);
    return failure.exit;
  }

  /** The failure of a command that may not fail: the document with `--json`, else one line for whoever looks. */
  async passOver(failure: FailureReport): Promise<number> {
    const text = this.json
      ? failureJson(this.command, failure, this.warnings)
      : `${this.command}: ${failure.message}\n`;
    await this.#write(this.json ? "stdout" : "stderr", text).catch(() => undefined);
    return EXIT.done;
  }
}

/** How long work that was told to stop may take to reach a whole state. */
const WIND_DOWN_MS = 500;

/** Rejects when the process was asked to end, so that a run never outlives Ctrl-C by more than a moment. */
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

async function runNamed(session: Session, name: string): Promise<number> {
  const { from } = session;
  const row = rowOf(name);
  if (row === undefined) {
    const other = otherWord(name);
    const near = other?.command ?? (other === undefined ? (await import("./help.js")).nearestCommand(name) : undefined);
    const all = "`tenet help --all` lists every command.";
    throw new TenetError(`there is no command ${JSON.stringify(name)}`, {
      failure: "usage",
      code: "unknown-command",
      hint: other?.instead ?? (near === undefined ? all : `Did you mean \`tenet ${near}\`?`),
      details: near === undefined ? {} : { nearest: near },
    });
  }
  session.command = row.name;
  session.protocol = row.protocol === true;
  if (session.protocol) session.json = false;
  let exit: number = EXIT.done;
  const run: Run = async (act, render, options = {}) => {
    const { openCommandContext } = await import("./context.js");
    const warn = (message: string) => session.warn(message);
    const show = <D>(data: D, draw: Render<D>) => session.show(data, draw);
    const cli = await openCommandContext(from, session.globals, { warn, show, still: session.json || session.quiet });
    const data = await untilInterrupted(from.signal, act(cli));
    exit = options.exit?.(data) ?? EXIT.done;
    if (session.protocol) return await session.sayWarnings();
    await session.succeed(data, (paint) => render(options.exact === true ? data : printableData(data), paint));
  };
  const { isHelp, programFor } = await import("./program.js");
  const shown: string[] = [];
  const sheet = { paint: await session.paint("stdout"), write: (text: string) => void shown.push(text) };
  const program = await programFor(row, run, sheet, (globals) => session.begin(globals));
  try {
    await program.parseAsync(markText(session.argv), { from: "user" });
  } catch (thrown) {
    if (!isHelp(thrown)) throw thrown;
    const text = shown.join("");
    await session.succeed({ text }, () => text);
  }
  return exit;
}

const VERSION = ["--version", "-V", "-v"];

/** `tenet`, `tenet --help`, `tenet --version`, `tenet help [--all] [command]`: answered from the table alone. */
async function withoutCommand(session: Session, before: readonly string[]): Promise<number> {
  const stray = strayFlag(before, ["-h", "--help", "--all", ...VERSION]);
  if (stray !== undefined) {
    throw wrongUsage(`there is no option ${stray}`, "`tenet --help` shows the options that every command takes.");
  }
  if (VERSION.some((flag) => given(before, flag))) {
    const { version } = session.from;
    await session.succeed({ version }, () => `${version}\n`);
    return EXIT.done;
  }
  if (before.length === 0 && session.from.isTTY.stdout && atTerminal(session.from)) return await withoutWords(session);
  const { fullHelp, shortHelp } = await import("./help.js");
  const help = given(before, "--all") ? fullHelp : shortHelp;
  const text = help(PLAIN);
  await session.succeed({ text }, help);
  return EXIT.done;
}

/** `tenet` alone, and somebody looks: how things stand here and what to do next; the first steps where nothing is set up. */
async function withoutWords(session: Session): Promise<number> {
  const { openCommandContext } = await import("./context.js");
  const warn = (message: string) => session.warn(message);
  const show = <D>(data: D, draw: Render<D>) => session.show(data, draw);
  const cli = await openCommandContext(session.from, {}, { warn, show, still: true });
  const ctx = await cli.context().catch((thrown: unknown) => {
    if (thrown instanceof TenetError && thrown.failure === "no-workspace") return undefined;
    throw thrown;
  });
  if (ctx === undefined) {
    const { firstSteps, shortHelp } = await import("./help.js");
    await session.succeed({}, (paint) => `${shortHelp(paint)}\n${firstSteps(paint)}`);
    return EXIT.done;
  }
  const { overview, overviewText } = await import("./overview.js");
  const data = await untilInterrupted(session.from.signal, overview(ctx));
  await session.succeed(data, (paint) => overviewText(printableData(data), paint));
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

/** Runs what argv says. Answers the exit code; never throws, never ends the process. */
export async function runCommandLine(from: ProcessIO): Promise<number> {
  const session = new Session(from);
  try {
    return await dispatch(session);
  } catch (thrown) {
    const failure = failureOf(thrown);
    const mayFail = rowOf(session.command)?.neverFails !== true || thrown instanceof Interrupted;
    return mayFail ? session.fail(failure) : session.passOver(failure);
  }
}

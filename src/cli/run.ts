/** Runs one command: finds it, runs it, prints one result or one failure, and returns the exit code. Called by `main.ts`. */
import { setTimeout } from "node:timers/promises";
import type { Call, ProcessIO, Render } from "../command/call.js";
import type { AnyDeed, CommandRow } from "../command/command.js";
import { commandAt, type Globals, hasFlag, strayFlag } from "../command/global-flags.js";
import { COMMANDS } from "../commands.js";
import { EXIT, type FailureReport, failureOf, TenetError, wrongUsage } from "../errors.js";
import { type Say, type StepText, stepsIn, type Worded } from "../steps.js";
import { beginningAgain } from "../store/cache/begin-again.js";
import { defined } from "../text/defined.js";
import { failureJson, successJson } from "../text/json.js";
import { nearestName } from "../text/nearest-word.js";
import type { View } from "../text/outline/outline.js";
import { type Paint, PLAIN, printable, printableData } from "../text/paint.js";
import { paintFor } from "./colours.js";
import { writeAll } from "./streams.js";

/** The reason of an abort: the signal that asked the process to end. */
export class Interrupted extends TenetError {
  constructor(failure: "interrupted" | "terminated") {
    super(failure === "interrupted" ? "interrupted" : "asked to end", { failure });
  }
}

/** A text after its first word, wrapped and indented at the width of the screen; in a pipe as it is. */
async function hanging(first: string, text: string, paint: Paint): Promise<string> {
  if (!paint.terminal || text.includes("\n")) return `${first}${text}\n`;
  return (await import("../text/columns.js")).hanging(first, text, paint.width);
}

async function failureText({ message, hint, stack }: Worded<FailureReport>, paint: Paint): Promise<string> {
  const next = hint === undefined ? "" : await hanging("  ", printable(hint).replaceAll("\n", "\n  "), paint);
  return (await hanging(`${paint.bad("tenet:")} `, printable(stack ?? message), paint)) + next;
}

/** An address may hold a password. */
const withoutAddress = (text: string): string =>
  text.replace(/\b(?!file:)[a-z][a-z0-9+.-]*:\/\/[^\s'"`]+/gi, "an address");

/** Errors quote what was typed, and who reads them pastes them elsewhere. */
async function withoutSecrets(failure: Worded<FailureReport>): Promise<Worded<FailureReport>> {
  const { screenEntry } = await import("../screening/screen.js");
  const { value } = await screenEntry({ ...failure });
  const { message, stack } = value;
  return { ...value, message: withoutAddress(message), ...(stack && { stack: withoutAddress(stack) }) };
}

/** A view as the text of a stream. */
const textOf = async (view: View, paint: Paint): Promise<string> =>
  typeof view === "string" ? view : (await import("../text/outline/render.js")).rendered(view, paint);

/** Words steps as command lines. */
const say: Say = async <T>(value: T): Promise<Worded<T>> => {
  if (stepsIn(value).length === 0) return value as Worded<T>;
  const { sayer, shellWords } = await import("../command/step-words.js");
  return await sayer(COMMANDS, shellWords)(value);
};

/** One run of the process: its input, its flags and its warnings. */
class Session {
  readonly from: ProcessIO;
  argv: readonly string[];
  command = "tenet";
  /** stdout belongs to a protocol. */
  protocol = false;
  /** A first look at argv, which parsed flags replace: in `--because --json`, `--json` is text. */
  globals: Globals;
  readonly warnings = new Set<StepText>();

  constructor(from: ProcessIO) {
    this.from = from;
    this.argv = from.argv;
    const has = (name: string) => hasFlag(from.argv, name);
    this.globals = { json: has("--json"), quiet: has("--quiet"), color: !has("--no-color") };
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

  async #saidWarnings(): Promise<string[]> {
    return [...new Set(await say([...this.warnings]))];
  }

  /** Prints what a question is about on stderr. */
  async show<T>(data: T, render: Render<Worded<T>>): Promise<void> {
    const paint = await this.paint("stderr");
    await this.#write("stderr", await textOf(await render(printableData(await say(data)), paint), paint));
  }

  /** Prints each warning once on stderr, after the result. */
  async sayWarnings(): Promise<void> {
    if (this.json || this.globals.quiet === true || this.warnings.size === 0) return;
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

  /** Prints a failure: with `--json` the document; the text where that fails, too, or for a bug. `passes`: exit 0, one line. */
  async fail(thrown: FailureReport, passes: boolean): Promise<number> {
    const failure = await withoutSecrets(await say(thrown));
    const exit = passes ? EXIT.done : failure.exit;
    const isPrinted = (stream: "stdout" | "stderr", text: string) =>
      this.#write(stream, text).then(
        () => true,
        () => false,
      );
    if (this.json) {
      const document = failureJson(this.command, failure, await this.#saidWarnings());
      if ((await isPrinted("stdout", document)) && (passes || failure.stack === undefined)) return exit;
    }
    if (!passes) await this.sayWarnings().catch(() => undefined);
    const short = `${this.command}: ${failure.message}\n`;
    await isPrinted("stderr", passes ? short : await failureText(failure, await this.paint("stderr")));
    return exit;
  }
}

/** How long aborted work may take to reach a whole state. */
const WIND_DOWN_MS = 500;

/** Rejects when the process is asked to end, so that a run ends soon after Ctrl-C. */
async function untilInterrupted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const abort = new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  if (!signal.aborted) await Promise.race([work, abort]).catch(() => undefined);
  if (!signal.aborted) return await work;
  await Promise.race([work.catch(() => undefined), setTimeout(WIND_DOWN_MS, undefined, { ref: false })]);
  throw signal.reason;
}

const rowOf = (name: string): CommandRow | undefined => COMMANDS.find((row) => row.name === name);

/** The error for a word that names no command: with the nearest one. */
function noCommand(name: string): TenetError {
  const names = COMMANDS.map((row) => row.name);
  const nearest = nearestName(name, names);
  return new TenetError(`there is no command ${JSON.stringify(name)}`, {
    failure: "usage",
    code: "unknown-command",
    hint: nearest === undefined ? "`tenet help --all` lists every command." : `Did you mean \`tenet ${nearest}\`?`,
    details: defined({ nearest }),
  });
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
  { run, view, exit, exact, captures }: AnyDeed,
  input: never,
  globals: Globals,
): Promise<number> {
  session.globals = globals;
  const still = session.json || globals.quiet === true;
  const { openCall } = await import("./context.js");
  const warn = (message: StepText) => void session.warnings.add(message);
  const show: Call["show"] = (data, render) => session.show(data, render);
  const call = await openCall(session.from, globals, { still, say, warn, show });
  if (isTrue(captures, input)) {
    const { requireLearning } = await import("../store/change/prepare-write.js");
    requireLearning((await call.context()).profile);
  }
  const data = await untilInterrupted(session.from.signal, beginningAgain(run, call, input));
  const worded = await say(data);
  const shown = isTrue(exact, input) ? worded : printableData(worded);
  if (session.protocol) await session.sayWarnings();
  else await session.succeed(worded, (paint) => view(shown, paint, input, call));
  return exit?.(data, input) ?? EXIT.done;
}

async function runNamed(session: Session, name: string): Promise<number> {
  const row = rowOf(name);
  if (row === undefined) throw noCommand(name);
  session.command = row.name;
  if (session.argv[(commandAt(session.argv) ?? 0) + 1] === "--schema") return await printSchema(session, row);
  session.protocol = row.protocol === true;
  const [{ runTyped }, declared] = await Promise.all([import("./program.js"), row.load()]);
  let exitCode: number = EXIT.done;
  const help = await runTyped(declared, session.argv, await session.paint("stdout"), async (...typed) => {
    exitCode = await perform(session, ...typed);
  });
  if (help !== undefined) await session.succeed({ text: help }, () => help);
  return exitCode;
}

const VERSION = ["--version", "-V", "-v"];
const HELP = ["--help", "-h", "--all"];

/** `tenet`, `tenet --help`, `tenet --version`, `tenet help [--all]`: printed from the table of commands. */
async function withoutCommand(session: Session, argv: readonly string[]): Promise<number> {
  session.command = "help";
  const stray = strayFlag(argv, [...HELP, ...VERSION]);
  if (stray !== undefined) throw wrongUsage(`there is no option ${stray}`, "See tenet --help.");
  if (hasFlag(argv, ...VERSION)) {
    const { version } = session.from;
    await session.succeed({ version }, () => `${version}\n`);
  } else {
    const { programHelp } = await import("./help.js");
    const all = hasFlag(argv, "--all");
    await session.succeed({ text: programHelp(PLAIN, all) }, (paint) => programHelp(paint, all));
  }
  return EXIT.done;
}

async function dispatch(session: Session): Promise<number> {
  const { argv } = session;
  const at = commandAt(argv);
  if (at === undefined) return withoutCommand(session, argv);
  const name = argv[at] as string;
  if (name !== "help") return runNamed(session, name);
  const rest = argv.toSpliced(at, 1);
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
    const passes = rowOf(session.command)?.neverFails === true && !(thrown instanceof Interrupted);
    return session.fail(failureOf(thrown), passes);
  }
}

/** Turns one declaration into a commander program: its arguments, flags and help, and the values that were given. */
import { Argument, Command, CommanderError, Option } from "commander";
import * as z from "zod";
import type { Globals } from "../command/call.js";
import type { AnyCommand, AnyDeed } from "../command/command.js";
import { argumentsOf, type FlagSpec, flagsOf } from "../command/flags.js";
import { GLOBAL_FLAGS } from "../command/global-flags.js";
import type { Shape } from "../command/input.js";
import { type TenetError, wrongUsage } from "../errors.js";
import { issueInWords } from "../text/issue-words.js";
import type { Paint } from "../text/paint.js";
import { unmark } from "./globals.js";
import { examplesOf, helpWidth } from "./help.js";

const GLOBAL_GROUP = "Every command takes";
const SHOWN: ReadonlySet<string> = new Set(["commander.help", "commander.helpDisplayed", "commander.version"]);

/** Help that was shown is no failure. */
export const isHelp = (thrown: unknown): boolean => thrown instanceof CommanderError && SHOWN.has(thrown.code);

/** Help written for a person: to stdout, as wide as the terminal. */
export interface HelpSheet {
  paint: Paint;
  write(text: string): void;
}

/** Runs what was declared with the values that were given. */
export type RunDeed = (deed: AnyDeed, input: never) => Promise<void>;

const collected = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];
const split = (value: string, before: string[] | undefined): string[] => [
  ...(before ?? []),
  ...value.split(/[\s,]+/).filter((part) => part !== ""),
];

function optionOf({ key, kind, name, value, summary, hidden, more, split: isSplit }: FlagSpec): Option {
  const option = new Option(value === undefined ? name : `${name} ${value}`, summary);
  option.attributeName = () => key;
  if (kind === "list") option.argParser<string[]>(isSplit ? split : collected);
  if (kind === "number") option.argParser(Number);
  if (hidden) option.hideHelp();
  return more ? option.helpGroup("Fields:") : option;
}

/** Under this name no command's own flag or argument can have a value. */
const globalName = (key: string): string => `global ${key}`;

/** Adds the options that every command takes; a command may have one of its own by that name, which says something else. */
function withGlobals(command: Command): Command {
  for (const { flags, summary, key } of GLOBAL_FLAGS) {
    const option = new Option(flags, summary).helpGroup(GLOBAL_GROUP).hideHelp();
    option.attributeName = () => globalName(key);
    if (!command.options.some((own) => own.long !== undefined && own.long === option.long)) command.addOption(option);
  }
  command.helpOption("-h, --help", "show this help");
  for (const sub of command.commands) withGlobals(sub);
  return command;
}

/** The values that were given, as the schema of the input takes them. */
function statedValues(command: Command, shape: Shape): Record<string, unknown> {
  const args = argumentsOf(shape);
  const flags = flagsOf(shape);
  const given = Object.fromEntries([
    ...args.map(({ key }, at) => [key, unmark(command.processedArgs[at])]),
    ...flags.map(({ key }) => [key, unmark(command.getOptionValue(key))]),
  ]);
  const { success, data, error } = z.object(shape).safeParse(given);
  if (success) return data;
  const [issue] = error.issues as [z.core.$ZodIssue];
  const [key] = issue.path;
  const name = [...args, ...flags].find((one) => one.key === key)?.name ?? String(key);
  throw wrongUsage(`${name} ${issueInWords(issue)}`, `See tenet ${pathOf(command)} --help.`);
}

/** Adds arguments, flags and action of one deed. */
function withDeed(command: Command, shape: Shape, act: (values: never) => Promise<void>): Command {
  for (const { name, summary } of argumentsOf(shape)) command.addArgument(new Argument(name, summary));
  for (const flag of flagsOf(shape)) command.addOption(optionOf(flag));
  return command.action(async () => await act(statedValues(command, shape) as never));
}

/** A flag before the name of a part would be lost: `sync --dry-run leave` must not leave. */
function refuseFlagsBefore(parent: Command, sub: Command): void {
  const first = parent.options.find(
    (one) => one.helpGroupHeading !== GLOBAL_GROUP && parent.getOptionValueSource(one.attributeName()) === "cli",
  );
  if (first !== undefined) {
    throw wrongUsage(`${first.long} stands before ${sub.name()}`, `Flags of ${sub.name()} go behind its name.`);
  }
}

/** One declaration as a command with its parts; `runDeed` runs what is called. */
export function commandOf(declared: AnyCommand, runDeed: RunDeed): Command {
  const { name, summary, aliases = [], parts = {}, run, view, input = {} } = declared;
  const command = new Command(name).description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`);
  for (const alias of aliases) command.alias(alias);
  if (run !== undefined && view !== undefined) {
    withDeed(command, input, (values) => runDeed({ ...declared, run, view }, values));
  }
  for (const [word, deed] of Object.entries(parts)) {
    const sub = command.command(word).description(deed.summary).allowExcessArguments(false);
    withDeed(sub, deed.input ?? {}, (values) => runDeed(deed, values));
  }
  if (declared.loose === true) command.allowUnknownOption().allowExcessArguments();
  else command.allowExcessArguments(false);
  if (Object.keys(parts).length > 0) command.enablePositionalOptions().hook("preSubcommand", refuseFlagsBefore);
  return withGlobals(command.helpCommand(false));
}

/** The names by which a command is called: `config set`. */
const pathOf = (command: Command): string =>
  command.parent === null ? "" : `${pathOf(command.parent)} ${command.name()}`.trim();

/** What commander says, with one hint. An address may hold a password: it is not repeated. */
function usageErrorOf({ code, message }: CommanderError, command: Command): TenetError {
  const words = message
    .replace(/^error: /, "")
    .replaceAll("\0", "")
    .replace(/\s*\n/g, " ");
  const dash = code === "commander.unknownOption" ? " Text that begins with a dash goes behind --." : "";
  const quotes = code === "commander.excessArguments" ? " Text of several words goes into quotes." : "";
  const help = `See tenet ${pathOf(command)} --help.`.replace("  ", " ");
  return wrongUsage(words.replace(/[^\s'"]*:\/\/[^\s'"]*/g, "an address"), `${help}${dash}${quotes}`);
}

function withHelp(command: Command, declared: AnyCommand | undefined, { paint, write }: HelpSheet): Command {
  const width = helpWidth(paint);
  command
    .exitOverride((thrown) => {
      throw SHOWN.has(thrown.code) ? thrown : usageErrorOf(thrown, command);
    })
    .configureOutput({
      writeOut: write,
      // A command of commands, called alone, shows its help: asked for or not, it is the answer.
      writeErr: write,
      outputError: () => undefined,
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => width,
      getOutHasColors: () => true,
      getErrHasColors: () => true,
    })
    .configureHelp({
      minWidthToWrap: 20,
      styleTitle: (text) => paint.strong(text),
      styleOptionTerm: (text) => paint.accent(text),
      styleSubcommandTerm: (text) => paint.accent(text),
    });
  if (declared !== undefined) command.addHelpText("after", () => examplesOf(declared, paint));
  for (const sub of command.commands) withHelp(sub, declared, { paint, write });
  return command;
}

/** What was really given on the command line, on whichever side of the command's name. */
function globalsOf(leaf: Command): Globals {
  const given: Record<string, unknown> = {};
  for (let command: Command | null = leaf; command !== null; command = command.parent) {
    for (const { key } of GLOBAL_FLAGS) {
      const name = globalName(key);
      if (command.getOptionValueSource(name) === "cli") given[key] ??= unmark(command.getOptionValue(name));
    }
  }
  return given;
}

/** The program for one run: the global flags and the one command that was named. `begin` gets the global flags before it runs. */
export function programFor(
  declared: AnyCommand,
  runDeed: RunDeed,
  sheet: HelpSheet,
  begin: (globals: Globals) => void,
): Command {
  const program = withGlobals(new Command("tenet").enablePositionalOptions().helpCommand(false));
  withHelp(program, undefined, sheet);
  program.addCommand(withHelp(commandOf(declared, runDeed), declared, sheet));
  program.hook("preAction", (_, leaf) => begin(globalsOf(leaf)));
  return program;
}

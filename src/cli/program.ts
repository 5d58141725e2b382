/** Turns one declaration into a commander program: its arguments, flags and help, and the values that were given. */
import { Argument, Command, CommanderError, Option } from "commander";
import * as z from "zod";
import type { Globals } from "../command/call.js";
import type { AnyCommand, AnyDeed } from "../command/command.js";
import { argumentsOf, type FlagSpec, flagsOf } from "../command/flags.js";
import { GLOBAL_FLAGS, nameOf } from "../command/global-flags.js";
import type { Shape } from "../command/input.js";
import { type TenetError, wrongUsage } from "../errors.js";
import { issueInWords } from "../text/issue-words.js";
import type { Paint } from "../text/paint.js";
import { unmark } from "./globals.js";
import { helpWidth, wrapped } from "./help.js";

const GLOBAL_GROUP = "Every command takes";
const ALSO_TAKES = `Every command also takes ${GLOBAL_FLAGS.map(nameOf).join(", ")}: tenet --help.`;
const SHOWN: ReadonlySet<string> = new Set(["commander.help", "commander.helpDisplayed"]);

/** Help that was shown is no failure. */
export const isHelp = (thrown: unknown): boolean => thrown instanceof CommanderError && SHOWN.has(thrown.code);

/** What is done with what was typed. */
export interface Door {
  /** How help is written, and where it goes. */
  paint: Paint;
  write(text: string): void;
  /** Runs what was declared with the values that were given. */
  run(deed: AnyDeed, input: never, globals: Globals): Promise<void>;
}

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
function withDeed(command: Command, deed: AnyDeed, run: Door["run"]): void {
  const { input = {} } = deed;
  for (const { name, summary } of argumentsOf(input)) command.addArgument(new Argument(name, summary));
  for (const flag of flagsOf(input)) command.addOption(optionOf(flag));
  command.action(async () => await run(deed, statedValues(command, input) as never, globalsOf(command)));
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

/** One declaration as a command with its parts. */
export function commandOf(declared: AnyCommand, run: Door["run"]): Command {
  const { name, summary, aliases = [], parts = {}, loose = false } = declared;
  const command = new Command(name).description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`).aliases(aliases);
  if (declared.run && declared.view) withDeed(command, declared as AnyDeed, run);
  else command.action(() => command.help());
  for (const [word, deed] of Object.entries(parts)) {
    withDeed(command.command(word).description(deed.summary), deed, run);
  }
  command.allowUnknownOption(loose).allowExcessArguments(loose);
  if (Object.keys(parts).length > 0) command.enablePositionalOptions().hook("preSubcommand", refuseFlagsBefore);
  return withGlobals(command.helpCommand(false));
}

/** The names by which a command is called: `config set`. */
const pathOf = (command: Command): string =>
  command.parent === null ? "" : `${pathOf(command.parent)} ${command.name()}`.trim();

/** What commander says, with one hint. */
function usageErrorOf({ code, message }: CommanderError, command: Command): TenetError {
  const words = message
    .replace(/^error: /, "")
    .replaceAll("\0", "")
    .replace(/\s*\n/g, " ");
  const dash = code === "commander.unknownOption" ? " Text that begins with a dash goes behind --." : "";
  const parts = command.commands.map((part) => part.name()).join(", ");
  const more = parts === "" ? " Text of several words goes into quotes." : ` It has ${parts}.`;
  const quotes = code === "commander.excessArguments" ? more : "";
  return wrongUsage(words, `See ${`tenet ${pathOf(command)}`.trim()} --help.${dash}${quotes}`);
}

/** The lines under a command's options. */
function examplesOf({ aliases = [], examples, notes }: AnyCommand, paint: Paint): string {
  const paragraph = (text: string) => [...wrapped(text, helpWidth(paint)), ""];
  const lines = Object.entries(examples).flatMap(([call, summary]) => [
    `  ${paint.faint(`# ${summary}`)}`,
    ...call.split("\n").map((part) => `  ${part}`),
  ]);
  return [
    "",
    ...(notes === undefined ? [] : paragraph(notes)),
    ...(aliases.length === 0 ? [] : [`Also: ${aliases.map((alias) => `tenet ${alias}`).join(", ")}`, ""]),
    paint.strong("Examples:"),
    ...lines,
    "",
    ...paragraph(ALSO_TAKES).map((line) => line && paint.faint(line)),
  ].join("\n");
}

function withHelp(command: Command, declared: AnyCommand | undefined, { paint, write }: Door): Command {
  command
    .exitOverride((thrown) => {
      throw SHOWN.has(thrown.code) ? thrown : usageErrorOf(thrown, command);
    })
    .configureOutput({
      writeOut: write,
      outputError: () => undefined,
      getOutHelpWidth: () => helpWidth(paint),
      getOutHasColors: () => true,
    })
    .configureHelp({
      minWidthToWrap: 20,
      styleTitle: paint.strong,
      styleOptionTerm: paint.accent,
      styleSubcommandTerm: paint.accent,
    });
  if (declared !== undefined) command.addHelpText("after", () => examplesOf(declared, paint));
  for (const sub of command.commands) withHelp(sub, declared, { paint, write } as Door);
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

/** The program for one run: the global flags and the one command that was named. */
export function programFor(declared: AnyCommand, door: Door): Command {
  const program = withGlobals(new Command("tenet").enablePositionalOptions().helpCommand(false));
  withHelp(program, undefined, door);
  return program.addCommand(withHelp(commandOf(declared, door.run), declared, door));
}

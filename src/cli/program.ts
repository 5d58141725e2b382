/** Turns one declaration into a commander program: its flags, global options, help with examples, complaints in our words. */
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from "commander";
import type { Call, Globals } from "../command/call.js";
import type { AnyCommand, AnyDeed } from "../command/command.js";
import { argumentsOf, type FlagSpec, flagsOf } from "../command/flags.js";
import { GLOBAL_FLAGS } from "../command/global-flags.js";
import type { Input } from "../command/input.js";
import { wrongUsage } from "../errors.js";
import type { Paint } from "../text/paint.js";
import { unmark } from "./globals.js";
import { examplesOf, helpWidth } from "./help.js";
import { statedValues } from "./stated-values.js";
import { usageErrorOf } from "./usage-errors.js";

const GLOBAL_GROUP = "Every command takes";
const SHOWN: ReadonlySet<string> = new Set(["commander.help", "commander.helpDisplayed", "commander.version"]);

/** Help written for a person: to stdout, as wide as the terminal. */
export interface HelpSheet {
  paint: Paint;
  write(text: string): void;
}

/** Runs what was declared with the values that were given. */
export type RunDeed = (deed: AnyDeed, input: never, call?: Call) => Promise<void>;

/** A whole number of at least `least`. */
function wholeNumber({ least, most }: NonNullable<FlagSpec["bounds"]>): (text: string) => number {
  return (text) => {
    const n = Number(text);
    if (!/^\d{1,15}$/.test(text) || n < least || (most !== undefined && n > most)) {
      throw new InvalidArgumentError(
        `It is a whole number ${most === undefined ? `from ${least}` : `from ${least} to ${most}`}.`,
      );
    }
    return n;
  };
}

const collected = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];
const split = (value: string, before: string[] | undefined): string[] => [
  ...(before ?? []),
  ...value.split(/[\s,]+/).filter((part) => part !== ""),
];

function optionOf({ name, value, summary, words, list, bounds, initial, hidden, heading }: FlagSpec): Option {
  const option = new Option(value === undefined ? name : `${name} ${value}`, summary);
  if (words !== undefined) option.choices([...words]);
  if (list !== undefined) option.argParser<string[]>(list === "split" ? split : collected);
  if (bounds !== undefined) option.argParser(wholeNumber(bounds));
  if (initial !== undefined) option.default(initial);
  if (hidden === true) option.hideHelp();
  if (heading !== undefined) option.helpGroup(heading);
  return option;
}

/** Under this name no command's own flag or argument can have a value. */
const globalName = (key: string): string => `global ${key}`;

/** Adds the options that every command takes. */
function withGlobals(command: Command): Command {
  for (const { flags, summary, key } of GLOBAL_FLAGS) {
    // Said once, in `tenet --help`; the group marks them as ours.
    const option = new Option(flags, summary).helpGroup(GLOBAL_GROUP).hideHelp();
    option.attributeName = () => globalName(key);
    // A command may have a flag of its own by that name, which says something else.
    if (command.options.some((own) => own.long !== undefined && own.long === option.long)) continue;
    command.addOption(option);
  }
  command.helpOption("-h, --help", "show this help");
  for (const sub of command.commands) withGlobals(sub);
  return command;
}

/** Adds arguments, flags and action of one deed. */
function withDeed(command: Command, input: Input, act: (values: never) => Promise<void>): Command {
  const names = argumentsOf(input);
  for (const { name, summary, words } of names) {
    const argument = new Argument(name, summary);
    // Offered in help and completion; the command itself says what else would do.
    command.addArgument(
      words === undefined ? argument : argument.choices([...words]).argParser((value: string) => value),
    );
  }
  for (const flag of flagsOf(input)) command.addOption(optionOf(flag));
  return command.action(async () => await act(statedValues(command, input) as never));
}

/**
 * A flag of a command that stands before the name of its part says nothing there: `sync --dry-run leave` must not leave.
 * The part's own flags stand behind its name.
 */
function refuseFlagsBefore(parent: Command, sub: Command): void {
  const [first] = parent.options.filter(
    (option) =>
      option.helpGroupHeading !== GLOBAL_GROUP && parent.getOptionValueSource(option.attributeName()) === "cli",
  );
  if (first === undefined) return;
  throw wrongUsage(
    `${first.long} stands before ${sub.name()}`,
    sub.options.some(({ long }) => long === first.long)
      ? `It goes behind: ${parent.name()} ${sub.name()} ${first.flags}`
      : `${parent.name()} ${sub.name()} takes no ${first.long}: it goes with ${parent.name()} alone.`,
  );
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

function withHelp(command: Command, path: string, declared: AnyCommand | undefined, sheet: HelpSheet): Command {
  const width = helpWidth(sheet.paint);
  command
    .exitOverride((thrown) => {
      throw SHOWN.has(thrown.code) ? thrown : usageErrorOf(thrown, { command, path, notes: declared?.notes });
    })
    .configureOutput({
      writeOut: (text) => sheet.write(text),
      // A command of commands, called alone, shows its help: asked for or not, it is the answer.
      writeErr: (text) => sheet.write(text),
      outputError: () => undefined,
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => width,
      getOutHasColors: () => true,
      getErrHasColors: () => true,
    })
    .configureHelp({
      minWidthToWrap: 20,
      styleTitle: (text) => sheet.paint.strong(text),
      styleOptionTerm: (text) => sheet.paint.accent(text),
      styleSubcommandTerm: (text) => sheet.paint.accent(text),
    });
  if (declared !== undefined) command.addHelpText("after", () => examplesOf(declared, sheet.paint));
  for (const sub of command.commands) withHelp(sub, `${path} ${sub.name()}`, declared, sheet);
  return command;
}

/** What was really given on the command line, on whichever side of the command's name. */
function globalsOf(leaf: Command): Globals {
  const chain: Command[] = [];
  for (let command: Command | null = leaf; command !== null; command = command.parent) chain.unshift(command);
  const givenGlobals: Record<string, unknown> = {};
  for (const command of chain) {
    for (const { key } of GLOBAL_FLAGS) {
      const name = globalName(key);
      if (command.getOptionValueSource(name) === "cli") givenGlobals[key] = unmark(command.getOptionValue(name));
    }
  }
  return givenGlobals as Globals;
}

/** Takes the marks of {@link unmark} off all arguments and flags before the action sees them. */
function unmarkAll(command: Command): void {
  command.processedArgs.forEach((value, i) => {
    command.processedArgs[i] = unmark(value);
  });
  for (const [key, value] of Object.entries(command.opts())) {
    command.setOptionValueWithSource(key, unmark(value), command.getOptionValueSource(key) ?? "cli");
  }
}

/** The program for one run: the global flags and the one command that was named. */
export function programFor(
  declared: AnyCommand,
  runDeed: RunDeed,
  sheet: HelpSheet,
  begin: (globals: Globals) => void,
): Command {
  const program = withGlobals(new Command("tenet").enablePositionalOptions().helpCommand(false));
  withHelp(program, "", undefined, sheet);
  program.addCommand(withHelp(commandOf(declared, runDeed), declared.name, declared, sheet));
  program.hook("preAction", (_, leaf) => {
    unmarkAll(leaf);
    begin(globalsOf(leaf));
  });
  return program;
}

/** Help that was shown is no failure. */
export const isHelp = (thrown: unknown): boolean => thrown instanceof CommanderError && SHOWN.has(thrown.code);

/** Turns one declaration into a commander program, and runs it on what was typed. */
import { Argument, Command, CommanderError, Help, Option } from "commander";
import * as z from "zod";
import type { AnyCommand, AnyDeed } from "../command/command.js";
import { argumentsOf, flagsOf, type Spec } from "../command/flags.js";
import { GLOBAL_FLAGS, type Globals } from "../command/global-flags.js";
import type { Shape } from "../command/input.js";
import { type TenetError, wrongUsage } from "../errors.js";
import { issueInWords } from "../text/issue-words.js";
import type { Paint } from "../text/paint.js";
import { layout } from "./help.js";

const ALSO_TAKES = `Every command also takes ${GLOBAL_FLAGS.map(({ name }) => name).join(", ")}: tenet --help.`;
const SHOWN: ReadonlySet<string> = new Set(["commander.help", "commander.helpDisplayed"]);

/** Runs what was declared with the values that were given. */
export type Run = (deed: AnyDeed, input: never, globals: Globals) => Promise<void>;

/** argv never holds NUL, so that this marks a token as text for the option parser. */
const MARK = "\0";

/** A token that begins like a flag and holds white space before any `=` can only be text: it is marked as a value. */
const markText = (argv: readonly string[]): string[] =>
  argv.map((token) => (/^-[^=]*\s/.test(token) ? MARK + token : token));

/** Takes the marks off again, in lists too. */
function unmark<T>(value: T): T {
  if (typeof value === "string") return value.replace(MARK, "") as T;
  return Array.isArray(value) ? (value.map(unmark) as T) : value;
}

const collected = (value: string, before: string[] = []): string[] => [...before, value];
const split = (value: string, before: string[] = []): string[] => [...before, ...value.split(/ *, */).filter(Boolean)];

function optionOf({ key, kind, name, value = "", summary, more, split: isSplit }: Spec): Option {
  const option = new Option(`${name} ${value}`.trim(), summary);
  option.attributeName = () => key;
  if (kind === "list") option.argParser<string[]>(isSplit ? split : collected);
  if (kind === "number") option.argParser(Number);
  return more ? option.helpGroup("Fields:") : option;
}

/** What was given, checked by the schema of the input. */
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

/** The names by which a command is called: `config set`. */
const pathOf = (command: Command): string =>
  command.parent === null ? "" : `${pathOf(command.parent)} ${command.name()}`.trim();

/** What commander says, with one hint. */
function usageErrorOf({ code, message }: CommanderError, command: Command): TenetError {
  const words = message
    .replace(/^error: /, "")
    .replaceAll(MARK, "")
    .replace(/\s*\n/g, " ");
  const parts = command.commands.map((part) => part.name()).join(", ");
  const more: Readonly<Record<string, string>> = {
    "commander.unknownOption": " Text that begins with a dash goes behind --.",
    "commander.excessArguments": parts === "" ? " Text of several words goes into quotes." : ` It has ${parts}.`,
  };
  return wrongUsage(words, `See ${`tenet ${pathOf(command)}`.trim()} --help.${more[code] ?? ""}`);
}

/** The lines under a command's options. */
function examplesOf({ examples, notes }: AnyCommand, paint: Paint): string {
  const { helpWidth } = layout(paint);
  const paragraph = (text: string) => `${new Help().boxWrap(text, helpWidth)}\n`;
  return [
    "",
    ...(notes === undefined ? [] : [paragraph(notes)]),
    paint.strong("Examples:"),
    ...Object.entries(examples).map(
      ([call, summary]) => `  ${paint.faint(`# ${summary}`)}\n  ${call.replaceAll("\n", "\n  ")}`,
    ),
    "",
    paint.faint(paragraph(ALSO_TAKES)),
  ].join("\n");
}

/** The program of the one command that was named. What is written of help goes to `write`. */
export function programFor(declared: AnyCommand, paint: Paint, write: (text: string) => void, run: Run): Command {
  const globals: Record<string, unknown> = {};
  /** Adds the flags that every command takes, but for those of which it has its own by that name. */
  const withGlobals = (command: Command): Command => {
    for (const { name, value = "", key } of GLOBAL_FLAGS) {
      const option = new Option(`${name} ${value}`.trim()).hideHelp();
      // Under this name no command's own flag has a value.
      option.attributeName = () => `global ${key}`;
      if (command.options.some(({ long }) => long !== undefined && long === option.long)) continue;
      command.addOption(option).on(`option:${option.name()}`, (given?: string) => {
        globals[key] = unmark(given ?? !option.negate);
      });
    }
    return command.helpCommand(false).exitOverride((thrown) => {
      throw SHOWN.has(thrown.code) ? thrown : usageErrorOf(thrown, command);
    });
  };
  const withDeed = (command: Command, deed: AnyDeed): Command => {
    const { input = {} } = deed;
    for (const { name, summary } of argumentsOf(input)) command.addArgument(new Argument(name, summary));
    for (const flag of flagsOf(input)) command.addOption(optionOf(flag));
    return withGlobals(command.action(() => run(deed, statedValues(command, input) as never, globals)));
  };
  const { name, summary, input = {}, parts = {}, loose = false } = declared;
  const program = withGlobals(new Command("tenet").enablePositionalOptions())
    .helpOption("-h, --help", "show this help")
    .configureOutput({ writeOut: write, outputError: () => undefined, getOutHasColors: () => true })
    .configureHelp({
      ...layout(paint),
      styleTitle: paint.strong,
      styleOptionTerm: paint.accent,
      styleSubcommandTerm: paint.accent,
    });
  const command = program.command(name).description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`);
  command.allowUnknownOption(loose).allowExcessArguments(loose);
  command.addHelpText("afterAll", () => examplesOf(declared, paint));
  if (declared.run && declared.view) withDeed(command, declared as AnyDeed);
  else withGlobals(command.action(() => command.help()));
  for (const [word, deed] of Object.entries(parts)) {
    withDeed(command.command(word).description(deed.summary), deed);
  }
  // A flag before the name of a part would be lost: `sync --dry-run leave` must not leave.
  command.hook("preSubcommand", (_, sub) => {
    const lost = flagsOf(input).find(({ key }) => command.getOptionValueSource(key) === "cli");
    const hint = `Flags of ${sub.name()} go behind its name.`;
    if (lost !== undefined) throw wrongUsage(`${lost.name} stands before ${sub.name()}`, hint);
  });
  return program;
}

/** Runs what was typed; returns the help where it was asked for. */
export async function runTyped(
  declared: AnyCommand,
  argv: readonly string[],
  paint: Paint,
  run: Run,
): Promise<string | undefined> {
  let help = "";
  const write = (text: string) => {
    help += text;
  };
  const program = programFor(declared, paint, write, run);
  try {
    await program.parseAsync(markText(argv), { from: "user" });
    return undefined;
  } catch (thrown) {
    if (thrown instanceof CommanderError && SHOWN.has(thrown.code)) return help;
    throw thrown;
  }
}

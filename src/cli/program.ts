/** Turns one row of the table into a commander program: global options, help with examples, complaints in our words. */
import { Command, CommanderError } from "commander";
import type { Paint } from "../text/paint.js";
import type { CommandRow, Run } from "./command-context.js";
import { describe, GLOBAL_GROUP, withGlobals } from "./described.js";
import { GLOBAL_FLAGS, type Globals, unmark } from "./globals.js";
import { examplesOf, helpWidth } from "./help.js";
import { usageErrorOf } from "./usage-errors.js";

const SHOWN: ReadonlySet<string> = new Set(["commander.help", "commander.helpDisplayed", "commander.version"]);

/** Help written for a person: to stdout, as wide as the terminal. */
export interface HelpSheet {
  paint: Paint;
  write(text: string): void;
}

function withHelp(command: Command, path: string, sheet: HelpSheet): Command {
  const width = helpWidth(sheet.paint);
  command
    .exitOverride((thrown) => {
      throw SHOWN.has(thrown.code) ? thrown : usageErrorOf(thrown, { command, path });
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
  command.addHelpText("after", () => examplesOf(path.split(" ")[0] as string, sheet.paint));
  for (const sub of command.commands) withHelp(sub, `${path} ${sub.name()}`, sheet);
  return command;
}

/** What was really given on the command line, on whichever side of the command's name. */
function globalsOf(leaf: Command): Globals {
  const chain: Command[] = [];
  for (let command: Command | null = leaf; command !== null; command = command.parent) chain.unshift(command);
  const givenGlobals: Record<string, unknown> = {};
  for (const command of chain) {
    for (const { key, flags } of GLOBAL_FLAGS) {
      // A command may have a flag of its own by that name, which says something else.
      const own = command.options.find((option) => option.flags.split(" ")[0] === flags.split(" ")[0]);
      if (own?.helpGroupHeading !== GLOBAL_GROUP) continue;
      if (command.getOptionValueSource(key) === "cli") givenGlobals[key] = unmark(command.getOptionValue(key));
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
export async function programFor(
  row: CommandRow,
  run: Run,
  sheet: HelpSheet,
  begin: (globals: Globals) => void,
): Promise<Command> {
  const program = withGlobals(new Command("tenet").enablePositionalOptions().helpCommand(false));
  withHelp(program, "", sheet);
  program.addCommand(withHelp(await describe(row, run), row.name, sheet));
  program.hook("preAction", (_, leaf) => {
    unmarkAll(leaf);
    begin(globalsOf(leaf));
  });
  return program;
}

/** Help that was shown is no failure. */
export const isHelp = (thrown: unknown): boolean => thrown instanceof CommanderError && SHOWN.has(thrown.code);

/** One command of the table with all its options. */
import { type Command, Option } from "commander";
import type { CommandRow, Run } from "./command-context.js";
import { GLOBAL_FLAGS } from "./globals.js";

export const GLOBAL_GROUP = "Every command takes";

/** Adds the options that every command takes. */
export function withGlobals(command: Command): Command {
  for (const { flags, summary } of GLOBAL_FLAGS) {
    // Said once, in `tenet --help`; the group marks them as ours.
    const option = new Option(flags, summary).helpGroup(GLOBAL_GROUP).hideHelp();
    if (command.options.some((own) => own.long !== undefined && own.long === option.long)) continue;
    command.addOption(option);
  }
  command.helpOption("-h, --help", "show this help");
  for (const sub of command.commands) withGlobals(sub);
  return command;
}

/** One command with its flags, for help, completion and tests. */
export async function describe(row: CommandRow, run: Run): Promise<Command> {
  const define = await row.load();
  const command = define(run);
  command.name(row.name).description(`${row.summary[0]?.toUpperCase()}${row.summary.slice(1)}.`);
  for (const alias of row.aliases ?? []) command.alias(alias);
  return withGlobals(command.helpCommand(false));
}

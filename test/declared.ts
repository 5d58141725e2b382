/** The declarations of commands, as tests of the doors and of the docs read them. */
import type { Command } from "commander";
import { programFor } from "../src/cli/program.js";
import type { AnyCommand, CommandRow } from "../src/command/command.js";
import { COMMANDS } from "../src/commands.js";
import { PLAIN } from "../src/text/paint.js";

export const rowOf = (name: string): CommandRow | undefined => COMMANDS.find((row) => row.name === name);

/** The declaration of a name. Throws where there is none. */
export async function declarationOf(name: string): Promise<AnyCommand> {
  const row = rowOf(name);
  if (row === undefined) throw new Error(`no command ${name}`);
  return await row.load();
}

/** The same as a command of the option parser, of which nothing runs. */
export const parserOf = async (name: string): Promise<Command> =>
  programFor(
    await declarationOf(name),
    PLAIN,
    () => undefined,
    async () => undefined,
  ).commands[0] as Command;

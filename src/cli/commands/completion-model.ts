/** What a shell has to know: commands, their flags, and the words a flag or argument can take. */
import type { Command } from "commander";
import { COMMANDS } from "../commands.js";
import { GLOBAL_FLAGS } from "../globals.js";
import { describe } from "../program.js";

export interface CompletedFlag {
  /** `--since`, `-C`. */
  name: string;
  says: string;
  takesValue: boolean;
  /** The words its value can be; empty for free text. */
  words: readonly string[];
}

export interface CompletedCommand {
  name: string;
  aliases: readonly string[];
  says: string;
  flags: readonly CompletedFlag[];
  /** Words that follow the name: subcommands, names of shells. */
  words: readonly string[];
}

/** Words of flags that have a closed set of values. */
async function wordsOfFlags(): Promise<Readonly<Record<string, readonly string[]>>> {
  const { ENTRY_TYPES, SCOPES, STAKES, STATUSES, TIERS, VERDICTS } = await import("../../entry/entry-schema.js");
  return {
    "--type": ENTRY_TYPES,
    "--status": [...STATUSES, "live"],
    "--scope": SCOPES,
    "--stakes": STAKES,
    "--tier": TIERS,
    "--verdict": VERDICTS,
    "--mode": ["hybrid", "keyword", "semantic"],
  };
}

const WORDS_OF_COMMANDS: Readonly<Record<string, readonly string[]>> = { completion: ["bash", "zsh", "fish"] };

function flagsOf(command: Command, words: Readonly<Record<string, readonly string[]>>): CompletedFlag[] {
  const own = [command, ...command.commands].flatMap((one) => one.options.filter((option) => !option.hidden));
  const flags = own.map((option) => {
    const name = option.long ?? option.short ?? "";
    const takesValue = option.required || option.optional;
    return { name, says: option.description, takesValue, words: takesValue ? (words[name] ?? []) : [] };
  });
  const help = { name: "--help", says: "show help", takesValue: false, words: [] };
  return [...new Map([...flags, help].map((flag) => [flag.name, flag])).values()];
}

/** Reads the table of commands and the flags that each of them really defines. */
export async function completionModel(): Promise<CompletedCommand[]> {
  const words = await wordsOfFlags();
  const commands = await Promise.all(
    COMMANDS.map(async (row) => {
      const command = await describe(row, async () => undefined);
      return {
        name: row.name,
        aliases: row.aliases ?? [],
        says: row.summary,
        flags: flagsOf(command, words),
        words: WORDS_OF_COMMANDS[row.name] ?? command.commands.map((sub) => sub.name()),
      };
    }),
  );
  const names = COMMANDS.flatMap((row) => [row.name, ...(row.aliases ?? [])]);
  const help = { name: "help", aliases: [], says: "show help", flags: [], words: [...names, "--all"] };
  return [...commands, help];
}

/** Global flags whose value is the next word: skipped when a script looks for the command's name. */
export const VALUED_GLOBALS: readonly string[] = GLOBAL_FLAGS.filter((flag) => flag.takesValue).map(
  (flag) => flag.flags.split(" ")[0] as string,
);

/** What a shell has to know: commands, their options, and what an option or argument can be; and which entries there are. */
import { type Argument, Command, Option } from "commander";
import { STATUS_FILTERS } from "../../entry/states.js";
import { CATEGORIES, ENTRY_TYPES, SCOPES, STAKES, TIERS, VERDICTS } from "../../entry/words.js";
import { wrongUsage } from "../../errors.js";
import type { CommandContext, CommandRow, Run } from "../command-context.js";
import {
  type Completed,
  type CompletedCommand,
  type CompletedFlag,
  completionScript,
  SHELLS,
  type Shell,
} from "../completion-scripts.js";
import { describe } from "../described.js";
import { GLOBAL_FLAGS } from "../globals.js";

/** Words of options that say theirs in help alone. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  "--type": ENTRY_TYPES,
  "--status": STATUS_FILTERS,
  "--outcome": [...VERDICTS, "none"],
  "--scope": SCOPES,
  "--stakes": STAKES,
  "--tier": TIERS,
  "--verdict": VERDICTS,
  "--category": CATEGORIES,
};

const FILES = /^<?(file|files|path|paths|dir)>?$/;
const ENTRIES = /^<?(id|ids|a|b|what)>?$/;

/** What a value is by its name in help: `<file>`, `<id>`. */
function kindOf(name: string): Completed {
  if (FILES.test(name)) return "file";
  return ENTRIES.test(name) ? "entry" : "text";
}

/** Options whose `<id>` is no entry's. */
const OTHER_IDS: ReadonlySet<string> = new Set(["--session", "--run"]);

function completedBy(option: Option): Completed | undefined {
  if (!option.required && !option.optional) return undefined;
  const name = option.long ?? option.short ?? "";
  const words = option.argChoices ?? WORDS[name];
  if (words !== undefined) return { words };
  const kind = kindOf(/[<[](.+?)(\.\.\.)?[>\]]/.exec(option.flags)?.[1] ?? "");
  return kind === "entry" && OTHER_IDS.has(name) ? "text" : kind;
}

const isGlobal = ({ flags }: Option): boolean => GLOBAL_FLAGS.some((global) => global.flags === flags);

/** Help shows the global options once, and not with each command: they are no secret. */
const isOffered = (option: Option): boolean => !option.hidden || isGlobal(option);

function flagsOf(command: Command): CompletedFlag[] {
  const own = [command, ...command.commands].flatMap((one) => one.options.filter(isOffered));
  const flags = own.map((option): CompletedFlag => {
    const value = completedBy(option);
    const name = option.long ?? option.short ?? "";
    return { name, summary: option.description, ...(value === undefined ? {} : { value }) };
  });
  const help = { name: "--help", summary: "show help" };
  return [...new Map([...flags, help].map((flag) => [flag.name, flag])).values()];
}

const argumentOf = (argument: Argument | undefined): Completed =>
  argument === undefined
    ? "text"
    : argument.argChoices === undefined
      ? kindOf(argument.name())
      : { words: argument.argChoices };

/** Subcommands with what follows each, or what the first argument is. */
function followsOf(command: Command): Pick<CompletedCommand, "argument" | "after"> {
  const [first] = command.registeredArguments;
  if (command.commands.length === 0) return { argument: argumentOf(first) };
  const after = command.commands.map((sub) => [sub.name(), argumentOf(sub.registeredArguments[0])] as const);
  return { argument: { words: after.map(([name]) => name) }, after: Object.fromEntries(after) };
}

/** Reads the table of commands and the options that each of them really defines. */
export async function completionModel(rows: readonly CommandRow[]): Promise<CompletedCommand[]> {
  const commands = await Promise.all(
    rows.map(async (row) => {
      const command = await describe(row, async () => undefined);
      const follows = row.name === "completion" ? { argument: { words: SHELLS } } : followsOf(command);
      return { name: row.name, aliases: row.aliases ?? [], summary: row.summary, flags: flagsOf(command), ...follows };
    }),
  );
  const topics = { words: [...rows.flatMap(({ name, aliases = [] }) => [name, ...aliases]), "--all"] };
  return [...commands, { name: "help", aliases: [], summary: "show help", flags: [], argument: topics }];
}

interface Script {
  shell: Shell;
  script: string;
}

async function scriptFor(shell: string | undefined, rows: readonly CommandRow[]): Promise<Script> {
  const shellName = SHELLS.find((name) => name === shell);
  if (shellName !== undefined)
    return { shell: shellName, script: completionScript(shellName, await completionModel(rows)) };
  const message = shell === undefined ? "which shell is not said" : `no completion for ${JSON.stringify(shell)}`;
  throw wrongUsage(message, `There is one for ${SHELLS.join(", ")}.`);
}

/** A key was pressed in a shell: outside a workspace, or where it cannot be read, there is nothing to offer. */
async function entriesFor(
  cli: CommandContext,
  beginning: string,
): Promise<{ entries: { name: string; text: string }[] }> {
  const { entryNames } = await import("../../recall/entry-names.js");
  const names = await cli.examined().then(
    (ctx) => entryNames(ctx, beginning),
    () => [],
  );
  return { entries: names.map(({ name, text }) => ({ name, text })) };
}

/** `rows`: the table of commands, of which this is one. */
export const completionCommand =
  (rows: readonly CommandRow[]) =>
  (run: Run): Command =>
    new Command()
      .argument("[shell]", "bash, zsh or fish")
      .addOption(
        new Option("--entries <beginning>", "the names of entries that begin so, each with what it says").hideHelp(),
      )
      .action((shell: string | undefined, { entries }: { entries?: string }) =>
        entries === undefined
          ? run(
              () => scriptFor(shell, rows),
              ({ script }) => script,
              { exact: true },
            )
          : run(
              (cli) => entriesFor(cli, entries),
              (data) => data.entries.map(({ name, text }) => `${name}\t${text}\n`).join(""),
            ),
      );

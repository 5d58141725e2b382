// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the braces are the shells'.
/** What a shell has to know: commands, their flags, and the words a flag or argument can take. */
import { Command, type Option } from "commander";
import { STATUS_FILTERS } from "../../entry/states.js";
import { ENTRY_TYPES, SCOPES, STAKES, TIERS, VERDICTS } from "../../entry/words.js";
import { wrongUsage } from "../../errors.js";
import type { Run } from "../command-context.js";
import { COMMAND_NAMES, COMMANDS } from "../commands.js";
import { GLOBAL_FLAGS, VALUED_GLOBALS } from "../globals.js";
import { describe } from "../program.js";

export interface CompletedFlag {
  /** `--since`, `-C`. */
  name: string;
  summary: string;
  takesValue: boolean;
  /** The words its value can be; empty for free text. */
  words: readonly string[];
}

export interface CompletedCommand {
  name: string;
  aliases: readonly string[];
  summary: string;
  flags: readonly CompletedFlag[];
  /** Words that follow the name: subcommands, names of shells. */
  words: readonly string[];
}

/** Words of flags that have a closed set of values. */
function wordsOfFlags(): Readonly<Record<string, readonly string[]>> {
  return {
    "--type": ENTRY_TYPES,
    "--status": STATUS_FILTERS,
    "--outcome": [...VERDICTS, "none"],
    "--scope": SCOPES,
    "--stakes": STAKES,
    "--tier": TIERS,
    "--verdict": VERDICTS,
    "--mode": ["hybrid", "keyword", "semantic"],
  };
}

const isGlobal = ({ flags }: Option): boolean => GLOBAL_FLAGS.some((global) => global.flags === flags);

/** Help shows the global options once, and not with each command: they are no secret. */
const isShown = (option: Option): boolean => !option.hidden || isGlobal(option);

function flagsOf(command: Command, words: Readonly<Record<string, readonly string[]>>): CompletedFlag[] {
  const own = [command, ...command.commands].flatMap((one) => one.options.filter(isShown));
  const flags = own.map((option) => {
    const name = option.long ?? option.short ?? "";
    const takesValue = option.required || option.optional;
    return { name, summary: option.description, takesValue, words: takesValue ? (words[name] ?? []) : [] };
  });
  const help = { name: "--help", summary: "show help", takesValue: false, words: [] };
  return [...new Map([...flags, help].map((flag) => [flag.name, flag])).values()];
}

/** Reads the table of commands and the flags that each of them really defines. */
export async function completionModel(): Promise<CompletedCommand[]> {
  const words = wordsOfFlags();
  const commands = await Promise.all(
    COMMANDS.map(async (row) => {
      const command = await describe(row, async () => undefined);
      return {
        name: row.name,
        aliases: row.aliases ?? [],
        summary: row.summary,
        flags: flagsOf(command, words),
        words: row.name === "completion" ? SHELLS : command.commands.map((sub) => sub.name()),
      };
    }),
  );
  return [
    ...commands,
    { name: "help", aliases: [], summary: "show help", flags: [], words: [...COMMAND_NAMES, "--all"] },
  ];
}

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

const names = (command: CompletedCommand): string[] => [command.name, ...command.aliases];

/** A word inside single quotes of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function bashCase(command: CompletedCommand): string[] {
  const valued = command.flags.filter((flag) => flag.takesValue);
  const closed = valued.filter((flag) => flag.words.length > 0);
  const free = valued.filter((flag) => flag.words.length === 0).map((flag) => flag.name);
  const flags = command.flags.map((flag) => flag.name);
  return [
    `    ${names(command).join("|")})`,
    '      case "$prev" in',
    ...closed.map((flag) => `        ${flag.name}) words=${quoted(flag.words.join(" "))} ;;`),
    ...(free.length === 0 ? [] : [`        ${free.join("|")}) return ;;`]),
    "        *)",
    `          if [[ $cur == -* ]]; then words=${quoted(flags.join(" "))}; else words=${quoted(command.words.join(" "))}; fi ;;`,
    "      esac ;;",
  ];
}

function bash(commands: readonly CompletedCommand[]): string {
  const all = commands.flatMap(names).join(" ");
  const start = commands[0]?.flags.filter((flag) => VALUED_GLOBALS.includes(flag.name) || !flag.takesValue) ?? [];
  const globals = [...new Set(["--help", "--version", ...start.map((flag) => flag.name)])].join(" ");
  return [
    "# bash completion for tenet",
    "_tenet() {",
    "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command='' words='' i",
    "  COMPREPLY=()",
    "  for ((i = 1; i < COMP_CWORD; i++)); do",
    '    case "${COMP_WORDS[i]}" in',
    `      ${VALUED_GLOBALS.join("|")}) ((i++)) ;;`,
    "      -*) ;;",
    "      *) command=${COMP_WORDS[i]}; break ;;",
    "    esac",
    "  done",
    '  case "$command" in',
    `    '') if [[ $cur == -* ]]; then words=${quoted(globals)}; else words=${quoted(all)}; fi ;;`,
    ...commands.flatMap(bashCase),
    "  esac",
    '  [[ -n $words ]] && mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")',
    "  return 0",
    "}",
    "complete -o default -F _tenet tenet",
    "",
  ].join("\n");
}

/** Text inside the brackets of a zsh argument description. */
const zshText = (text: string): string => text.replace(/[[\]:\\]/g, "\\$&").replaceAll("'", "'\\''");

function zshFlag(flag: CompletedFlag): string {
  const action = flag.words.length === 0 ? ": " : `:(${flag.words.join(" ")})`;
  return `'*${flag.name}[${zshText(flag.summary)}]${flag.takesValue ? `:value${action}` : ""}'`;
}

function zsh(commands: readonly CompletedCommand[]): string {
  return [
    "#compdef tenet",
    "_tenet() {",
    "  local -a commands=(",
    ...commands.flatMap((command) => names(command).map((name) => `    '${name}:${zshText(command.summary)}'`)),
    "  )",
    "  local context state state_descr line",
    "  typeset -A opt_args",
    `  _arguments -C ${VALUED_GLOBALS.map((name) => `'${name}:value: '`).join(" ")} '--json' '--quiet' '--no-color' '--no-input' '--help' '--version' '1: :->command' '*:: :->rest'`,
    "  case $state in",
    "    command) _describe 'command' commands ;;",
    "    rest)",
    "      case $words[1] in",
    ...commands.flatMap((command) => [
      `        ${names(command).join("|")})`,
      `          _arguments ${[...command.flags.map(zshFlag), command.words.length > 0 ? `'*:word:(${command.words.join(" ")})'` : "'*:file:_files'"].join(" ")} ;;`,
    ]),
    "      esac ;;",
    "  esac",
    "}",
    'if [ "$funcstack[1]" = "_tenet" ]; then _tenet "$@"; else compdef _tenet tenet; fi',
    "",
  ].join("\n");
}

function fish(commands: readonly CompletedCommand[]): string {
  const say = (text: string) => `'${text.replace(/[\\']/g, "\\$&")}'`;
  const flagLine = (command: CompletedCommand, flag: CompletedFlag) => {
    const name = flag.name.startsWith("--") ? `-l ${flag.name.slice(2)}` : `-s ${flag.name.slice(1)}`;
    const value = !flag.takesValue ? "" : flag.words.length === 0 ? " -r" : ` -x -a ${say(flag.words.join(" "))}`;
    return `complete -c tenet -n '__fish_seen_subcommand_from ${names(command).join(" ")}' ${name}${value} -d ${say(flag.summary)}`;
  };
  return [
    "# fish completion for tenet",
    ...commands.flatMap((command) => [
      ...names(command).map(
        (name) => `complete -c tenet -n __fish_use_subcommand -f -a ${name} -d ${say(command.summary)}`,
      ),
      ...(command.words.length === 0
        ? []
        : [`complete -c tenet -n '__fish_seen_subcommand_from ${command.name}' -f -a ${say(command.words.join(" "))}`]),
      ...command.flags.map((flag) => flagLine(command, flag)),
    ]),
    "",
  ].join("\n");
}

/** The completion script of a shell, to be sourced or saved where the shell looks for it. */
export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  return { bash, zsh, fish }[shell](commands);
}

export const completionCommand = (run: Run): Command =>
  new Command().argument("<shell>", "bash, zsh or fish").action((shell: string) =>
    run(
      async () => {
        const known = SHELLS.find((name) => name === shell);
        if (known === undefined) {
          throw wrongUsage(`no completion for ${JSON.stringify(shell)}`, `There is one for ${SHELLS.join(", ")}.`);
        }
        return { shell: known, script: completionScript(known, await completionModel()) };
      },
      ({ script }) => script,
      { exact: true },
    ),
  );

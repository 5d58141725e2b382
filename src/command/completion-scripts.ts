// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the braces are the shells'.
/** The scripts by which shells complete: commands, options and closed words stand in them, entries are asked for. */

import { shellQuoted } from "../text/shell-quoted.js";
import { VALUED_GLOBALS } from "./global-flags.js";

/** What a value can be: one of a few words, an entry, a file or folder, or anything. */
export type Completed = { words: readonly string[] } | "entry" | "file" | "text";

export interface CompletedFlag {
  /** `--since`, `-C`. */
  name: string;
  summary: string;
  /** Undefined where it takes no value. */
  value?: Completed;
}

export interface CompletedCommand {
  name: string;
  aliases: readonly string[];
  summary: string;
  flags: readonly CompletedFlag[];
  /** What follows the name: of a command of commands their names. */
  argument: Completed;
  /** Of a command of commands what follows each. */
  after?: Readonly<Record<string, Completed>>;
}

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

const names = (command: CompletedCommand): string[] => [command.name, ...command.aliases];

const wordsOf = (value: Completed | undefined): readonly string[] => (typeof value === "object" ? value.words : []);

/** Flags by what their value is: a case of a shell's `case` for each kind. */
function flagsWith(command: CompletedCommand, kind: "entry" | "file" | "text"): string {
  return command.flags
    .filter(({ value }) => value === kind)
    .map(({ name }) => name)
    .join("|");
}

function bashValue(value: Completed): string {
  if (value === "entry") return "_tenet_entries; return 0";
  if (typeof value === "string") return "return";
  return `words=${shellQuoted(value.words.join(" "))}`;
}

function bashCase(command: CompletedCommand): string[] {
  const closed = command.flags.filter(({ value }) => typeof value === "object");
  const open = (["entry", "file", "text"] as const).flatMap((kind) => {
    const flags = flagsWith(command, kind);
    // Nothing is offered: the shell completes files, unless that is told to be no file.
    const nothing = kind === "text" ? "compopt +o default 2>/dev/null; return 0" : bashValue(kind);
    return flags === "" ? [] : [`        ${flags}) ${nothing} ;;`];
  });
  return [
    `    ${names(command).join("|")})`,
    '      case "$prev" in',
    ...closed.map((flag) => `        ${flag.name}) ${bashValue(flag.value as Completed)} ;;`),
    ...open,
    "        *)",
    `          if [[ $cur == -* ]]; then words=${shellQuoted(command.flags.map(({ name }) => name).join(" "))}`,
    ...bashArgument(command),
    "      esac ;;",
  ];
}

function bashArgument({ argument, after }: CompletedCommand): string[] {
  if (after === undefined) return [`          else ${bashValue(argument)}; fi ;;`];
  return [
    '          else case "$sub" in',
    ...Object.entries(after).map(([sub, value]) => `            ${sub}) ${bashValue(value)} ;;`),
    `            *) ${bashValue(argument)} ;;`,
    "          esac; fi ;;",
  ];
}

/** Of several entries the list shows what they say; the name alone is ever inserted. */
const BASH_ENTRIES = [
  "_tenet_entries() {",
  "  local name text",
  "  while IFS=$'\\t' read -r name text; do",
  '    COMPREPLY+=("$name  $text")',
  '  done < <("${COMP_WORDS[0]}" "${place[@]}" completion --entries "$cur" 2>/dev/null)',
  "  if ((${#COMPREPLY[@]} == 1)) || [[ $COMP_TYPE == 37 || $COMP_TYPE == 42 ]]; then",
  '    COMPREPLY=("${COMPREPLY[@]%%  *}")',
  "  fi",
  "  compopt +o default 2>/dev/null",
  "  return 0",
  "}",
];

function bash(commands: readonly CompletedCommand[]): string {
  const all = commands.flatMap(names).join(" ");
  const start = commands[0]?.flags.filter(({ name, value }) => VALUED_GLOBALS.includes(name) || !value) ?? [];
  const globals = [...new Set(["--help", "--version", ...start.map((flag) => flag.name)])].join(" ");
  return [
    "# bash completion for tenet",
    ...BASH_ENTRIES,
    "_tenet() {",
    "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command='' sub='' words='' i place=()",
    "  COMPREPLY=()",
    "  # bash takes --type=cor for three words",
    "  if [[ $cur == = ]]; then cur=''; elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi",
    "  for ((i = 1; i < COMP_CWORD; i++)); do",
    '    case "${COMP_WORDS[i]}" in',
    '      -C) ((i++)); place=(-C "${COMP_WORDS[i]/#\\~/$HOME}") ;;',
    `      ${VALUED_GLOBALS.filter((name) => name !== "-C").join("|")}) ((i++)) ;;`,
    "      -*) ;;",
    "      *) if [[ -n $command ]]; then sub=${COMP_WORDS[i]}; break; fi; command=${COMP_WORDS[i]} ;;",
    "    esac",
    "  done",
    '  case "$command" in',
    `    '') if [[ $cur == -* ]]; then words=${shellQuoted(globals)}; else words=${shellQuoted(all)}; fi ;;`,
    ...commands.flatMap(bashCase),
    "  esac",
    '  [[ -n $words ]] && mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")',
    "  return 0",
    "}",
    "complete -o nosort -o default -F _tenet tenet 2>/dev/null || complete -o default -F _tenet tenet",
    "",
  ].join("\n");
}

/** Text inside the brackets of a zsh argument description. */
const zshText = (text: string): string => text.replace(/[[\]:\\]/g, "\\$&").replaceAll("'", "'\\''");

function zshAction(value: Completed): string {
  if (value === "entry") return "entry:_tenet_entries";
  if (value === "file") return "file:_files";
  return value === "text" ? "text: " : `word:(${value.words.join(" ")})`;
}

const zshFlag = ({ name, summary, value }: CompletedFlag): string =>
  `'*${name}${value !== undefined && name.startsWith("--") ? "=" : ""}[${zshText(summary)}]${value === undefined ? "" : `:${zshAction(value)}`}'`;

function zshArguments({ argument, after }: CompletedCommand): string[] {
  if (after === undefined) return [`'*:${zshAction(argument)}'`];
  const cases = Object.entries(after).map(([sub, value]) => {
    const act =
      value === "entry" ? "_tenet_entries" : value === "file" ? "_files" : `compadd -- ${wordsOf(value).join(" ")}`;
    return `(${sub}) ${act};;`;
  });
  return [`'1:${zshAction(argument)}'`, `'*:word:{ case $words[2] in ${cases.join(" ")} esac }'`];
}

function zsh(commands: readonly CompletedCommand[]): string {
  return [
    "#compdef tenet",
    "_tenet_entries() {",
    '  local -a entries=(${(f)"$(tenet ${tenet_place} completion --entries "$PREFIX" 2>/dev/null)"})',
    "  entries=(${${entries//:/\\\\:}/$'\\t'/:})",
    "  _describe -V 'entry' entries",
    "}",
    "_tenet() {",
    "  local -a tenet_place=()",
    "  (( ${words[(I)-C]} )) && tenet_place=(-C ${~words[${words[(I)-C]}+1]})",
    "  local -a commands=(",
    ...commands.flatMap((command) => names(command).map((name) => `    '${name}:${zshText(command.summary)}'`)),
    "  )",
    "  local context state state_descr line",
    "  typeset -A opt_args",
    `  _arguments -C '-C:folder:_files -/' ${VALUED_GLOBALS.filter((name) => name !== "-C")
      .map((name) => `'${name}:value: '`)
      .join(" ")} '--json' '--quiet' '--no-color' '--no-input' '--help' '--version' '1: :->command' '*:: :->rest'`,
    "  case $state in",
    "    command) _describe 'command' commands ;;",
    "    rest)",
    "      case $words[1] in",
    ...commands.flatMap((command) => [
      `        ${names(command).join("|")})`,
      `          _arguments ${[...command.flags.map(zshFlag), ...zshArguments(command)].join(" ")} ;;`,
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
  const values = (value: Completed) =>
    value === "entry"
      ? "-x -k -a '(__tenet_entries)'"
      : value === "file"
        ? "-r"
        : `-x -a ${say(wordsOf(value).join(" "))}`;
  const lineOf = (command: CompletedCommand, rest: string) =>
    `complete -c tenet -n '__fish_seen_subcommand_from ${names(command).join(" ")}' ${rest}`;
  const flagLine = (command: CompletedCommand, { name, summary, value }: CompletedFlag) => {
    const option = name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`;
    return lineOf(command, [option, ...(value === undefined ? [] : [values(value)]), `-d ${say(summary)}`].join(" "));
  };
  const offer = (value: Completed) => values(value).replace(/^-x/, "-f");
  const fishArguments = (command: CompletedCommand): string[] => {
    const { argument, after } = command;
    if (argument === "file") return [];
    if (after === undefined) return [lineOf(command, offer(argument))];
    const condition = `__fish_seen_subcommand_from ${command.name}`;
    const subs = Object.entries(after).filter(([, value]) => value !== "file");
    return [
      `complete -c tenet -n '${condition}; and not __fish_seen_subcommand_from ${Object.keys(after).join(" ")}' ${offer(argument)}`,
      ...subs.map(
        ([sub, value]) => `complete -c tenet -n '${condition}; and __fish_seen_subcommand_from ${sub}' ${offer(value)}`,
      ),
    ];
  };
  return [
    "# fish completion for tenet",
    "function __tenet_entries",
    "  set -l words (commandline -opc)",
    "  set -l at (contains -i -- -C $words)",
    "  and set -l place -C $words[(math $at + 1)]",
    "  tenet $place completion --entries (commandline -ct) 2>/dev/null",
    "end",
    ...commands.flatMap((command) => [
      ...names(command).map(
        (name) => `complete -c tenet -n __fish_use_subcommand -f -a ${name} -d ${say(command.summary)}`,
      ),
      ...fishArguments(command),
      ...command.flags.map((flag) => flagLine(command, flag)),
    ]),
    "",
  ].join("\n");
}

/** The completion script of a shell, to be sourced or saved where the shell looks for it. */
export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  return { bash, zsh, fish }[shell](commands);
}

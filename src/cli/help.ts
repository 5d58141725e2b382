import { type AnyCommand, type CommandRow, GROUPS, type Group } from "../command/command.js";
import { GLOBAL_FLAGS } from "../command/global-flags.js";
import { COMMANDS } from "../commands.js";
import { wrap } from "../text/columns.js";
import { distance } from "../text/nearest-word.js";
import type { Paint } from "../text/paint.js";

const GUTTER = 2;

/** Lines no longer than this are read with ease, however wide the screen is. */
const WIDEST = 100;
/** Where nobody knows how wide the screen is. */
const USUAL = 80;

/** Columns that help takes: it is for people, so also in a pipe it is wrapped. */
export const helpWidth = ({ width, terminal }: Paint): number => (terminal ? Math.min(width, WIDEST) : USUAL);

/** Terms with what they mean, the meanings in one column. */
function rows(pairs: readonly (readonly [string, string])[], paint: Paint, wide: number): string[] {
  const before = 2 + wide + GUTTER;
  return pairs.flatMap(([name, summary]) => {
    const [first = "", ...rest] = wrap(summary, Math.max(20, helpWidth(paint) - before));
    return [`  ${paint.accent(name.padEnd(wide + GUTTER))}${first}`, ...rest.map((line) => " ".repeat(before) + line)];
  });
}

const line = (row: CommandRow) => [row.name, row.summary] as const;

const widestOf = (pairs: readonly (readonly [string, string])[]): number =>
  Math.max(...pairs.map(([name]) => name.length));

/** The groups of the first screen: the commands of a first week. */
const FIRST: readonly Group[] = ["you", "agent"];

const inGroup = (group: Group): CommandRow[] => COMMANDS.filter((row) => row.group === group && row.hidden !== true);

const GLOBALS = [
  ...GLOBAL_FLAGS.map((flag) => [flag.flags, flag.summary] as const),
  ["--schema", "print the JSON Schema of its --json; right behind the command"] as const,
  ["-h, --help", "show help"] as const,
  ["-v, --version", "print the version; without a command"] as const,
];

function groupLines(groups: readonly Group[], paint: Paint): string[] {
  const wide = widestOf(groups.flatMap(inGroup).map(line));
  return groups.flatMap((group) => [paint.strong(GROUPS[group]), ...rows(inGroup(group).map(line), paint, wide), ""]);
}

const titleLines = (paint: Paint): string[] => [
  ...wrap(`${paint.strong("tenet")}: a memory worth having for agents, kept as Markdown in git`, helpWidth(paint)),
  "",
];

/** `tenet --help`: the commands of a first week, and what every command takes. */
export function shortHelp(paint: Paint): string {
  return [
    ...titleLines(paint),
    "Usage: tenet <command> [options]",
    "",
    ...groupLines(FIRST, paint),
    ...everyCommand(paint),
    "",
    ...wrap(
      "`tenet help --all` lists every command; `tenet <command> --help` shows its options with examples.",
      helpWidth(paint),
    ),
    "",
  ].join("\n");
}

const everyCommand = (paint: Paint): string[] => [
  paint.strong("Every command takes"),
  ...rows(GLOBALS, paint, widestOf(GLOBALS)),
];

/** `tenet` alone where nothing is set up yet: one screen of 24 lines, what to try first as its last. */
export function firstScreen(paint: Paint): string {
  const steps = COMMANDS.flatMap(({ name, firstStep }) => (firstStep === undefined ? [] : [{ name, ...firstStep }]))
    .sort((a, b) => a.place - b.place)
    .map(({ name, why }) => [`tenet ${name}`, why] as const);
  return [
    ...titleLines(paint),
    ...groupLines(FIRST, paint),
    "There is no workspace here (more: tenet --help). First:",
    ...rows(steps, paint, widestOf(steps)),
    "",
  ].join("\n");
}

/** `tenet help --all`: every command by group, and the options that all of them take. */
export function fullHelp(paint: Paint): string {
  const groups = Object.keys(GROUPS) as Group[];
  return ["Usage: tenet <command> [options]", "", ...groupLines(groups, paint), ...everyCommand(paint), ""].join("\n");
}

const ALSO_TAKES = `Every command also takes ${GLOBAL_FLAGS.map(({ flags }) => flags.split(" ")[0]).join(", ")}: tenet --help.`;

/** The lines under a command's options. */
export function examplesOf({ aliases = [], examples, notes }: AnyCommand, paint: Paint): string {
  const also = aliases.length === 0 ? [] : [`Also: ${aliases.map((alias) => `tenet ${alias}`).join(", ")}`, ""];
  const lines = Object.entries(examples).flatMap(([call, summary]) => [
    `  ${paint.faint(`# ${summary}`)}`,
    ...call.split("\n").map((part) => `  ${part}`),
  ]);
  return [
    "",
    ...(notes === undefined ? [] : [...wrap(notes, helpWidth(paint)), ""]),
    ...also,
    paint.strong("Examples:"),
    ...lines,
    "",
    ...wrap(ALSO_TAKES, helpWidth(paint)).map(paint.faint),
    "",
  ].join("\n");
}

/** The names and aliases of all commands. */
const NAMES: readonly string[] = COMMANDS.flatMap(({ name, aliases = [] }) => [name, ...aliases]);

/** The command that a mistyped one probably means; undefined when nothing is near. */
export function nearestCommand(typed: string): string | undefined {
  const word = typed.toLowerCase();
  const ranked = NAMES.map((name) => ({
    name,
    away: name.startsWith(word) && word.length > 1 ? 0.5 : distance(word, name),
  })).sort((a, b) => a.away - b.away || a.name.localeCompare(b.name));
  const best = ranked[0];
  return best !== undefined && best.away <= Math.max(1, Math.floor(best.name.length / 2) - 1) ? best.name : undefined;
}

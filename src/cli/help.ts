import { wrap } from "../text/columns.js";
import { distance } from "../text/nearest-word.js";
import type { Paint } from "../text/paint.js";
import { type CommandRow, GROUPS } from "./command-context.js";
import { COMMAND_NAMES, COMMANDS, rowOf } from "./commands.js";
import { GLOBAL_FLAGS } from "./globals.js";

const HEADING: Record<(typeof GROUPS)[number], string> = {
  start: "Start",
  capture: "Capture",
  recall: "Recall",
  loop: "The outcome loop",
  rules: "Rules",
  trust: "Trust",
  layers: "Further layers",
  upkeep: "Upkeep",
  hosts: "Hosts of agents",
};

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

/** The commands of a first week, in the order in which they are met. */
export const FIRST = {
  "For you": ["init", "status", "learn", "correct", "remember", "recall", "review", "why"],
  "For your agent": ["context", "heartbeat", "outcome", "hooks"],
} as const;

const GLOBALS = [
  ...GLOBAL_FLAGS.map((flag) => [flag.flags, flag.summary] as const),
  ["-h, --help", "show help"] as const,
  ["-v, --version", "print the version; without a command"] as const,
];

/** `tenet --help`: the commands of a first week, and what every command takes. */
export function shortHelp(paint: Paint): string {
  const groups = Object.entries(FIRST).map(([heading, names]) => {
    const members = names.flatMap((name) => rowOf(name) ?? []).map(line);
    return { heading, members };
  });
  const wide = widestOf(groups.flatMap(({ members }) => members));
  return [
    ...wrap(`${paint.strong("tenet")}: a memory worth having for agents, kept as Markdown in git`, helpWidth(paint)),
    "",
    "Usage: tenet <command> [options]",
    "",
    ...groups.flatMap(({ heading, members }) => [paint.strong(heading), ...rows(members, paint, wide), ""]),
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

/** Where nothing is set up yet: what to try first. */
export function firstSteps(paint: Paint): string {
  const steps = [
    ["tenet harvest", "what you keep telling your agents; it only reads"],
    ["tenet init", "set up a workspace in this folder"],
  ] as const;
  return `${["There is no workspace here. First:", ...rows(steps, paint, widestOf(steps))].join("\n")}\n`;
}

/** `tenet help --all`: every command by group, and the options that all of them take. */
export function fullHelp(paint: Paint): string {
  const wide = widestOf(COMMANDS.map(line));
  const groups = GROUPS.flatMap((group) => {
    const members = COMMANDS.filter((row) => row.group === group).map(line);
    return members.length === 0 ? [] : [paint.strong(HEADING[group]), ...rows(members, paint, wide), ""];
  });
  return ["Usage: tenet <command> [options]", "", ...groups, ...everyCommand(paint), ""].join("\n");
}

const ALSO_TAKES = `Every command also takes ${GLOBAL_FLAGS.map(({ flags }) => flags.split(" ")[0]).join(", ")}: tenet --help.`;

/** The lines under a command's options. */
export function examplesOf(name: string, paint: Paint): string {
  const row = rowOf(name);
  if (row === undefined) return "";
  const also =
    row.aliases === undefined ? [] : [`Also: ${row.aliases.map((alias) => `tenet ${alias}`).join(", ")}`, ""];
  const examples = Object.entries(row.examples).flatMap(([call, summary]) => [
    `  ${paint.faint(`# ${summary}`)}`,
    ...call.split("\n").map((part) => `  ${part}`),
  ]);
  return [
    "",
    ...also,
    paint.strong("Examples:"),
    ...examples,
    "",
    ...wrap(ALSO_TAKES, helpWidth(paint)).map(paint.faint),
    "",
  ].join("\n");
}

/** The command that a mistyped one probably means; undefined when nothing is near. */
export function nearestCommand(typed: string): string | undefined {
  const word = typed.toLowerCase();
  const ranked = COMMAND_NAMES.map((name) => ({
    name,
    away: name.startsWith(word) && word.length > 1 ? 0.5 : distance(word, name),
  })).sort((a, b) => a.away - b.away || a.name.localeCompare(b.name));
  const best = ranked[0];
  return best !== undefined && best.away <= Math.max(1, Math.floor(best.name.length / 2) - 1) ? best.name : undefined;
}

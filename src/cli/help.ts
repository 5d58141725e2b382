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
  upkeep: "Upkeep",
  hosts: "Hosts of agents",
};

const GUTTER = 2;

function rows(pairs: readonly (readonly [string, string])[], paint: Paint): string[] {
  const wide = Math.max(...pairs.map(([name]) => name.length));
  return pairs.map(([name, summary]) => `  ${paint.accent(name.padEnd(wide + GUTTER))}${summary}`);
}

const line = (row: CommandRow) => [row.name, row.summary] as const;

/** `tenet --help`: the commands of a first week. */
export function shortHelp(paint: Paint): string {
  return [
    `${paint.strong("tenet")}: a memory worth having for agents, kept as Markdown in git`,
    "",
    "Usage: tenet <command> [options]",
    "",
    ...rows(COMMANDS.filter((row) => row.first === true).map(line), paint),
    "",
    "`tenet help --all` lists every command; `tenet <command> --help` shows its options with examples.",
    "",
  ].join("\n");
}

/** `tenet help --all`: every command by group, and the flags that all of them take. */
export function fullHelp(paint: Paint): string {
  const groups = GROUPS.flatMap((group) => {
    const members = COMMANDS.filter((row) => row.group === group);
    return members.length === 0 ? [] : [paint.strong(HEADING[group]), ...rows(members.map(line), paint), ""];
  });
  return [
    "Usage: tenet <command> [options]",
    "",
    ...groups,
    paint.strong("Every command takes"),
    ...rows([...GLOBAL_FLAGS.map((flag) => [flag.flags, flag.summary] as const), ["-h, --help", "show help"]], paint),
    "",
  ].join("\n");
}

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
  return ["", ...also, paint.strong("Examples:"), ...examples, ""].join("\n");
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

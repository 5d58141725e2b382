/** The help of the whole program, from the table of commands, laid out by commander like that of a command. */
import { Help } from "commander";
import { GROUPS, type Group } from "../command/command.js";
import { GLOBAL_FLAGS } from "../command/global-flags.js";
import { COMMANDS } from "../commands.js";
import type { Paint } from "../text/paint.js";

/** How help is laid out: it is for people, so also in a pipe it is wrapped, and nowhere wider than what is read with ease. */
export const layout = ({ width, terminal }: Paint) => ({
  helpWidth: terminal ? Math.min(width, 100) : 80,
  minWidthToWrap: 20,
});

/** The groups of the first screen: the commands of a first week. */
const FIRST: readonly Group[] = ["you", "agent"];

const TITLE = "tenet: a memory worth having for agents, kept as Markdown in git";
const END = `\`tenet help --all\` lists every command; \`tenet <command> --help\` shows how it is used.
To begin: \`tenet init\` sets up a folder; \`tenet harvest\` shows what you keep telling your agents.`;

/** `tenet --help`: the commands of a first week, and what every command takes; `all`: every command and flag. */
export function programHelp(paint: Paint, all: boolean): string {
  const helper = Object.assign(new Help(), layout(paint));
  const inGroup = (one: Group) => COMMANDS.filter(({ group, hidden }) => group === one && !hidden);
  const flags = GLOBAL_FLAGS.filter(({ more }) => all || !more);
  const sections = [
    ...(all ? (Object.keys(GROUPS) as Group[]) : FIRST).map((group) => ({
      title: GROUPS[group],
      rows: inGroup(group).map(({ name, summary }) => [name, summary] as const),
    })),
    {
      title: "Every command takes",
      rows: [
        ...flags.map(({ name, value = "", summary }) => [`${name} ${value}`.trim(), summary] as const),
        ...(all ? [["--schema", "print the JSON Schema of its --json; right behind the command"] as const] : []),
        ["-h, --help", "show help"] as const,
        ["-v, --version", "print the version; without a command"] as const,
      ],
    },
  ];
  const wide = Math.max(...sections.flatMap(({ rows }) => rows.map(([term]) => term.length)));
  return [
    helper.boxWrap(TITLE, helper.helpWidth),
    "\nUsage: tenet <command> [options]\n",
    ...sections.flatMap(({ title, rows }) => [
      paint.strong(title),
      ...rows.map(([term, meaning]) => helper.formatItem(paint.accent(term), wide, meaning, helper)),
      "",
    ]),
    helper.boxWrap(END, helper.helpWidth),
    "",
  ].join("\n");
}

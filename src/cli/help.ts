/** The help that is printed from the table of commands alone. A command's own is commander's. */
import { GROUPS, type Group } from "../command/command.js";
import { GLOBAL_FLAGS } from "../command/global-flags.js";
import { COMMANDS } from "../commands.js";
import type { Paint } from "../text/paint.js";

/** Lines no longer than this are read with ease, however wide the screen is. */
const WIDEST = 100;
/** Where nobody knows how wide the screen is. */
const USUAL = 80;

/** Columns that help takes: it is for people, so also in a pipe it is wrapped. */
export const helpWidth = ({ width, terminal }: Paint): number => (terminal ? Math.min(width, WIDEST) : USUAL);

/** The words of this program are ASCII: a letter is a cell. */
export function wrapped(text: string, width: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) as string;
    if (line !== "" && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}

type Pair = readonly [term: string, meaning: string];

/** Terms with what they mean, the meanings in one column of all that stand on the page. */
function rows(pairs: readonly Pair[], paint: Paint, page = pairs): string[] {
  const wide = Math.max(...page.map(([term]) => term.length)) + 2;
  return pairs.flatMap(([term, meaning]) => {
    const [first = "", ...rest] = wrapped(meaning, Math.max(20, helpWidth(paint) - wide - 2));
    return [`  ${paint.accent(term.padEnd(wide))}${first}`, ...rest.map((line) => " ".repeat(wide + 2) + line)];
  });
}

/** The headings of some groups, each with its commands. */
function groupLines(groups: readonly Group[], paint: Paint): string[] {
  const pairsOf = (one: Group) =>
    COMMANDS.filter(({ group, hidden }) => group === one && !hidden).map(({ name, summary }): Pair => [name, summary]);
  const page = groups.flatMap(pairsOf);
  return groups.flatMap((group) => [paint.strong(GROUPS[group]), ...rows(pairsOf(group), paint, page), ""]);
}

/** The groups of the first screen: the commands of a first week. */
const FIRST: readonly Group[] = ["you", "agent"];

const TITLE = "tenet: a memory worth having for agents, kept as Markdown in git";
const title = (paint: Paint): string[] => [
  ...wrapped(TITLE, helpWidth(paint)).map((line) => line.replace("tenet", (name) => paint.strong(name))),
  "",
];
const USAGE = ["Usage: tenet <command> [options]", ""];

const everyCommand = (paint: Paint, all: boolean): string[] => [
  paint.strong("Every command takes"),
  ...rows(
    [
      ...GLOBAL_FLAGS.filter(({ more }) => all || !more).map(({ flags, summary }): Pair => [flags, summary]),
      ...(all ? [["--schema", "print the JSON Schema of its --json; right behind the command"] as const] : []),
      ["-h, --help", "show help"],
      ["-v, --version", "print the version; without a command"],
    ],
    paint,
  ),
  "",
];

/** `tenet --help`: the commands of a first week, and what every command takes. */
export const shortHelp = (paint: Paint): string =>
  [
    ...title(paint),
    ...USAGE,
    ...groupLines(FIRST, paint),
    ...everyCommand(paint, false),
    ...wrapped(
      "`tenet help --all` lists every command; `tenet <command> --help` shows how it is used.",
      helpWidth(paint),
    ),
    "",
  ].join("\n");

/** `tenet help --all`: every command by group, and the options that all of them take. */
export const fullHelp = (paint: Paint): string =>
  [...USAGE, ...groupLines(Object.keys(GROUPS) as Group[], paint), ...everyCommand(paint, true)].join("\n");

/** `tenet` alone where nothing is set up yet: one screen of 24 lines, what to try first as its last. */
export function firstScreen(paint: Paint): string {
  const steps = COMMANDS.flatMap(({ name, firstStep }) => (firstStep === undefined ? [] : [{ name, ...firstStep }]))
    .sort((a, b) => a.place - b.place)
    .map(({ name, why }): Pair => [`tenet ${name}`, why]);
  const last = ["Nothing is set up here yet (more: tenet --help). First:", ...rows(steps, paint), ""];
  return [...title(paint), ...groupLines(FIRST, paint), ...last].join("\n");
}

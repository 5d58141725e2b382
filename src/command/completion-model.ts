/** What a shell has to know: commands, their flags, and what a flag or argument can be. Read from the declarations. */

import { ENTRY_TYPES } from "../entry/record-types.js";
import { STATUS_FILTERS } from "../entry/states.js";
import { CATEGORIES, SCOPES, STAKES, TIERS, VERDICTS } from "../entry/words.js";
import type { Completed, CompletedCommand, CompletedFlag } from "./completion-scripts.js";
import type { DescribedCommand } from "./described.js";
import { argumentsOf, type FlagSpec, flagsOf } from "./flags.js";
import { GLOBAL_FLAGS } from "./global-flags.js";
import type { ArgumentPiece, Input } from "./input.js";

/** Words of fields and filters that say theirs in help alone. */
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

const FILES = /^(file|files|path|paths|dir)$/;
const ENTRIES = /^(id|ids|a|b|what)$/;

/** What a value is by its name in help: `<file>`, `[id]`, `[ids...]`. */
function kindOf(value: string): Completed {
  const name = value.replace(/[<>[\]]|\.\.\./g, "");
  if (FILES.test(name)) return "file";
  return ENTRIES.test(name) ? "entry" : "text";
}

function completedFlag({ name, summary, value, words = WORDS[name] }: FlagSpec): CompletedFlag {
  if (value === undefined) return { name, summary };
  return { name, summary, value: words === undefined ? kindOf(value) : { words } };
}

/** A flag that every command takes. Its ids are no entries'. */
function completedGlobal({ flags, summary }: (typeof GLOBAL_FLAGS)[number]): CompletedFlag {
  const [name = "", value] = flags.split(" ");
  if (value === undefined) return { name, summary };
  return { name, summary, value: value === "<dir>" ? "file" : "text" };
}

const shownFlags = (input: Input): CompletedFlag[] =>
  flagsOf(input)
    .filter(({ hidden }) => hidden !== true)
    .map(completedFlag);

function flagsOfAll({ input = {}, parts = {} }: DescribedCommand): CompletedFlag[] {
  const own = [input, ...Object.values(parts).map((part) => part.input ?? {})].flatMap(shownFlags);
  const flags = [...own, ...GLOBAL_FLAGS.map(completedGlobal), { name: "--help", summary: "show help" }];
  return [...new Map(flags.toReversed().map((flag) => [flag.name, flag])).values()].toReversed();
}

const argumentOf = (argument: ArgumentPiece | undefined): Completed =>
  argument === undefined ? "text" : argument.words === undefined ? kindOf(argument.name) : { words: argument.words };

/** The parts with what follows each, or what the first argument is. */
function followsOf({ input = {}, parts }: DescribedCommand): Pick<CompletedCommand, "argument" | "after"> {
  if (parts === undefined) return { argument: argumentOf(argumentsOf(input)[0]) };
  const after = Object.entries(parts).map(
    ([name, part]) => [name, argumentOf(argumentsOf(part.input ?? {})[0])] as const,
  );
  return { argument: { words: after.map(([name]) => name) }, after: Object.fromEntries(after) };
}

/** Every command as a shell completes it, and `help`. */
export function completionModel(declared: readonly DescribedCommand[]): CompletedCommand[] {
  const commands = declared.map((one) => ({
    name: one.name,
    aliases: one.aliases ?? [],
    summary: one.summary,
    flags: flagsOfAll(one),
    ...followsOf(one),
  }));
  const topics = { words: [...declared.flatMap(({ name, aliases = [] }) => [name, ...aliases]), "--all"] };
  return [...commands, { name: "help", aliases: [], summary: "show help", flags: [], argument: topics }];
}

/** What commander complains about, in our own words: no message of a library reaches a user. */
import type { Command, CommanderError, Option } from "commander";
import { type TenetError, wrongUsage } from "../errors.js";
import { counted } from "../text/paint.js";

/** The command that was called wrongly, and how it is called: `config set`. */
interface Called {
  command: Command;
  path: string;
  /** What its declaration notes in help. */
  notes?: string | undefined;
}

type Words = readonly [message: string, hint?: string | undefined];

/** An address may hold a password: it is not repeated. */
const isAddress = (text: string): boolean => text.includes("://");

const quoted = (text: string): string => (isAddress(text) ? "an address" : JSON.stringify(text));

function optionNamed(command: Command, flags: string): Option | undefined {
  return command.options.find((option) => option.flags === flags);
}

const LONG = /^(?:-\w, )?(-[\w-]+).*$/;

/** Arguments that are a sentence: who leaves the quotes out gives one for each word. */
const SENTENCES: ReadonlySet<string> = new Set(["now", "insight", "text", "content", "value", "what"]);

/** A word where the name of a part may stand. */
function noPart({ command, path, notes }: Called, word: string): Words {
  const names = `It has ${command.commands.map((sub) => sub.name()).join(", ")}.`;
  if (isAddress(word)) return [`${path} takes no address`, notes ?? names];
  return [`${path} has no command ${quoted(word.slice(0, 60))}`, names];
}

function tooMany(called: Called, message: string): Words {
  const { command, path } = called;
  const [word] = command.args;
  if (command.commands.length > 0 && word !== undefined) return noPart(called, word);
  const [, expected = "0", got = "0"] = /Expected (\d+) arguments? but got (\d+)/.exec(message) ?? [];
  const takes = expected === "0" ? "no arguments" : counted(Number(expected), "argument");
  const last = command.registeredArguments.at(-1)?.name() ?? "";
  const quotes = SENTENCES.has(last) ? 'Text of several words goes into quotes: "a few words".' : undefined;
  return [`${path} takes ${takes}, and ${got} ${got === "1" ? "was" : "were"} given`, quotes];
}

/** `option '--limit <n>' argument 'x' is invalid. It is a whole number from 1.` and the like. */
function notMeant({ command }: Called, message: string): Words {
  const [, flags, value = "", why = ""] =
    /^option '(.+?)' argument '([\s\S]*)' is invalid\. ?([\s\S]*)$/.exec(message) ?? [];
  const [, givenValue = "", name = "", because = ""] =
    /^command-argument value '([\s\S]*)' is invalid for argument '(.+?)'\. ?([\s\S]*)$/.exec(message) ?? [];
  const argumentName =
    flags === undefined ? `<${name}>` : (optionNamed(command, flags)?.long ?? flags.replace(LONG, "$1"));
  const reason = flags === undefined ? because : why;
  const choices = /^Allowed choices are (.+)\.$/.exec(reason)?.[1];
  const quotedValue = quoted(flags === undefined ? givenValue : value);
  const wanted = choices === undefined ? reason.replace(/^It is /, "").replace(/\.$/, "") : `one of ${choices}`;
  return [`${argumentName} ${quotedValue} is not ${wanted}`];
}

const needs = (path: string, name: string, summary: string | undefined): Words => [
  `${path} needs <${name}>`,
  summary === undefined || summary === "" ? undefined : `<${name}> is ${summary}`,
];

const WORDS: Readonly<Record<string, (called: Called, message: string) => Words>> = {
  "commander.unknownOption"({ path }, message) {
    const [, flag = "", near] =
      /unknown option '([\s\S]*?)'(?:\n\(Did you mean (?:one of )?(.+)\?\))?$/.exec(message) ?? [];
    return [
      `${path === "" ? "there is" : `${path} has`} no option ${isAddress(flag) ? flag.replace(/=.*$/s, "") : flag}`,
      near === undefined ? undefined : `Did you mean ${near}?`,
    ];
  },
  "commander.missingArgument"({ command, path }, message) {
    const [, name = ""] = /'(.+)'/.exec(message) ?? [];
    const argument = command.registeredArguments.find((one) => one.name() === name);
    return needs(path, name, argument?.description);
  },
  "commander.optionMissingArgument"({ command }, message) {
    const [, flags = ""] = /'(.+)'/.exec(message) ?? [];
    return [
      `${flags} needs its value`,
      optionNamed(command, flags)?.description.replace(/^./, (first) => first.toUpperCase()),
    ];
  },
  "commander.excessArguments": tooMany,
  "commander.invalidArgument": notMeant,
  "commander.unknownCommand"(called, message) {
    const [, name = ""] = /unknown command '([^']*)'/.exec(message) ?? [];
    return noPart(called, name);
  },
};

/** A complaint of commander's as a usage error, with a hint that leads on. */
export function usageErrorOf({ code, message }: CommanderError, called: Called): TenetError {
  const text = message.replace(/^error: /, "").replaceAll("\0", "");
  const [words, hint] = WORDS[code]?.(called, text) ?? [`${called.path} cannot be called like that`];
  const help = called.path === "" ? "tenet help --all" : `tenet ${called.path} --help`;
  const dash = code === "commander.unknownOption" ? " Text that starts with a dash goes behind --." : "";
  return wrongUsage(words, `${hint === undefined ? "" : `${sentence(hint)} `}See ${help}.${dash}`);
}

const sentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`);

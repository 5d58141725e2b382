/** Says steps as a door does: command lines for a shell, tools and arguments for an agent. Called by both doors. */
import { Optional, type Say, type Step, type StepArgs, stepsIn, type Worded, withSteps } from "../steps.js";
import { defined } from "../text/defined.js";
import { shellQuoted } from "../text/shell-quoted.js";
import type { AnyCommand, CommandRow } from "./command.js";
import { argumentsOf, flagsOf } from "./flags.js";

/** Loads the declarations of the verbs that occur, and words each step by its own. */
export const sayer =
  (commands: readonly CommandRow[], words: (step: Step, declared: AnyCommand) => string): Say =>
  async <T>(value: T): Promise<Worded<T>> => {
    const names = new Set(stepsIn(value).map(({ verb }) => verb.split(" ", 1)[0]));
    const declared = await Promise.all(commands.filter(({ name }) => names.has(name)).map((row) => row.load()));
    return withSteps(value, (step) => {
      const one = declared.find(({ name }) => name === step.verb.split(" ", 1)[0]);
      return behind(step.why, one === undefined ? step.verb : words(step, one));
    });
  };

const behind = (why: string, words: string): string => `${why}${/^$|\n$/.test(why) ? "" : " "}${words}`;

const BARE = /^(?:-|[\w./@%+=][\w./@%+=:,#-]*)$/;
const PLACEHOLDER = /^<[^"$`\\]+>$/;

/** One word of a shell. */
function typed(value: unknown): string {
  const text = String(value);
  return BARE.test(text) ? text : PLACEHOLDER.test(text) ? `"${text}"` : shellQuoted(text);
}

/** `tenet outcome k7q2x --held --evidence T | --later 5d`: what differs stands behind what is common. */
export function shellWords({ verb, args, or }: Step, { input = {}, parts = {} }: AnyCommand): string {
  const shape = parts[verb.split(" ")[1] ?? ""]?.input ?? input;
  const [positional, flags] = [argumentsOf(shape).map(({ key }) => key), flagsOf(shape)];
  const flagWords = (key: string, value: unknown): string => {
    const name = flags.find((flag) => flag.key === key)?.name ?? `--${key}`;
    if (typeof value === "boolean") return name;
    return value instanceof Optional ? `[${name} ${value.value}]` : `${name} ${typed(value)}`;
  };
  const flagsIn = (stated: StepArgs): string[] =>
    Object.entries(defined(stated)).flatMap(([key, value]) =>
      positional.includes(key) ? [] : [value].flat().map((one) => flagWords(key, one)),
    );
  const words = positional.flatMap((key) => [args[key] ?? []].flat().map(typed));
  const ways = or.map((way) => flagsIn(way).join(" ")).join(" | ");
  return ["tenet", verb, ...words, ...flagsIn(args), ways].join(" ").trimEnd();
}

const valueWords = (value: unknown): string => (value === "T" || value === "V" ? value : JSON.stringify(value));
const argumentWords = ([name, value]: [string, unknown]): string =>
  value instanceof Optional ? `[${name} ${value.value}]` : `${name} ${valueWords(value)}`;

/**
 * `answer_question with id "k7q2x" and answer "held", evidence T | "later"`. `takenBy`: the names of the arguments of a tool
 * that is offered.
 */
export function toolWords(
  { args, or }: Step,
  { tools = [], call }: AnyCommand,
  takenBy: (tool: string) => readonly string[] | undefined,
): string {
  const usual = tools.find(({ full }) => full !== true)?.name ?? "";
  const ways = (or.length === 0 ? [{}] : or).map((way) => defined({ ...args, ...way }) as StepArgs);
  const calls = ways.map((stated) => call?.(stated) ?? { tool: usual, args: stated });
  const [first = { tool: "", args: {} }] = calls;
  const takes = takenBy(first.tool);
  if (!calls.every((one) => Object.keys(one.args).every((name) => takes?.includes(name))) || takes === undefined)
    return "a person does that at a terminal";
  const isCommon = ([name, value]: [string, unknown]) =>
    calls.every((one) => JSON.stringify(one.args[name]) === JSON.stringify(value));
  const words = Object.entries(first.args).filter(isCommon).map(argumentWords);
  const differing = calls.map((one) => Object.entries(one.args).filter((each) => !isCommon(each)));
  const named = differing[0]?.[0]?.[0];
  const others = differing.map((way, at) =>
    way.map((one, place) => (at > 0 && place === 0 && one[0] === named ? valueWords(one[1]) : argumentWords(one))),
  );
  const last = others.map((way) => way.join(", ")).join(" | ") || words.pop();
  if (last === undefined) return first.tool;
  return `${first.tool} with ${words.length === 0 ? "" : `${words.join(", ")} and `}${last}`;
}

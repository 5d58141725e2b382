/** Says steps as a door does: command lines for a shell, tools and arguments for an agent. Called by both doors. */
import { Optional, type Say, type Step, type StepArgs, stepsIn, type Worded, withSteps } from "../steps.js";
import { shellQuoted } from "../text/shell-quoted.js";
import type { AnyCommand, CommandRow } from "./command.js";
import { argumentsOf, flagsOf } from "./flags.js";

/** Loads the declarations of the verbs that occur, and words each step by its own. */
export const sayer =
  (commands: readonly CommandRow[], words: (step: Step, declared: AnyCommand) => string): Say =>
  async <T>(value: T): Promise<Worded<T>> => {
    const names = [...new Set(stepsIn(value).map(({ verb }) => verb.split(" ", 1)[0]))];
    const rows = commands.filter(({ name }) => names.includes(name));
    const declared = await Promise.all(rows.map((row) => row.load()));
    return withSteps(value, (step) => {
      const one = declared.find(({ name }) => name === step.verb.split(" ", 1)[0]);
      return behind(step.why, one === undefined ? step.verb : words(step, one));
    });
  };

const behind = (why: string, words: string): string =>
  why === "" || why.endsWith("\n") ? `${why}${words}` : `${why} ${words}`;

const statedIn = (args: StepArgs): [string, unknown][] =>
  Object.entries(args).filter(([, value]) => value !== undefined);

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
  const [positional, flags] = [argumentsOf(shape), flagsOf(shape)];
  const flagWords = (key: string, value: unknown): string => {
    const name = flags.find((flag) => flag.key === key)?.name ?? `--${key}`;
    if (value === true || value === false) return name;
    return value instanceof Optional ? `[${name} ${value.value}]` : `${name} ${typed(value)}`;
  };
  const flagsIn = (stated: StepArgs): string[] =>
    statedIn(stated).flatMap(([key, value]) =>
      positional.some((one) => one.key === key) ? [] : [value].flat().map((one) => flagWords(key, one)),
    );
  const words = positional.flatMap(({ key }) => [args[key] ?? []].flat().map(typed));
  const ways = or.map((way) => flagsIn(way).join(" ")).join(" | ");
  return ["tenet", verb, ...words, ...flagsIn(args), ...(ways === "" ? [] : [ways])].join(" ");
}

/** The names of the arguments of a tool that is offered. */
export type TakenBy = (tool: string) => readonly string[] | undefined;

function valueWords(value: unknown): string {
  return value === "T" || value === "V" ? value : JSON.stringify(value);
}

const argumentWords = ([name, value]: [string, unknown]): string =>
  value instanceof Optional ? `[${name} ${value.value}]` : `${name} ${valueWords(value)}`;

/** `answer_question with id "k7q2x" and answer "held", evidence T | "later"`. */
export function toolWords({ args, or }: Step, { tools = [], call }: AnyCommand, takenBy: TakenBy): string {
  const usual = tools.find(({ full }) => full !== true)?.name ?? "";
  const ways = (or.length === 0 ? [{}] : or).map((way) => Object.fromEntries(statedIn({ ...args, ...way })));
  const calls = ways.map((stated) => call?.(stated) ?? { tool: usual, args: stated });
  const [first] = calls;
  const takes = takenBy(first?.tool ?? "");
  const isTaken = calls.every((one) => Object.keys(one.args).every((name) => takes?.includes(name)));
  if (first === undefined || takes === undefined || !isTaken) return "a person does that at a terminal";
  const isCommon = ([name, value]: [string, unknown]) =>
    calls.every((one) => JSON.stringify(one.args[name]) === JSON.stringify(value));
  const words = Object.entries(first.args).filter(isCommon).map(argumentWords);
  const differing = calls.map((one) => Object.entries(one.args).filter((each) => !isCommon(each)));
  const [[[named] = [""]] = []] = differing;
  const others = differing.map((way, at) =>
    way.map((one, place) => (at > 0 && place === 0 && one[0] === named ? valueWords(one[1]) : argumentWords(one))),
  );
  const last = others.map((way) => way.join(", ")).join(" | ") || (words.pop() ?? "");
  const before = words.length === 0 ? "" : `${words.join(", ")} and `;
  return last === "" ? first.tool : `${first.tool} with ${before}${last}`;
}

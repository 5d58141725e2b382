/** In what two plays of one session differ: verb by verb and field by field, as rules of `differences.md` name them. */
import { documentOf, type Names } from "./kept.js";
import type { Played } from "./play.js";

export interface Difference {
  /** Of the command, or the tool of a call. */
  verb: string;
  /** `exit`, `data.asks[].next`, `stdout`, `stderr`, or `memory/learning near`: folder and field of a record. */
  field: string;
  step: string;
  was: string;
  is: string;
}

/** A difference that is meant; `*` stands for anything. */
export interface Rule {
  verb: string;
  field: string;
  why: string;
}

const ROW = /^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/;

/** The rows of the table, without its head. */
export const readRules = (text: string): Rule[] =>
  text
    .split("\n")
    .flatMap((line) => {
      const [, verb = "", field = "", why = ""] = ROW.exec(line) ?? [];
      return verb === "" || /^-+$/.test(verb)
        ? []
        : [{ verb: plainWord(verb), field: plainWord(field), why: why.trim() }];
    })
    .slice(1);

const plainWord = (cell: string): string => cell.trim().replace(/^`|`$/g, "");

const fits = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.split("*").map(escaped).join(".*")}$`, "s").test(text);
const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, "\\$&");

export const isSaid = ({ verb, field }: Difference, rule: Rule): boolean =>
  fits(rule.verb, verb) && fits(rule.field, field);

interface Side {
  played: readonly Played[];
  names: Names;
}

type Pair = readonly [field: string, was: string, is: string];

// biome-ignore lint/suspicious/noExplicitAny: documents of any build.
type Json = any;

const isTree = (value: Json): boolean => typeof value === "object" && value !== null;
const short = (value: Json): string => (JSON.stringify(value) ?? "nothing").slice(0, 300);

function inDocuments(was: Json, is: Json, path = ""): Pair[] {
  if (!isTree(was) || !isTree(is) || Array.isArray(was) !== Array.isArray(is))
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [[path, short(was), short(is)]];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((key) =>
    inDocuments(was[key], is[key], Array.isArray(was) ? `${path}[]` : [path, key].filter(Boolean).join(".")),
  );
}

function inTexts(field: string, was: string, is: string): Pair[] {
  if (was === is) return [];
  const [wasLines, isLines] = [was.split("\n"), is.split("\n")];
  const at = wasLines.findIndex((line, index) => line !== isLines[index]);
  return [[field, wasLines[at] ?? "", isLines[at === -1 ? wasLines.length : at] ?? ""]];
}

/** Lines that only one side has, by the field of a record that they hold. */
function inFile(path: string, was: string, is: string): Pair[] {
  if (was === is) return [];
  const folder = path.split("/").slice(0, -1).slice(0, 2).join("/") || path;
  const left = new Map<string, string[]>();
  for (const line of is.split("\n")) left.set(line, [...(left.get(line) ?? []), line]);
  const only = was.split("\n").filter((line) => left.get(line)?.pop() === undefined);
  const added = [...left.values()].flat();
  const fieldOf = (line: string): string => `${folder} ${/^\s*(?:- )?\{?([a-z_]+):/.exec(line)?.[1] ?? "text"}`;
  return [
    ...only.map((line): Pair => [fieldOf(line), line, ""]),
    ...added.map((line): Pair => [fieldOf(line), "", line]),
  ];
}

/** Without what is drawn anew in each world (the mark of a fence, the number of an agent in a hub), and the disk's time. */
const steady = (text: string): string =>
  text
    .replace(/\b(tenet-(?:core|now)-)[0-9a-f]{12}\b|\b[0-9a-f]{16}\b/g, "$1…")
    .replace(/"heard":"[^"]*Z"/g, '"heard":"…"');

function inSteps(was: Played | undefined, is: Played | undefined, names: readonly [Names, Names]): Pair[] {
  if (was === undefined || is === undefined) return [["steps", String(was?.code), String(is?.code)]];
  const [wasNames, isNames] = names;
  const outputs = [steady(wasNames.renamed(was.stdout)), steady(isNames.renamed(is.stdout))] as const;
  const [wasDocument, isDocument] = outputs.map(documentOf);
  const paths = new Set([...was.changes, ...is.changes].map(({ path }) => path));
  return [
    ...(was.code === is.code ? [] : [["exit", String(was.code), String(is.code)] as const]),
    ...(wasDocument === undefined || isDocument === undefined
      ? inTexts("stdout", ...outputs)
      : inDocuments(wasDocument, isDocument)),
    ...inTexts("stderr", wasNames.renamed(was.stderr), isNames.renamed(is.stderr)),
    ...[...paths].flatMap((path) =>
      inFile(path, wasNames.renamed(was.tree.get(path) ?? ""), isNames.renamed(is.tree.get(path) ?? "")),
    ),
  ];
}

/** Flags of every command that take a value. */
const WITH_VALUE = new Set(["-C", "--session", "--run", "--as", "--user"]);

/** The verb of a call: its first word that is no flag's, or the tool. */
function verbOf({ verb, args }: Played["step"]): string {
  if (verb !== "tenet") return verb === "call" ? (args[0] ?? verb) : verb;
  return args.find((word, at) => !word.startsWith("-") && !WITH_VALUE.has(args[at - 1] ?? "")) ?? "tenet";
}

export function differencesOf(was: Side, is: Side): Difference[] {
  return is.played.flatMap((played, at) => {
    const { step } = played;
    const verb = verbOf(step);
    const line = [step.verb, ...step.args].join(" ").slice(0, 200);
    return inSteps(was.played[at], played, [was.names, is.names]).map(([field, wasText, isText]): Difference => {
      return { verb, field, step: line, was: wasText, is: isText };
    });
  });
}

/**
 * A session as a text file: what it shows, then steps, each with what is kept of it. Read by the player, written by the
 * recorder; `README.md` beside it says how one is written.
 */

/** What a person says must hold of a step; the recorder keeps it. */
export interface Check {
  verb: "has" | "lacks" | "hasfile" | "lacksfile";
  /** Relative to the workspace; empty for the answer. */
  file: string;
  text: string;
}

export interface Step {
  verb: "write" | "bytes" | "remove" | "git" | "at" | "env" | "cd" | "whole" | "tenet" | "call";
  args: string[];
  /** Lines of a file, or of standard input; undefined where none stand there. */
  input: string | undefined;
  /** Names of the ids that are born in this step, in order. */
  names: string[];
  checks: Check[];
  /** What was kept when it was recorded: exit, changed files, output. */
  kept: string[];
}

export interface Session {
  about: string;
  steps: Step[];
}

const VERBS = new Set(["write", "bytes", "remove", "git", "at", "env", "cd", "whole", "tenet", "call"]);
const CHECK = /^(has|lacks) (.+)$/;
const FILE_CHECK = /^(hasfile|lacksfile) (\S+) (.+)$/;
const KEPT = /^(?:[=+~-] |[:!](?: |$))/;
const WORD = /(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'])+/g;
const PART = /"(?:[^"\\]|\\.)*"|'[^']*'|[^"']+/g;

/** Words as a shell reads them; what stands in double quotes is a JSON string. */
function wordsOf(text: string): string[] {
  return Array.from(text.matchAll(WORD), ([word]) =>
    Array.from(word.matchAll(PART), ([part]) => {
      if (part.startsWith('"')) return JSON.parse(part) as string;
      return part.startsWith("'") ? part.slice(1, -1) : part;
    }).join(""),
  );
}

const quoted = (word: string): string => (/^[\w@./:,=+%#$~-]+$/.test(word) ? word : JSON.stringify(word));

function readStep(line: string, where: string): Step {
  const [, verb = "", rest = ""] = /^\$ (\w+) ?(.*)$/.exec(line) ?? [];
  if (!VERBS.has(verb)) throw new Error(`${where}: no such step: ${line}`);
  const [, before = rest, named] = /^(.*?)(?: as ((?:[A-Z]+ ?)+))?$/.exec(rest) ?? [];
  const [tool = "", ...json] = before.split(" ");
  const args = verb === "call" ? [tool, json.join(" ") || "{}"] : wordsOf(before);
  const names = named?.trim().split(" ") ?? [];
  return { verb: verb as Step["verb"], args, input: undefined, names, checks: [], kept: [] };
}

function readCheck(line: string): Check | undefined {
  const [, verb, text] = CHECK.exec(line) ?? [];
  if (verb !== undefined && text !== undefined) return { verb: verb as Check["verb"], file: "", text };
  const [, fileVerb, file, held] = FILE_CHECK.exec(line) ?? [];
  if (fileVerb === undefined || file === undefined || held === undefined) return undefined;
  return { verb: fileVerb as Check["verb"], file, text: held };
}

/** Throws with file and line for what is no session. */
export function readSession(text: string, file: string): Session {
  const [about = "", ...blocks] = text.split("\n\n");
  const session: Session = { about, steps: [] };
  const begin = about.split("\n").length + 2;
  for (const [at, line] of blocks.join("\n\n").trimEnd().split("\n").entries()) {
    const where = `${file}:${begin + at}`;
    const step = session.steps.at(-1);
    if (line.startsWith("$ ")) session.steps.push(readStep(line, where));
    else if (line === "") continue;
    else if (step === undefined) throw new Error(`${where}: a step begins with $`);
    else if (/^\|(?: |$)/.test(line)) step.input = `${step.input ?? ""}${line.slice(2)}\n`;
    else if (KEPT.test(line)) step.kept.push(line);
    else {
      const check = readCheck(line);
      if (check === undefined) throw new Error(`${where}: not understood: ${line}`);
      step.checks.push(check);
    }
  }
  return session;
}

function printedStep({ verb, args, input, names, checks, kept }: Step): string[] {
  const words = verb === "call" ? args : args.map(quoted);
  const named = names.length === 0 ? [] : ["as", ...names];
  return [
    ["$", verb, ...words, ...named].join(" "),
    ...(input
      ?.replace(/\n$/, "")
      .split("\n")
      .map((line) => (line === "" ? "|" : `| ${line}`)) ?? []),
    ...kept,
    ...checks.map(({ verb: check, file, text }) => [check, ...(file === "" ? [] : [file]), text].join(" ")),
  ];
}

/** The text that {@link readSession} reads as this session. */
export const sessionText = ({ about, steps }: Session): string =>
  `${[about, "", ...steps.flatMap(printedStep)].join("\n")}\n`;

/** What is kept of a step: exit, decisions and counts, changed files; of a whole session also what was printed. */
import type { Played } from "./play.js";
import type { Check } from "./session.js";

// biome-ignore lint/suspicious/noExplicitAny: answers of all verbs, of any build.
type Json = any;

/** The one JSON document of an answer; undefined for text. */
export function documentOf(text: string): Json {
  try {
    const document = JSON.parse(text);
    return typeof document === "object" && document !== null ? document : undefined;
  } catch {
    return undefined;
  }
}

/** Every text in an answer, for what a person says must stand in it. */
function textsIn(value: Json): string[] {
  if (typeof value === "string") {
    const inner = /^\s*[[{]/.test(value) ? documentOf(value) : undefined;
    return inner === undefined ? [value] : textsIn(inner);
  }
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.values(value).flatMap(textsIn);
}

const tallied = (words: readonly string[]): string[] =>
  [...new Set(words)].map((word) => {
    const count = words.filter((one) => one === word).length;
    return count === 1 ? word : `${word} × ${count}`;
  });

/** The words of `decision` anywhere in an answer. */
function decisionsIn(value: Json): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    key === "decision" && typeof one === "string" ? [one] : decisionsIn(one),
  );
}

function countsOf(data: Json): string[] {
  if (Array.isArray(data)) return [`${data.length}`];
  return Object.entries(data ?? {}).flatMap(([key, value]) =>
    Array.isArray(value) && value.length > 0 ? [`${key} ${value.length}`] : [],
  );
}

/** The answer of a step in a few words. */
function summary({ step, stdout, stderr }: Played): string {
  const document = documentOf(stdout);
  if (document === undefined || (document.ok === undefined && step.verb === "tenet")) {
    const lines = [...textsIn(document ?? stdout), stderr]
      .join("\n")
      .split("\n")
      .filter((line) => line !== "").length;
    return lines === 0 ? "" : `lines ${lines}`;
  }
  if (document.ok === false) return `${document.error.code}`;
  const data = document.data ?? document;
  return [...tallied(decisionsIn(data)), ...countsOf(data)].join(", ");
}

const prefixed = (mark: string, text: string): string[] =>
  text === ""
    ? []
    : text
        .replace(/\n$/, "")
        .split("\n")
        .map((line) => (line === "" ? mark : `${mark} ${line}`));

/** The names of ids as a session writes them: `$A` where it names one, else their number. */
export class Names {
  readonly #names = new Map<string, string>();

  add({ born, step }: Pick<Played, "born" | "step">): void {
    for (const [at, id] of born.entries()) {
      const name = step.names[at] ?? `${this.#names.size + 1}`;
      this.#names.set(id, `$${name}`);
      this.#names.set(id.slice(-5).toLowerCase(), `$${name.toLowerCase()}`);
    }
  }

  /** A text with every id that was born replaced by its name. */
  renamed(text: string): string {
    return text.replace(/\b(?:[A-Z]{3}-\d{8}|\d{4})-[0-9A-Z]{5}\b|\b[0-9a-z]{5}\b/g, (id) => this.#names.get(id) ?? id);
  }
}

/** The lines that a session keeps of a step. */
export function keptOf(played: Played, names: Names, isWhole: boolean): string[] {
  const { step, code, stdout, stderr, changes } = played;
  const isCall = step.verb === "tenet" || step.verb === "call";
  const said = isCall && !isWhole ? summary(played) : "";
  return [
    ...(isCall || code !== 0 ? [`= ${[code, said].filter((part) => part !== "").join(" ")}`] : []),
    ...(isCall ? changes.map(({ mark, path }) => `${mark} ${names.renamed(path)}`) : []),
    ...(isWhole && isCall ? [...prefixed(":", names.renamed(stdout)), ...prefixed("!", names.renamed(stderr))] : []),
  ];
}

/** What a step's own lines say of it and does not hold, each in a sentence: an id that was not born, a text that is not there. */
export function unmet({ step, born, checks, stdout, stderr, tree }: Played): string[] {
  const said = [...textsIn(documentOf(stdout) ?? stdout), stderr].join("\n");
  const lookedIn = ({ file }: Check): string => (file === "" ? said : (tree.get(file) ?? ""));
  const holds = (check: Check): boolean => lookedIn(check).includes(check.text) === check.verb.startsWith("has");
  return [
    ...step.names.slice(born.length).map((name) => `no id was born for ${name}:\n${said}`),
    ...checks
      .filter((check) => !holds(check))
      .map((check) => `${[check.verb, check.file, check.text].join(" ")} does not hold of:\n${lookedIn(check)}`),
  ];
}

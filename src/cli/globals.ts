/** How the name of a command is found among the flags that every command takes; texts that begin with a dash. */
import { GLOBAL_FLAGS, nameOf, VALUED_GLOBALS } from "../command/global-flags.js";

/** Where the command's name stands in argv, if there is one; what stands before it are global flags. */
export function commandAt(argv: readonly string[]): number | undefined {
  for (let i = 0; i < argv.length; i++) {
    const token = argv[i] as string;
    if (token === "--") return i + 1 < argv.length ? i + 1 : undefined;
    if (!token.startsWith("-") || token === "-") return i;
    if (VALUED_GLOBALS.includes(token)) i++;
  }
  return undefined;
}

/** The first flag where no command stands that nobody knows; `others` are known there. */
export function strayFlag(argv: readonly string[], others: readonly string[]): string | undefined {
  const known = [...GLOBAL_FLAGS.map(nameOf), ...others];
  return argv.find(
    (token, at) =>
      token.startsWith("-") &&
      !known.includes(token.split("=")[0] ?? "") &&
      !VALUED_GLOBALS.includes(argv[at - 1] ?? ""),
  );
}

/** Is a flag without a value among the tokens (and not behind `--`)? Asked before anything is parsed, for `--json`. */
export function hasFlag(argv: readonly string[], ...names: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return (end === -1 ? argv : argv.slice(0, end)).some((token) => names.includes(token));
}

/** argv never holds NUL, so that this marks a token as text for the option parser. */
const MARK = "\0";

/** A token that begins like a flag and holds white space before any `=` can only be text: it is marked as a value. */
export const markText = (argv: readonly string[]): string[] =>
  argv.map((token) => (/^-[^=]*\s/.test(token) ? MARK + token : token));

/** Takes the marks off again, in lists too. */
export function unmark<T>(value: T): T {
  if (typeof value === "string") return value.replace(MARK, "") as T;
  return Array.isArray(value) ? (value.map(unmark) as T) : value;
}

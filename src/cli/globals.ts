/** How the name of a command is found among the flags that every command takes. */
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

/** The first flag before the command's name that no command knows; `also` are known in this place. */
export function strayFlag(before: readonly string[], otherFlags: readonly string[]): string | undefined {
  const knownFlags = new Set([...GLOBAL_FLAGS.map(nameOf), ...otherFlags]);
  for (let i = 0; i < before.length; i++) {
    const token = before[i] as string;
    if (VALUED_GLOBALS.includes(token)) i++;
    else if (token.startsWith("-") && !knownFlags.has(token)) return token;
  }
  return undefined;
}

/** Is a flag without a value among the tokens (and not behind `--`)? Asked before anything is parsed, for `--json`. */
export function hasFlag(argv: readonly string[], name: string): boolean {
  const end = argv.indexOf("--");
  return (end === -1 ? argv : argv.slice(0, end)).includes(name);
}

/** argv never holds NUL, so that this marks a token as text for the option parser. */
const MARK = "\0";

/**
 * Text may start with `-`: a token that begins like a flag and holds white space before any `=` can only be a value,
 * and is marked so that the option parser leaves it alone.
 */
export function markText(argv: readonly string[]): string[] {
  return argv.map((token) => (/^-[^=]*\s/.test(token) ? MARK + token : token));
}

/** Takes the marks off again, in lists too. */
export function unmark<T>(value: T): T {
  if (typeof value === "string") return (value.startsWith(MARK) ? value.slice(1) : value) as T;
  if (Array.isArray(value)) return value.map(unmark) as T;
  return value;
}

/** Flags that every command takes, before or after its name; and how the command's name is found among them. */
export interface GlobalFlag {
  /** As commander reads it: `-C <dir>` takes a value. */
  flags: string;
  summary: string;
  /** The name under which the value is kept. */
  key: string;
}

export const GLOBAL_FLAGS: readonly GlobalFlag[] = [
  { flags: "-C <dir>", key: "C", summary: "work in this folder instead of the current one" },
  { flags: "--json", key: "json", summary: "print exactly one JSON document" },
  { flags: "--quiet", key: "quiet", summary: "print results and errors only" },
  { flags: "--no-color", key: "color", summary: "print without colour (as NO_COLOR does)" },
  { flags: "--no-input", key: "input", summary: "never ask; say what is missing instead" },
  { flags: "--session <id>", key: "session", summary: "the session this belongs to (TENET_SESSION)" },
  { flags: "--run <id>", key: "run", summary: "hold writes back until this run finishes (TENET_RUN)" },
  { flags: "--as <agent>", key: "as", summary: "the agent that writes (TENET_AGENT)" },
  { flags: "--user <name>", key: "user", summary: "the person this is for (TENET_USER); states, proves nothing" },
];

/** The values of {@link GLOBAL_FLAGS} as given; absent means not given. */
export interface Globals {
  C?: string;
  json?: boolean;
  quiet?: boolean;
  color?: boolean;
  input?: boolean;
  session?: string;
  run?: string;
  as?: string;
  user?: string;
}

const NAME_OF = (flag: GlobalFlag): string => flag.flags.split(" ")[0] as string;

/** Global flags whose value is the next word. */
export const VALUED_GLOBALS: readonly string[] = GLOBAL_FLAGS.filter(({ flags }) => flags.includes("<")).map(NAME_OF);

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
  const knownFlags = new Set([...GLOBAL_FLAGS.map(NAME_OF), ...otherFlags]);
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

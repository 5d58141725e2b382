/** Flags that every command takes, before or after its name; and how that name is found among them. */

/** The values of these flags as given; absent means not given. */
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

interface GlobalFlag {
  /** `-C`. */
  name: string;
  /** `<dir>`; a switch has none. */
  value?: string;
  key: keyof Globals;
  summary: string;
  /** It is for agents: not on the first screen. */
  more?: true;
}

export const GLOBAL_FLAGS: readonly GlobalFlag[] = [
  { name: "-C", value: "<dir>", key: "C", summary: "work in this folder instead of the current one" },
  { name: "--json", key: "json", summary: "print exactly one JSON document" },
  { name: "--quiet", key: "quiet", summary: "print results and errors only" },
  { name: "--no-color", key: "color", summary: "print without colour (as NO_COLOR does)" },
  { name: "--no-input", key: "input", summary: "never ask; say what is missing instead" },
  {
    name: "--session",
    value: "<id>",
    key: "session",
    summary: "the session this belongs to (TENET_SESSION)",
    more: true,
  },
  {
    name: "--run",
    value: "<id>",
    key: "run",
    summary: "hold writes back until this run finishes (TENET_RUN)",
    more: true,
  },
  { name: "--as", value: "<agent>", key: "as", summary: "the agent that writes (TENET_AGENT)", more: true },
  {
    name: "--user",
    value: "<name>",
    key: "user",
    summary: "the person this is for (TENET_USER); states, proves nothing",
    more: true,
  },
];

const isValued = (token: string | undefined): boolean =>
  GLOBAL_FLAGS.some(({ name, value }) => name === token && value !== undefined);

/** Where the command's name stands in argv, if there is one; what stands before it are global flags. */
export function commandAt(argv: readonly string[]): number | undefined {
  const at = argv.findIndex(
    (token, i) => token === "--" || ((!token.startsWith("-") || token === "-") && !isValued(argv[i - 1])),
  );
  const name = argv[at] === "--" ? at + 1 : at;
  return argv[name] === undefined ? undefined : name;
}

/** The first flag where no command stands that nobody knows; `others` are known there. */
export const strayFlag = (argv: readonly string[], others: readonly string[]): string | undefined =>
  argv.find((token) => {
    const name = token.split("=", 1)[0] as string;
    const isKnown = others.includes(name) || GLOBAL_FLAGS.some((flag) => flag.name === name);
    return token.startsWith("-") && !isKnown;
  });

/** Is a switch among the tokens (and not behind `--`)? Asked before anything is parsed, for `--json`. */
export function hasFlag(argv: readonly string[], ...names: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return (end === -1 ? argv : argv.slice(0, end)).some((token) => names.includes(token));
}

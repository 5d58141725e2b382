/** Flags that every command takes, before or after its name. */
export interface GlobalFlag {
  /** As commander reads it: `-C <dir>` takes a value. */
  flags: string;
  summary: string;
  /** The name under which the value is kept. */
  key: string;
  /** It is for agents: not on the first screen. */
  more?: true;
}

export const GLOBAL_FLAGS: readonly GlobalFlag[] = [
  { flags: "-C <dir>", key: "C", summary: "work in this folder instead of the current one" },
  { flags: "--json", key: "json", summary: "print exactly one JSON document" },
  { flags: "--quiet", key: "quiet", summary: "print results and errors only" },
  { flags: "--no-color", key: "color", summary: "print without colour (as NO_COLOR does)" },
  { flags: "--no-input", key: "input", summary: "never ask; say what is missing instead" },
  { flags: "--session <id>", key: "session", summary: "the session this belongs to (TENET_SESSION)", more: true },
  { flags: "--run <id>", key: "run", summary: "hold writes back until this run finishes (TENET_RUN)", more: true },
  { flags: "--as <agent>", key: "as", summary: "the agent that writes (TENET_AGENT)", more: true },
  {
    flags: "--user <name>",
    key: "user",
    summary: "the person this is for (TENET_USER); states, proves nothing",
    more: true,
  },
];

export const nameOf = (flag: GlobalFlag): string => flag.flags.split(" ")[0] as string;

/** Global flags whose value is the next word. */
export const VALUED_GLOBALS: readonly string[] = GLOBAL_FLAGS.filter(({ flags }) => flags.includes("<")).map(nameOf);

import type { Command } from "commander";
import type { Run } from "./door.js";

/** Groups of commands in the order in which help shows them. */
export const GROUPS = ["start", "capture", "recall", "loop", "upkeep"] as const;

/** One row of the table of commands: enough for help and completion without loading the command. */
export interface CommandRow {
  name: string;
  group: (typeof GROUPS)[number];
  /** One line for help. */
  says: string;
  /** Shown by `tenet --help`, which shows ten. */
  first?: true;
  aliases?: readonly string[];
  /** At least one real call and what it is for. */
  examples: readonly { call: string; says: string }[];
  /** Its flags and action; loaded when it is the one that runs. */
  load(): Promise<(run: Run) => Command>;
}

/** Every command that exists. A new one is a row here and a file beside it. */
export const COMMANDS: readonly CommandRow[] = [
  {
    name: "init",
    group: "start",
    first: true,
    says: "set up tenet in a folder; only adds, and says every file it touched",
    examples: [
      { call: "tenet init", says: "in an empty folder or an existing agent workspace" },
      { call: "tenet init --owner bridget", says: "name the person whose word counts most" },
      { call: "tenet -C ~/agents/sybil init --json", says: "for a program" },
    ],
    load: async () => (await import("./init.js")).initCommand,
  },
  {
    name: "config",
    group: "start",
    says: "read the profile, or change it (people only)",
    examples: [
      { call: "tenet config get", says: "every setting and its value" },
      { call: "tenet config get recall.limit", says: "one of them" },
      { call: "tenet config set outcome.per_day 4", says: "at a terminal: shows the change and asks for a typed word" },
    ],
    load: async () => (await import("./config.js")).configCommand,
  },
  {
    name: "completion",
    group: "start",
    says: "print the completion script of a shell",
    examples: [
      { call: "tenet completion bash >> ~/.bashrc", says: "bash" },
      { call: 'tenet completion zsh > "$' + '{fpath[1]}/_tenet"', says: "zsh" },
      { call: "tenet completion fish > ~/.config/fish/completions/tenet.fish", says: "fish" },
    ],
    load: async () => (await import("./completion.js")).completionCommand,
  },
  {
    name: "recall",
    group: "recall",
    first: true,
    says: "find what is known about something, by words and by meaning",
    examples: [
      { call: 'tenet recall "lockfile drift in CI"', says: "the ten nearest entries" },
      {
        call: "tenet recall release pipeline --type correction --explain",
        says: "corrections only, each with its reason",
      },
      { call: 'tenet recall "npm ci" --mode keyword --json', says: "by words alone, for a program" },
    ],
    load: async () => (await import("./recall.js")).recallCommand,
  },
  {
    name: "show",
    group: "recall",
    first: true,
    says: "show one entry: its links both ways, its history, how it turned out",
    examples: [
      { call: "tenet show k7q2x", says: "by its tail, in any case" },
      { call: "tenet show COR-20260215-K7Q2X --json", says: "by its id, for a program" },
    ],
    load: async () => (await import("./show.js")).showCommand,
  },
  {
    name: "list",
    group: "recall",
    first: true,
    says: "list entries, newest first",
    examples: [
      { call: "tenet list", says: "the newest 50" },
      { call: "tenet list --type correction --since 7d", says: "corrections of the last week" },
      { call: "tenet list --limit 1000 --json", says: "for a program" },
    ],
    load: async () => (await import("./list.js")).listCommand,
  },
  {
    name: "export",
    group: "upkeep",
    says: "print every entry as one line of JSON",
    examples: [
      { call: "tenet export > entries.jsonl", says: "everything, superseded entries included" },
      { call: "tenet export --type insight | head -5", says: "some of it" },
    ],
    load: async () => (await import("./export.js")).exportCommand,
  },
];

/** The row of a name or alias. */
export function rowOf(name: string): CommandRow | undefined {
  return COMMANDS.find((row) => row.name === name || row.aliases?.includes(name) === true);
}

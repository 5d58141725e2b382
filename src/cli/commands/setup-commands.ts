import type { CommandRow } from "../command-row.js";

/** Commands that set a workspace up. */
export const START_COMMANDS: readonly CommandRow[] = [
  {
    name: "init",
    group: "start",
    first: true,
    summary: "set up tenet in a folder; only adds, and says every file it touched",
    examples: [
      { call: "tenet init", says: "in an empty folder or an existing agent workspace" },
      { call: "tenet init --owner bridget", says: "name the person whose word counts most" },
      { call: "tenet -C ~/agents/sybil init --json", says: "for a program" },
    ],
    load: async () => (await import("./init.js")).initCommand,
  },
  {
    name: "status",
    group: "start",
    first: true,
    summary: "how the workspace stands: what is known, what is due, what needs care",
    examples: [
      { call: "tenet status", says: "at the start of a session" },
      { call: "tenet status --json", says: "for a program" },
    ],
    load: async () => (await import("./status.js")).statusCommand,
  },
  {
    name: "doctor",
    group: "start",
    summary: "examine what tenet rests on: git, locks, leftovers, index, files; writes nothing",
    examples: [
      { call: "tenet doctor", says: "what is found, each with a safe next step" },
      { call: "tenet doctor --fix", says: "mends what needs no judgement; copies of the files are kept first" },
      { call: "tenet doctor --json", says: "for a program" },
    ],
    load: async () => (await import("./doctor.js")).doctorCommand,
  },
  {
    name: "config",
    group: "start",
    summary: "read the profile, or change it (people only)",
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
    summary: "print the completion script of a shell",
    examples: [
      { call: "tenet completion bash >> ~/.bashrc", says: "bash" },
      { call: 'tenet completion zsh > "$' + '{fpath[1]}/_tenet"', says: "zsh" },
      { call: "tenet completion fish > ~/.config/fish/completions/tenet.fish", says: "fish" },
    ],
    load: async () => (await import("./completion.js")).completionCommand,
  },
];

/** Commands that keep it in order. */
export const UPKEEP_COMMANDS: readonly CommandRow[] = [
  {
    name: "index",
    group: "upkeep",
    summary: "complete the search index, and look again at what could not be compared",
    examples: [
      { call: "tenet index", says: "after a clone, a large import, or when an answer said partial" },
      { call: "tenet index --calibrate", says: "propose bands for another model; prints only" },
      { call: "tenet index --fetch-model", says: "when the model's files are missing; uses the network" },
    ],
    load: async () => (await import("./index-command.js")).indexCommand,
  },
  {
    name: "import",
    group: "upkeep",
    summary: "take over .learnings folders and decision logs",
    examples: [
      { call: "tenet import .learnings --dry-run", says: "what would become of each entry" },
      { call: "tenet import .learnings", says: "again changes nothing" },
      { call: "tenet import notes/decisions.csv --json", says: "a decision log, for a program" },
    ],
    load: async () => (await import("./import.js")).importCommand,
  },
  {
    name: "export",
    group: "upkeep",
    summary: "print every entry as one line of JSON",
    examples: [
      { call: "tenet export > entries.jsonl", says: "everything, superseded entries included" },
      { call: "tenet export --type insight | head -5", says: "some of it" },
    ],
    load: async () => (await import("./export.js")).exportCommand,
  },
  {
    name: "merge",
    group: "upkeep",
    summary: "finish what git left unmerged in records and daily logs",
    examples: [
      { call: "tenet merge", says: "after a merge with conflicts: joins records by id, leaves double edits to you" },
      { call: "tenet merge memory/learning/insights/2026-02-14.md", says: "one file" },
    ],
    load: async () => (await import("./merge.js")).mergeCommand,
  },
  {
    name: "verify",
    group: "upkeep",
    summary: "check records, references, conflicts, secrets and trust; for CI",
    examples: [
      { call: "tenet verify", says: "everything, compared with the last commit" },
      { call: "tenet verify --base origin/main --strict", says: "in CI: nothing may claim more trust than there" },
      { call: "tenet verify --json", says: "for a program" },
    ],
    load: async () => (await import("./verify.js")).verifyCommand,
  },
];

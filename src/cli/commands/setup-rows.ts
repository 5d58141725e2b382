import type { CommandRow } from "../command-context.js";

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
    load: async () => (await import("./setup.js")).initCommand,
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
    load: async () => (await import("./health.js")).statusCommand,
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
    load: async () => (await import("./health.js")).doctorCommand,
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
    load: async () => (await import("./setup.js")).configCommand,
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
    load: async () => (await import("./health.js")).indexCommand,
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
    load: async () => (await import("./import.js")).exportCommand,
  },
  {
    name: "merge",
    group: "upkeep",
    summary: "finish what git left unmerged in records and daily logs",
    examples: [
      { call: "tenet merge", says: "after a merge with conflicts: joins records by id, leaves double edits to you" },
      { call: "tenet merge memory/learning/insights/2026-02-14.md", says: "one file" },
    ],
    load: async () => (await import("./health.js")).mergeCommand,
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
    load: async () => (await import("./health.js")).verifyCommand,
  },
];

/** Commands for the programs that run agents. */
export const HOST_COMMANDS: readonly CommandRow[] = [
  {
    name: "mcp",
    group: "hosts",
    protocol: true,
    summary: "serve agents over the Model Context Protocol, on stdin and stdout",
    examples: [
      { call: "tenet mcp", says: "for an agent's host to start: memories, from the folder it starts it in" },
      { call: "tenet mcp -C ~/work/shop --user bridget --profile full", says: "with the tools for learning as well" },
    ],
    load: async () => (await import("./mcp.js")).mcpCommand,
  },
  {
    name: "hook",
    group: "hosts",
    neverFails: true,
    summary: "for hosts of agents: what goes into the prompt at a moment of a session; always exits 0",
    examples: [
      { call: "tenet hook session-start", says: "the host's JSON on stdin; prints the context in its form" },
      { call: "tenet hook user-prompt --host claude-code", says: "a nudge at a correction, learnings that fit" },
      { call: "tenet hook session-end", says: "reads the transcript: uses, opportunities, what nobody recorded" },
      { call: "tenet hook dismiss 3fa9c1", says: "what was heard there is no correction" },
    ],
    load: async () => (await import("./hook.js")).hookCommand,
  },
  {
    name: "hooks",
    group: "hosts",
    summary: "connect hosts of agents: install, check, remove; their own settings stay as they are",
    examples: [
      { call: "tenet hooks install claude-code --dry-run", says: "what would change, line by line" },
      { call: "tenet hooks install codex --with mcp", says: "hooks, a skill, and the server for MCP" },
      { call: "tenet hooks install cursor --level user", says: "for all of your projects" },
      { call: "tenet hooks check", says: "how every host is connected, and what keeps it from working" },
      { call: "tenet hooks remove claude-code", says: "the bytes of before" },
    ],
    load: async () => (await import("./hooks.js")).hooksCommand,
  },
  {
    name: "harvest",
    group: "hosts",
    summary: "what you told your agents again and again, out of the transcripts on this machine",
    examples: [
      { call: "tenet harvest", says: "of this project; at a terminal you pick, word and keep" },
      { call: "tenet harvest --since 90d --host claude-code", says: "of one host, and not older" },
      {
        call: "tenet harvest chats/ --all --json",
        says: "a folder of transcripts, the less sure ones too, for a program",
      },
    ],
    load: async () => (await import("./harvest.js")).harvestCommand,
  },
];

import type { CommandRow } from "../command-context.js";

/** Commands that set a workspace up. */
export const START_COMMANDS: readonly CommandRow[] = [
  {
    name: "init",
    group: "start",
    first: true,
    summary: "set up tenet in a folder; only adds, and says every file it touched",
    examples: [
      { call: "tenet init", summary: "in an empty folder or an existing agent workspace" },
      { call: "tenet init --owner bridget", summary: "name the person whose word counts most" },
      { call: "tenet -C ~/agents/sybil init --json", summary: "for a program" },
    ],
    load: async () => (await import("./setup.js")).initCommand,
  },
  {
    name: "status",
    group: "start",
    first: true,
    summary: "how the workspace stands: what is known, what is due, what needs care",
    examples: [
      { call: "tenet status", summary: "at the start of a session" },
      { call: "tenet status --json", summary: "for a program" },
    ],
    load: async () => (await import("./health.js")).statusCommand,
  },
  {
    name: "doctor",
    group: "start",
    summary: "examine what tenet rests on: git, locks, leftovers, index, files; writes nothing",
    examples: [
      { call: "tenet doctor", summary: "what is found, each with a safe next step" },
      { call: "tenet doctor --fix", summary: "mends what needs no judgement; copies of the files are kept first" },
      { call: "tenet doctor --json", summary: "for a program" },
    ],
    load: async () => (await import("./health.js")).doctorCommand,
  },
  {
    name: "config",
    group: "start",
    summary: "read the profile, or change it (people only)",
    examples: [
      { call: "tenet config get", summary: "every setting and its value" },
      { call: "tenet config get recall.limit", summary: "one of them" },
      {
        call: "tenet config set outcome.per_day 4",
        summary: "at a terminal: shows the change and asks for a typed word",
      },
    ],
    load: async () => (await import("./setup.js")).configCommand,
  },
  {
    name: "completion",
    group: "start",
    summary: "print the completion script of a shell",
    examples: [
      { call: "tenet completion bash >> ~/.bashrc", summary: "bash" },
      { call: 'tenet completion zsh > "$' + '{fpath[1]}/_tenet"', summary: "zsh" },
      { call: "tenet completion fish > ~/.config/fish/completions/tenet.fish", summary: "fish" },
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
      { call: "tenet index", summary: "after a clone, a large import, or when an answer said partial" },
      { call: "tenet index --calibrate", summary: "propose bands for another model; prints only" },
      { call: "tenet index --fetch-model", summary: "when the model's files are missing; uses the network" },
    ],
    load: async () => (await import("./health.js")).indexCommand,
  },
  {
    name: "import",
    group: "upkeep",
    summary: "take over .learnings folders and decision logs",
    examples: [
      { call: "tenet import .learnings --dry-run", summary: "what would become of each entry" },
      { call: "tenet import .learnings", summary: "again changes nothing" },
      { call: "tenet import notes/decisions.csv --json", summary: "a decision log, for a program" },
    ],
    load: async () => (await import("./import.js")).importCommand,
  },
  {
    name: "export",
    group: "upkeep",
    summary: "print every entry as one line of JSON",
    examples: [
      { call: "tenet export > entries.jsonl", summary: "everything, superseded entries included" },
      { call: "tenet export --type insight | head -5", summary: "some of it" },
    ],
    load: async () => (await import("./import.js")).exportCommand,
  },
  {
    name: "merge",
    group: "upkeep",
    summary: "finish what git left unmerged in records and daily logs",
    examples: [
      { call: "tenet merge", summary: "after a merge with conflicts: joins records by id, leaves double edits to you" },
      { call: "tenet merge memory/learning/insights/2026-02-14.md", summary: "one file" },
    ],
    load: async () => (await import("./health.js")).mergeCommand,
  },
  {
    name: "verify",
    group: "upkeep",
    summary: "check records, references, conflicts, secrets and trust; for CI",
    examples: [
      { call: "tenet verify", summary: "everything, compared with the last commit" },
      { call: "tenet verify --base origin/main --strict", summary: "in CI: nothing may claim more trust than there" },
      { call: "tenet verify --json", summary: "for a program" },
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
      { call: "tenet mcp", summary: "for an agent's host to start: memories, from the folder it starts it in" },
      {
        call: "tenet mcp -C ~/work/shop --user bridget --profile full",
        summary: "with the tools for learning as well",
      },
    ],
    load: async () => (await import("./mcp.js")).mcpCommand,
  },
  {
    name: "hook",
    group: "hosts",
    neverFails: true,
    summary: "for hosts of agents: what goes into the prompt at a moment of a session; always exits 0",
    examples: [
      { call: "tenet hook session-start", summary: "the host's JSON on stdin; prints the context in its form" },
      { call: "tenet hook user-prompt --host claude-code", summary: "a nudge at a correction, learnings that fit" },
      { call: "tenet hook session-end", summary: "reads the transcript: uses, opportunities, what nobody recorded" },
      { call: "tenet hook dismiss 3fa9c1", summary: "what was heard there is no correction" },
    ],
    load: async () => (await import("./hook.js")).hookCommand,
  },
  {
    name: "hooks",
    group: "hosts",
    summary: "connect hosts of agents: install, check, remove; their own settings stay as they are",
    examples: [
      { call: "tenet hooks install claude-code --dry-run", summary: "what would change, line by line" },
      { call: "tenet hooks install codex --with mcp", summary: "hooks, a skill, and the server for MCP" },
      { call: "tenet hooks install cursor --level user", summary: "for all of your projects" },
      { call: "tenet hooks check", summary: "how every host is connected, and what keeps it from working" },
      { call: "tenet hooks remove claude-code", summary: "the bytes of before" },
    ],
    load: async () => (await import("./hooks.js")).hooksCommand,
  },
  {
    name: "harvest",
    group: "hosts",
    summary: "what you told your agents again and again, out of the transcripts on this machine",
    examples: [
      { call: "tenet harvest", summary: "of this project; at a terminal you pick, word and keep" },
      { call: "tenet harvest --since 90d --host claude-code", summary: "of one host, and not older" },
      {
        call: "tenet harvest chats/ --all --json",
        summary: "a folder of transcripts, the less sure ones too, for a program",
      },
    ],
    load: async () => (await import("./harvest.js")).harvestCommand,
  },
];

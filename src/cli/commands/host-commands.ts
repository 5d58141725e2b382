import type { CommandRow } from "../command-row.js";

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

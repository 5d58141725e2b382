import type { CommandRow } from "./command-row.js";

/** Commands for the programs that run agents. */
export const HOST_COMMANDS: readonly CommandRow[] = [
  {
    name: "mcp",
    group: "hosts",
    protocol: true,
    says: "serve agents over the Model Context Protocol, on stdin and stdout",
    examples: [
      { call: "tenet mcp", says: "for an agent's host to start: memories, from the folder it starts it in" },
      { call: "tenet mcp -C ~/work/shop --user bridget --profile full", says: "with the tools for learning as well" },
    ],
    load: async () => (await import("./mcp.js")).mcpCommand,
  },
];

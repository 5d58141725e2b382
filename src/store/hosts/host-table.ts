/**
 * What connects each host: its files, what goes into them, and when it counts. A new host is a row here. Forms and places
 * as the hosts publish them: geminicli.com/docs/reference/configuration, code.visualstudio.com/docs/copilot/reference/mcp-configuration,
 * docs.windsurf.com/windsurf/cascade/mcp, opencode.ai/docs/mcp-servers, zed.dev/docs/ai/mcp and /instructions.
 */

import { template } from "../host-files.js";
import type { HookHost, Host } from "./host.js";
import type { HostPatch } from "./host-patch.js";
import { agentsPatch, tomlServerPatch } from "./settings-block.js";
import { stamped, wholeFilePatch } from "./settings-file.js";
import { hooksPatch } from "./settings-hooks.js";
import { jsonServerPatch } from "./settings-server.js";

/** What the files of a person lie beneath: a host's own folder, that of all settings, or the home folder. */
export type UserFolder = Host | "config" | "home";

/** One file of a host and what goes into it. */
export interface HostFileRow {
  /** Of the record about it. */
  name: "hooks" | "handler" | "hook" | "skill" | "block" | "rule" | "mcp";
  /**
   * From the workspace. Of several the host reads the first that is there, and so do we: a new one could hide another.
   * `make` is the one that is made where there is none; the first unless stated.
   */
  project?: { of: readonly string[]; make?: string };
  /** Beneath one of the folders of a person. */
  user?: { in: UserFolder; at: string };
  /** `served`: the workspace, for hosts that start programs somewhere else. */
  patch(served: string | undefined): HostPatch;
  /** Only where `--with mcp` asks for it. */
  asked?: true;
  /** The host starts programs outside of any project: its arguments name the workspace. */
  bound?: true;
}

interface HostRow {
  /** The state of the first decides whether the host is connected. */
  files: readonly HostFileRow[];
  /** When an installing counts. */
  counts: string;
  /** Where a server of a person's own goes that no file takes. */
  ownServer?: { why: string; hint: string };
}

const at = (...of: string[]) => ({ of });
const skill = (): HostPatch =>
  wholeFilePatch(stamped(template("skill/SKILL.md"), "markdown"), "a skill with the commands an agent needs");
const block = (): HostPatch => agentsPatch(template("agents-block.md").trimEnd());
const windsurfRule = (): HostPatch => {
  const text = `---\ntrigger: always_on\ndescription: the memory of this project\n---\n\n${template("agents-block.md")}`;
  return wholeFilePatch(stamped(text, "markdown"), "a rule with the commands an agent needs, always on");
};
const openClawFile = (file: string, kind: "markdown" | "typescript", says: string) => (): HostPatch =>
  wholeFilePatch(stamped(template(`openclaw/hooks/tenet/${file}`), kind), says);

const TENET = { command: "tenet", args: ["mcp"] };
/** Cursor and VS Code start servers elsewhere, and fill in the folder of the project. */
const IN_FOLDER = ["-C", "$" + "{workspaceFolder}", "mcp"];
const mcpServers = (args: readonly string[] = TENET.args) => jsonServerPatch("mcpServers", { ...TENET, args });

/** What each of them reads of a project's instructions: the first that is there. */
const READ_BY_ZED = [
  ".rules",
  ".cursorrules",
  ".windsurfrules",
  ".clinerules",
  ".github/copilot-instructions.md",
  "AGENT.md",
  "AGENTS.md",
  "CLAUDE.md",
  "GEMINI.md",
];

/** Hosts by name; git is separate, since it names the place of its hooks. */
export const HOST_TABLE: Readonly<Record<Exclude<HookHost, "git">, HostRow>> = {
  "claude-code": {
    files: [
      {
        name: "hooks",
        project: at(".claude/settings.json"),
        user: { in: "claude-code", at: "settings.json" },
        patch: () => hooksPatch("claude-code"),
      },
      {
        name: "skill",
        project: at(".claude/skills/tenet/SKILL.md"),
        user: { in: "claude-code", at: "skills/tenet/SKILL.md" },
        patch: skill,
      },
      { name: "mcp", project: at(".mcp.json"), patch: () => mcpServers(), asked: true },
    ],
    counts: "It takes effect with the next session of Claude Code.",
    ownServer: {
      why: "Claude Code keeps your own servers in a file that it writes itself",
      hint: "claude mcp add --scope user tenet -- tenet mcp",
    },
  },
  codex: {
    files: [
      {
        name: "hooks",
        project: at(".codex/hooks.json"),
        user: { in: "codex", at: "hooks.json" },
        patch: () => hooksPatch("codex"),
      },
      // Where Codex looks for skills has no folder of its own: several agents share it.
      {
        name: "skill",
        project: at(".agents/skills/tenet/SKILL.md"),
        user: { in: "home", at: ".agents/skills/tenet/SKILL.md" },
        patch: skill,
      },
      {
        name: "mcp",
        project: at(".codex/config.toml"),
        user: { in: "codex", at: "config.toml" },
        patch: tomlServerPatch,
        asked: true,
      },
    ],
    counts: "Codex runs new hooks once you trust them: /hooks in its next session, in a project that you trust.",
  },
  cursor: {
    files: [
      {
        name: "hooks",
        project: at(".cursor/hooks.json"),
        user: { in: "cursor", at: "hooks.json" },
        patch: () => hooksPatch("cursor"),
      },
      {
        name: "skill",
        project: at(".cursor/skills/tenet/SKILL.md"),
        user: { in: "cursor", at: "skills/tenet/SKILL.md" },
        patch: skill,
      },
      {
        name: "mcp",
        project: at(".cursor/mcp.json"),
        user: { in: "cursor", at: "mcp.json" },
        patch: (served) => mcpServers(served === undefined ? undefined : IN_FOLDER),
        asked: true,
      },
    ],
    counts: "It takes effect with the next session of Cursor.",
  },
  "gemini-cli": {
    files: [
      {
        name: "hooks",
        project: at(".gemini/settings.json"),
        user: { in: "gemini-cli", at: "settings.json" },
        patch: () => hooksPatch("gemini-cli"),
      },
      { name: "block", project: at("GEMINI.md"), user: { in: "gemini-cli", at: "GEMINI.md" }, patch: block },
      {
        name: "mcp",
        project: at(".gemini/settings.json"),
        user: { in: "gemini-cli", at: "settings.json" },
        patch: () => mcpServers(),
        asked: true,
      },
    ],
    counts: "It takes effect with the next session of Gemini CLI, in a folder that you trust there.",
  },
  copilot: {
    files: [
      {
        name: "mcp",
        project: at(".vscode/mcp.json"),
        patch: () => jsonServerPatch("servers", { type: "stdio", ...TENET, args: IN_FOLDER }),
      },
      { name: "block", project: at(".github/copilot-instructions.md"), patch: block },
    ],
    counts:
      "VS Code asks once whether it may start the server: open .vscode/mcp.json there, or the list of tools in the chat.",
    ownServer: {
      why: "VS Code keeps your own servers in a profile that it writes itself",
      hint: `code --add-mcp '{"name":"tenet","command":"tenet","args":["mcp"]}'`,
    },
  },
  windsurf: {
    files: [
      { name: "rule", project: at(".windsurf/rules/tenet.md"), patch: windsurfRule },
      {
        name: "mcp",
        user: { in: "home", at: ".codeium/windsurf/mcp_config.json" },
        patch: (served) => mcpServers(served === undefined ? undefined : ["-C", served, "mcp"]),
        bound: true,
      },
    ],
    counts:
      "It takes effect with the next conversation; servers are read again with the refresh button of Windsurf's MCP settings.",
    ownServer: {
      why: "Windsurf keeps servers in your own settings alone",
      hint: "In this workspace: tenet hooks install windsurf --level user",
    },
  },
  opencode: {
    files: [
      {
        name: "mcp",
        project: at("opencode.json", "opencode.jsonc"),
        user: { in: "config", at: "opencode/opencode.json" },
        patch: () => jsonServerPatch("mcp", { type: "local", command: ["tenet", "mcp"], enabled: true }, "servers"),
      },
      {
        name: "block",
        project: at("AGENTS.md", "CLAUDE.md"),
        user: { in: "config", at: "opencode/AGENTS.md" },
        patch: block,
      },
    ],
    counts: "It takes effect with the next session of OpenCode.",
  },
  zed: {
    files: [
      {
        name: "mcp",
        project: at(".zed/settings.json"),
        user: { in: "config", at: "zed/settings.json" },
        patch: () => jsonServerPatch("context_servers", TENET),
      },
      {
        name: "block",
        project: { of: READ_BY_ZED, make: "AGENTS.md" },
        user: { in: "config", at: "zed/AGENTS.md" },
        patch: block,
      },
    ],
    counts: "Zed starts the server at once, in a project that you trust; the instructions count for new threads.",
  },
  openclaw: {
    files: [
      {
        name: "handler",
        project: at("hooks/tenet/handler.ts"),
        user: { in: "openclaw", at: "hooks/tenet/handler.ts" },
        patch: openClawFile("handler.ts", "typescript", "the handler of its events"),
      },
      {
        name: "hook",
        project: at("hooks/tenet/HOOK.md"),
        user: { in: "openclaw", at: "hooks/tenet/HOOK.md" },
        patch: openClawFile("HOOK.md", "markdown", "what the hook is and when it runs"),
      },
      {
        name: "skill",
        project: at("skills/tenet/SKILL.md"),
        user: { in: "openclaw", at: "skills/tenet/SKILL.md" },
        patch: skill,
      },
    ],
    counts: "Then: openclaw hooks enable tenet, and restart the gateway.",
  },
  "agents-md": {
    files: [{ name: "block", project: at("AGENTS.md"), patch: block }],
    counts: "Agents that read AGENTS.md see it with their next session.",
  },
};

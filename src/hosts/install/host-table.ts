/** What connects each host: its files, what goes into them, and when it counts. A new host is a row here. */

import type { HookHost, Host } from "../../store/host.js";
import { template } from "../host-files.js";
import type { HostPatch } from "./host-patch.js";
import { agentsPatch } from "./settings-block.js";
import { stamped, wholeFilePatch } from "./settings-file.js";
import { hooksPatch } from "./settings-hooks.js";

/** One file of a host and what goes into it. */
export interface HostFileRow {
  /** From the workspace. */
  project?: string;
  /** Beneath a host's own folder, or the home folder. */
  user?: { in: Host | "home"; at: string };
  patch(): HostPatch;
}

interface HostRow {
  /** The state of the first decides whether the host is connected. */
  files: readonly HostFileRow[];
  /** When an installing counts. */
  counts: string;
  /** How the host adds tenet's server for MCP. */
  server?: string;
}

const skill = (): HostPatch =>
  wholeFilePatch(stamped(template("skill/SKILL.md"), "markdown"), "a skill with the commands an agent needs");
const block = (): HostPatch => agentsPatch(template("agents-block.md").trimEnd());
const openClawFile = (file: string, kind: "markdown" | "typescript", says: string) => (): HostPatch =>
  wholeFilePatch(stamped(template(`openclaw/hooks/tenet/${file}`), kind), says);

/** Hosts by name; git is separate, since it names the place of its hooks. */
export const HOST_TABLE: Readonly<Record<Exclude<HookHost, "git">, HostRow>> = {
  "claude-code": {
    files: [
      {
        project: ".claude/settings.json",
        user: { in: "claude-code", at: "settings.json" },
        patch: () => hooksPatch("claude-code"),
      },
      {
        project: ".claude/skills/tenet/SKILL.md",
        user: { in: "claude-code", at: "skills/tenet/SKILL.md" },
        patch: skill,
      },
    ],
    counts: "It takes effect with the next session of Claude Code.",
    server: "claude mcp add tenet -- tenet mcp",
  },
  codex: {
    files: [
      {
        project: ".codex/hooks.json",
        user: { in: "codex", at: "hooks.json" },
        patch: () => hooksPatch("codex"),
      },
      // Where Codex looks for skills has no folder of its own: several agents share it.
      {
        project: ".agents/skills/tenet/SKILL.md",
        user: { in: "home", at: ".agents/skills/tenet/SKILL.md" },
        patch: skill,
      },
    ],
    counts: "Codex runs new hooks once you trust them: /hooks in its next session, in a project that you trust.",
    server: "codex mcp add tenet -- tenet mcp",
  },
  cursor: {
    files: [
      {
        project: ".cursor/hooks.json",
        user: { in: "cursor", at: "hooks.json" },
        patch: () => hooksPatch("cursor"),
      },
      {
        project: ".cursor/skills/tenet/SKILL.md",
        user: { in: "cursor", at: "skills/tenet/SKILL.md" },
        patch: skill,
      },
    ],
    counts: "It takes effect with the next session of Cursor.",
    server: "tenet hooks install mcp, into .cursor/mcp.json",
  },
  "gemini-cli": {
    files: [
      {
        project: ".gemini/settings.json",
        user: { in: "gemini-cli", at: "settings.json" },
        patch: () => hooksPatch("gemini-cli"),
      },
      { project: "GEMINI.md", user: { in: "gemini-cli", at: "GEMINI.md" }, patch: block },
    ],
    counts: "It takes effect with the next session of Gemini CLI, in a folder that you trust there.",
    server: "gemini mcp add tenet tenet mcp",
  },
  copilot: {
    files: [{ project: ".github/copilot-instructions.md", patch: block }],
    counts: "It takes effect with the next session of Copilot.",
    server: `code --add-mcp '{"name":"tenet","command":"tenet","args":["mcp"]}'`,
  },
  openclaw: {
    files: [
      {
        project: "hooks/tenet/handler.ts",
        user: { in: "openclaw", at: "hooks/tenet/handler.ts" },
        patch: openClawFile("handler.ts", "typescript", "the handler of its events"),
      },
      {
        project: "hooks/tenet/HOOK.md",
        user: { in: "openclaw", at: "hooks/tenet/HOOK.md" },
        patch: openClawFile("HOOK.md", "markdown", "what the hook is and when it runs"),
      },
      {
        project: "skills/tenet/SKILL.md",
        user: { in: "openclaw", at: "skills/tenet/SKILL.md" },
        patch: skill,
      },
    ],
    counts: "Then: openclaw hooks enable tenet, and restart the gateway.",
  },
  "agents-md": {
    files: [{ project: "AGENTS.md", patch: block }],
    counts: "Agents that read AGENTS.md see it with their next session.",
  },
};

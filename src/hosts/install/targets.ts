/** Which files an installing touches, by host and level. */
import { join } from "node:path";
import type { Places } from "../../context.js";
import { TenetError, wrongUsage } from "../../errors.js";
import type { Workspace } from "../../store/workspace.js";
import { gitHooks, template } from "../host-files.js";
import type { HostPatch } from "./host-patch.js";
import { agentsPatch, gitHookPatch, tomlServerPatch } from "./settings-block.js";
import { stamped, wholeFilePatch } from "./settings-file.js";
import { hooksPatch } from "./settings-hooks.js";
import { jsonServerPatch } from "./settings-server.js";

/** What hooks can be installed into. `agents-md`: any agent that reads AGENTS.md. */
export const HOOK_HOSTS = ["claude-code", "codex", "cursor", "openclaw", "git", "agents-md"] as const;
export type HookHost = (typeof HOOK_HOSTS)[number];

export const LEVELS = ["project", "user"] as const;
export type HooksLevel = (typeof LEVELS)[number];

/** What the operations about hooks use of the world: `user` level needs no workspace. */
export interface HooksContext {
  workspace?: Workspace;
  places: Places;
}

/** One file of a host and what goes into it. */
export interface HostTarget {
  /** Of the record about it. */
  name: string;
  path: string;
  /** As people read it: relative to the workspace, or to their home. */
  shown: string;
  /** The folder that the file must really lie in. */
  within?: string;
  patch: HostPatch;
  /** The first of its host: what stands there says whether the host is connected. */
  main?: true;
}

interface TargetFile {
  name: string;
  at: readonly string[];
  patch: HostPatch;
}

const skill = (): HostPatch =>
  wholeFilePatch(stamped(template("skill/SKILL.md"), "markdown"), "a skill with the commands an agent needs");

const CURSOR_ARGS = ["-C", "$" + "{workspaceFolder}", "mcp"];

/** The files of a host beneath one folder: the workspace, or what the host keeps for a person. */
function filesOf(host: HookHost, level: HooksLevel, mcp: boolean): TargetFile[] {
  const project = level === "project";
  const own = (folder: string, ...rest: string[]) => (project ? [folder, ...rest] : rest);
  switch (host) {
    case "claude-code":
      return [
        { name: "hooks", at: own(".claude", "settings.json"), patch: hooksPatch(host) },
        { name: "skill", at: own(".claude", "skills", "tenet", "SKILL.md"), patch: skill() },
        ...(mcp && project ? [{ name: "mcp", at: [".mcp.json"], patch: jsonServerPatch(["mcp"]) }] : []),
      ];
    case "codex":
      return [
        { name: "hooks", at: own(".codex", "hooks.json"), patch: hooksPatch(host) },
        // Where Codex looks for skills has no folder of its own: several agents share it.
        { name: "skill", at: [".agents", "skills", "tenet", "SKILL.md"], patch: skill() },
        ...(mcp ? [{ name: "mcp", at: own(".codex", "config.toml"), patch: tomlServerPatch() }] : []),
      ];
    case "cursor":
      return [
        { name: "hooks", at: own(".cursor", "hooks.json"), patch: hooksPatch(host) },
        { name: "skill", at: own(".cursor", "skills", "tenet", "SKILL.md"), patch: skill() },
        ...(mcp
          ? [{ name: "mcp", at: own(".cursor", "mcp.json"), patch: jsonServerPatch(project ? CURSOR_ARGS : ["mcp"]) }]
          : []),
      ];
    case "openclaw": {
      const part = (name: string, file: string, kind: "markdown" | "typescript", says: string): TargetFile => {
        const content = stamped(template(`openclaw/hooks/tenet/${file}`), kind);
        return { name, at: ["hooks", "tenet", file], patch: wholeFilePatch(content, says) };
      };
      return [
        part("handler", "handler.ts", "typescript", "the handler of its events"),
        part("hook", "HOOK.md", "markdown", "what the hook is and when it runs"),
        { name: "skill", at: ["skills", "tenet", "SKILL.md"], patch: skill() },
      ];
    }
    case "agents-md":
      return [{ name: "block", at: ["AGENTS.md"], patch: agentsPatch(template("agents-block.md").trimEnd()) }];
    case "git":
      return [];
  }
}

/** Does a host have something of its own at a level? */
export function hasLevel(host: HookHost, level: HooksLevel): boolean {
  return level === "project" || !["git", "agents-md"].includes(host);
}

/** Hosts whose server for MCP can be written into a file at a level. */
export function takesServer(host: HookHost, level: HooksLevel): boolean {
  return host === "codex" || host === "cursor" || (host === "claude-code" && level === "project");
}

function requireServer(host: HookHost, level: HooksLevel): void {
  if (takesServer(host, level)) return;
  if (host === "claude-code") {
    throw wrongUsage(
      "Claude Code keeps your own servers in a file that it writes itself",
      "claude mcp add --scope user tenet -- tenet mcp",
    );
  }
  throw wrongUsage(`--with mcp says nothing to ${host}`, "It is for claude-code, codex and cursor.");
}

function shownPath(path: string, { workspace, places }: HooksContext, level: HooksLevel): string {
  if (level === "project" && workspace !== undefined) return workspace.relative(path);
  return path.startsWith(`${places.home}/`) ? `~${path.slice(places.home.length)}` : path;
}

async function gitTarget(ctx: HooksContext, workspace: Workspace): Promise<HostTarget | undefined> {
  const hooks = await gitHooks(workspace.root);
  if (hooks === undefined) return undefined;
  const path = join(hooks.folder, "pre-commit");
  if (!hooks.own) {
    throw new TenetError(`git looks for its hooks in ${hooks.folder}, which other repositories share.`, {
      failure: "conflict",
      code: "shared-hooks",
      hint: "Have the pre-commit there run `tenet verify` in repositories that hold a tenet.yaml.",
    });
  }
  const inside = path.startsWith(`${workspace.root}/`);
  const shown = inside ? shownPath(path, ctx, "project") : path;
  return { name: "git.project.pre-commit", path, shown, patch: gitHookPatch(hooks.workspace), main: true };
}

/** The folder beneath which a host's files of a level lie. Codex's skills alone lie beneath the home folder. */
function baseOf(ctx: HooksContext, host: HookHost, level: HooksLevel, file: TargetFile): string {
  if (level === "project") return requireWorkspace(ctx).root;
  if (file.at[0] === ".agents") return ctx.places.home;
  return ctx.places.hosts[host as Exclude<HookHost, "git" | "agents-md">];
}

function requireWorkspace({ workspace }: HooksContext): Workspace {
  if (workspace !== undefined) return workspace;
  throw new TenetError("No workspace here: hooks of a project belong to one.", {
    failure: "no-workspace",
    hint: "`tenet init` makes one here; --level user installs them for all of yours.",
  });
}

/**
 * The files that connect a host at a level. Throws wrong usage for what a host does not have, `no-workspace` where a
 * project is needed. Empty for git outside a repository.
 */
export async function targetsOf(
  ctx: HooksContext,
  { host, level, mcp }: { host: HookHost; level: HooksLevel; mcp: boolean },
): Promise<HostTarget[]> {
  if (!hasLevel(host, level))
    throw wrongUsage(`${host} has no hooks of its own at the level user`, "Leave --level out.");
  if (mcp) requireServer(host, level);
  if (host === "git") {
    const target = await gitTarget(ctx, requireWorkspace(ctx));
    return target === undefined ? [] : [target];
  }
  return filesOf(host, level, mcp).map((file, i) => {
    const path = join(baseOf(ctx, host, level, file), ...file.at);
    return {
      name: `${host}.${level}.${file.name}`,
      path,
      shown: shownPath(path, ctx, level),
      ...(level === "project" ? { within: requireWorkspace(ctx).root } : {}),
      patch: file.patch,
      ...(i === 0 ? { main: true as const } : {}),
    };
  });
}

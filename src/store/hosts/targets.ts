/** Which files an installing touches, by host and level: the rows of the table, as paths here. */
import { basename, join } from "node:path";
import type { Places } from "../../context.js";
import { TenetError, wrongUsage } from "../../errors.js";
import type { CloneConfig } from "../git/git-state.js";
import { gitHooks, readHostFile } from "../host-files.js";
import type { Workspace } from "../workspace.js";
import { HOOK_HOSTS, HOSTS, type HookHost } from "./host.js";
import type { HostPatch } from "./host-patch.js";
import { HOST_TABLE, type HostFileRow } from "./host-table.js";
import { gitHookPatch } from "./settings-block.js";

export { HOOK_HOSTS, type HookHost } from "./host.js";

export const LEVELS = ["project", "user"] as const;
export type HooksLevel = (typeof LEVELS)[number];

/** What the operations about hooks use of the world: `user` level needs no workspace. */
export interface HooksContext {
  workspace?: Workspace;
  places: Places;
  /** What git is set to in this clone, where it was asked already. */
  config?: CloneConfig;
  /** Texts of files as earlier steps of one plan would leave them, by path; undefined for one that would go. */
  planned?: ReadonlyMap<string, string | undefined>;
}

/** One file of a host and what goes into it. */
export interface HostTarget {
  host: HookHost;
  /** Of the record about it. */
  name: string;
  path: string;
  /** As people read it: relative to the workspace, or to their home. */
  shown: string;
  /** The folder that the file must really lie in. */
  within?: string;
  patch: HostPatch;
  /** The first of its host: its state decides whether the host is connected. */
  main?: true;
  /** It is installed only on request. */
  optional?: true;
  /** Other hosts read the same lines in the same file. */
  shared?: true;
}

/** The files of a host at a level; git names the place of its own. */
export const rowsOf = (host: HookHost, level: HooksLevel): HostFileRow[] =>
  host === "git" ? [] : HOST_TABLE[host].files.filter((row) => row[level] !== undefined);

/** Whether a host has files at a level. */
export const hasLevel = (host: HookHost, level: HooksLevel): boolean =>
  host === "git" ? level === "project" : rowsOf(host, level).length > 0;

/** Hosts that call tenet at the moments of a session: once a level. A server of the same name is one, wherever it stands. */
export const callsTwice = (host: HookHost): boolean => (HOSTS as readonly string[]).includes(host);

/** Hosts whose server for MCP can be written into a file at a level. */
export const takesServer = (host: HookHost, level: HooksLevel): boolean =>
  rowsOf(host, level).some(({ name }) => name === "mcp");

function requireServer(host: HookHost, level: HooksLevel): void {
  if (takesServer(host, level)) return;
  const own = host === "git" ? undefined : HOST_TABLE[host].ownServer;
  if (own !== undefined) throw wrongUsage(own.why, own.hint);
  const takers = HOOK_HOSTS.filter((one) => takesServer(one, level)).join(", ");
  throw wrongUsage(`--with mcp says nothing to ${host}`, `It is for ${takers}.`);
}

function requireLevel(host: HookHost, level: HooksLevel): void {
  if (hasLevel(host, level)) return;
  const own = host === "git" ? undefined : HOST_TABLE[host].ownServer;
  throw wrongUsage(
    own === undefined ? `${host} has nothing of its own at the level ${level}` : own.why,
    own === undefined ? "Leave --level out." : own.hint,
  );
}

function shownPath(path: string, { workspace, places }: HooksContext, level: HooksLevel): string {
  if (level === "project" && workspace !== undefined) return workspace.relative(path);
  return path.startsWith(`${places.home}/`) ? `~${path.slice(places.home.length)}` : path;
}

/** The hook of git that is ours to write into. */
export const GIT_HOOK = { file: "pre-commit", name: "git.project.pre-commit" } as const;

async function gitTarget(ctx: HooksContext, workspace: Workspace): Promise<HostTarget | undefined> {
  const hooks = await gitHooks(workspace.root, ctx.config);
  if (hooks === undefined) return undefined;
  const path = join(hooks.folder, GIT_HOOK.file);
  if (!hooks.own) {
    throw new TenetError(`git looks for its hooks in ${hooks.folder}, which other repositories share.`, {
      failure: "conflict",
      code: "shared-hooks",
      hint: "Have the pre-commit there run `tenet verify` in repositories that hold a tenet.yaml.",
    });
  }
  const isInside = path.startsWith(`${workspace.root}/`);
  const pathText = isInside ? shownPath(path, ctx, "project") : path;
  return {
    host: "git",
    name: GIT_HOOK.name,
    path,
    shown: pathText,
    patch: gitHookPatch(hooks.workspace),
    main: true,
  };
}

function requireWorkspace({ workspace }: HooksContext): Workspace {
  if (workspace !== undefined) return workspace;
  throw new TenetError("No workspace here: hooks of a project belong to one.", {
    failure: "no-workspace",
    hint: "`tenet init` makes one here; --level user installs them for all of yours.",
  });
}

/** Throws `no-workspace` where a host's server needs a workspace, and none is here. */
export function requireServed({ workspace }: HooksContext, host: HookHost, level: HooksLevel): void {
  if (workspace !== undefined || !rowsOf(host, level).some(({ bound }) => bound === true)) return;
  throw new TenetError(`${host} starts servers in no project: it has to be told which workspace.`, {
    failure: "no-workspace",
    hint: "Run it in the workspace that it shall serve.",
  });
}

/** Of the record about a file. What several hosts read has one record, whoever put it there. */
function recordName(host: HookHost, level: HooksLevel, { name }: HostFileRow, path: string): string {
  if (name !== "block") return `${host}.${level}.${name}`;
  // User level: files of that name lie in folders of their own hosts.
  if (level === "user") return `${host}.user.block`;
  return basename(path) === "AGENTS.md" ? "agents-md.project.block" : `agents-md.project.block.${basename(path)}`;
}

function userPath({ places }: HooksContext, { in: folder, at }: NonNullable<HostFileRow["user"]>): string {
  if (folder === "home") return join(places.home, at);
  return join(folder === "config" ? places.config : places.hosts[folder], at);
}

/** The text of a file that a host may read; empty for unreadable ones, which the writer reports. */
async function textAt(path: string, root: string): Promise<string | undefined> {
  try {
    return (await readHostFile(path, root)).text;
  } catch (thrown) {
    if (!(thrown instanceof TenetError)) throw thrown;
    return "";
  }
}

const HOLDS_PATCH: readonly string[] = ["installed", "outdated", "partly"];

/** Of several files that a host may read: where the patch stands already, else the one it reads, else the one to make. */
async function projectPath(root: string, { of, make }: NonNullable<HostFileRow["project"]>, patch: HostPatch) {
  const [first = "", ...others] = of.map((file) => join(root, file));
  if (others.length === 0) return first;
  let link: string | undefined;
  for (const path of [first, ...others]) {
    const text = await textAt(path, root);
    if (text === undefined) continue;
    if (HOLDS_PATCH.includes(patch.stateIn(text).state)) return path;
    link ??= path;
  }
  return link ?? (make === undefined ? first : join(root, make));
}

/** Every file of a project that holds the block of instructions: also one that its host reads no longer. */
export async function blockTargets(ctx: HooksContext): Promise<HostTarget[]> {
  const { root } = requireWorkspace(ctx);
  const targetsByPath = new Map<string, HostTarget>();
  for (const host of HOOK_HOSTS) {
    for (const row of rowsOf(host, "project").filter(({ name }) => name === "block")) {
      const patch = row.patch(root);
      for (const path of (row.project?.of ?? []).map((file) => join(root, file))) {
        const text = targetsByPath.has(path) ? undefined : await textAt(path, root);
        if (text === undefined || !HOLDS_PATCH.includes(patch.stateIn(text).state)) continue;
        const name = recordName(host, "project", row, path);
        targetsByPath.set(path, { host, name, path, shown: shownPath(path, ctx, "project"), within: root, patch });
      }
    }
  }
  return [...targetsByPath.values()];
}

/**
 * The files that connect a host at a level. Throws wrong usage for what a host does not have, `no-workspace` where a
 * project is needed. Empty for git outside a repository.
 */
export async function targetsOf(
  ctx: HooksContext,
  { host, level, mcp }: { host: HookHost; level: HooksLevel; mcp: boolean },
): Promise<HostTarget[]> {
  requireLevel(host, level);
  if (mcp) requireServer(host, level);
  if (host === "git") {
    const target = await gitTarget(ctx, requireWorkspace(ctx));
    return target === undefined ? [] : [target];
  }
  const root = level === "project" ? requireWorkspace(ctx).root : undefined;
  const targets: HostTarget[] = [];
  for (const row of rowsOf(host, level)) {
    if (row.asked === true && !mcp) continue;
    const patch = row.patch(level === "project" || row.bound === true ? ctx.workspace?.root : undefined);
    const path =
      root !== undefined && row.project !== undefined
        ? await projectPath(root, row.project, patch)
        : userPath(ctx, row.user as NonNullable<HostFileRow["user"]>);
    targets.push({
      host,
      name: recordName(host, level, row, path),
      path,
      shown: shownPath(path, ctx, level),
      ...(root === undefined ? {} : { within: root }),
      patch,
      ...(targets.length === 0 ? { main: true as const } : {}),
      ...(row.asked === true ? { optional: true as const } : {}),
      ...(row.name === "block" ? { shared: true as const } : {}),
    });
  }
  return targets;
}

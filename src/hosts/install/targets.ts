/** Which files an installing touches, by host and level: the rows of the table, as paths here. */
import { join } from "node:path";
import type { Places } from "../../context.js";
import { TenetError, wrongUsage } from "../../errors.js";
import { HOSTS, type HookHost } from "../../store/host.js";
import type { Workspace } from "../../store/workspace.js";
import { gitHooks } from "../host-files.js";
import type { HostPatch } from "./host-patch.js";
import { HOST_TABLE, type HostFileRow } from "./host-table.js";
import { gitHookPatch } from "./settings-block.js";

export { HOOK_HOSTS, type HookHost } from "../../store/host.js";

export const LEVELS = ["project", "user"] as const;
export type HooksLevel = (typeof LEVELS)[number];

/** What the operations about hooks use of the world: `user` level needs no workspace. */
export interface HooksContext {
  workspace?: Workspace;
  places: Places;
  /** Texts of files as earlier steps of one plan would leave them, by path; undefined for one that would go. */
  planned?: ReadonlyMap<string, string | undefined>;
}

/** One file of a host and what goes into it. */
export interface HostTarget {
  host: HookHost;
  path: string;
  /** As people read it: relative to the workspace, or to their home. */
  shown: string;
  /** The folder that the file must really lie in. */
  within?: string;
  patch: HostPatch;
  /** The first of its host: its state decides whether the host is connected. */
  main?: true;
}

/** The files of a host at a level; git names the place of its own. */
const rowsOf = (host: HookHost, level: HooksLevel): HostFileRow[] =>
  host === "git" ? [] : HOST_TABLE[host].files.filter((row) => row[level] !== undefined);

/** Whether a host has files at a level. */
export const hasLevel = (host: HookHost, level: HooksLevel): boolean =>
  host === "git" ? level === "project" : rowsOf(host, level).length > 0;

/** Hosts that call tenet at the moments of a session: once a level. */
export const callsTwice = (host: HookHost): boolean => (HOSTS as readonly string[]).includes(host);

function requireLevel(host: HookHost, level: HooksLevel): void {
  if (!hasLevel(host, level))
    throw wrongUsage(`${host} has nothing of its own at the level ${level}`, "Leave --level out.");
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
  const isInside = path.startsWith(`${workspace.root}/`);
  const pathText = isInside ? shownPath(path, ctx, "project") : path;
  return {
    host: "git",
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

function userPath({ places }: HooksContext, { in: folder, at }: NonNullable<HostFileRow["user"]>): string {
  return join(folder === "home" ? places.home : places.hosts[folder], at);
}

/**
 * The files that connect a host at a level. Throws wrong usage for what a host does not have, `no-workspace` where a
 * project is needed. Empty for git outside a repository.
 */
export async function targetsOf(
  ctx: HooksContext,
  { host, level }: { host: HookHost; level: HooksLevel },
): Promise<HostTarget[]> {
  requireLevel(host, level);
  if (host === "git") {
    const target = await gitTarget(ctx, requireWorkspace(ctx));
    return target === undefined ? [] : [target];
  }
  const root = level === "project" ? requireWorkspace(ctx).root : undefined;
  return rowsOf(host, level).map((row, at) => {
    const path =
      root !== undefined && row.project !== undefined
        ? join(root, row.project)
        : userPath(ctx, row.user as NonNullable<HostFileRow["user"]>);
    return {
      host,
      path,
      shown: shownPath(path, ctx, level),
      ...(root === undefined ? {} : { within: root }),
      patch: row.patch(),
      ...(at === 0 ? { main: true as const } : {}),
    };
  });
}

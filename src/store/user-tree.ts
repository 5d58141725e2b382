/** The user tree: facts about a person for every workspace, in a folder of the same format, made at the first write. */

import { lstatSync, mkdirSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative } from "node:path";
import type { Context } from "../context.js";
import { TenetError, wrongUsage } from "../errors.js";
import { ownAgents, type Profile } from "../settings.js";
import { readSettings } from "./base/settings-in-force.js";
import { writeFileAtomic } from "./files/atomic-file.js";
import { realPath, Workspace } from "./workspace.js";

/** The real path of a folder whose last parts may not exist yet. */
function realPlace(path: string): string {
  return realPath(path) ?? (dirname(path) === path ? path : join(realPlace(dirname(path)), basename(path)));
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(realPlace(folder), realPlace(path));
  return way !== ".." && !/^\.\.[/\\]/.test(way) && !isAbsolute(way);
}

/** Throws for a path among the records or the local state of a workspace, where its files would be taken for those. */
function refuseInside(path: string, workspace: Workspace): void {
  if (![workspace.memory, workspace.local].some((folder) => isBelow(folder, path))) return;
  throw wrongUsage(
    `the user tree would lie among this workspace's own files, in ${path}`,
    "Name a folder of your own with TENET_USER_TREE.",
    "user-tree",
  );
}

/**
 * The workspace at a path that has one; undefined where nothing was ever written, after a single look. `besides`: the
 * workspace at hand, which is never a second one. Throws for one among its files.
 */
function findUserTree(path: string, besides: Workspace): Workspace | undefined {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  const root = realPath(path);
  if (root === undefined || root === realPath(besides.root)) return undefined;
  refuseInside(root, besides);
  const workspace = new Workspace(root);
  return lstatSync(workspace.profile, { throwIfNoEntry: false }) === undefined ? undefined : workspace;
}

/**
 * Makes the workspace: readable by its owner alone, and ignored by git where it lies below the workspace at hand, as it
 * does for one in a home folder. What is there is kept.
 */
async function makeUserTree(path: string, profile: string, besides: Workspace): Promise<Workspace> {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const workspace = new Workspace(realpathSync.native(path));
  if (lstatSync(workspace.profile, { throwIfNoEntry: false }) === undefined) {
    if (isBelow(besides.root, workspace.root)) {
      await writeFileAtomic(workspace.gitignore, "*\n", { within: workspace });
    }
    await writeFileAtomic(workspace.profile, profile, { within: workspace });
  }
  return workspace;
}

/** How files of that tree are named beside those of the workspace: `user:memory/facts/preferences.md`. */
export const USER_TREE = "user:";

/** An answer about that tree, with its file named so that it cannot be taken for one of the workspace. */
export function inUserTree<T extends { file?: string | undefined }>(answer: T): T {
  return answer.file === undefined ? answer : { ...answer, file: `${USER_TREE}${answer.file}` };
}

/** An answer about one of the two trees: what stands in the user's is named so. */
export function fromHome<T extends { file?: string | undefined }>(ctx: Context, home: Context, answer: T): T {
  return home === ctx ? answer : inUserTree(answer);
}

const opened = new WeakMap<Context, Context>();
/** Contexts that have warned about their unreadable user tree. */
const warned = new WeakSet<Context>();

/**
 * A context for the user tree, with the same clock, ids and actor. Undefined while the tree does not exist, where it is
 * the workspace itself, and where it cannot be read; that is warned about once. Makes nothing.
 */
export async function userContext(ctx: Context): Promise<Context | undefined> {
  const openedContext = opened.get(ctx);
  if (openedContext !== undefined) return openedContext;
  try {
    const workspace = findUserTree(ctx.places.userTree, ctx.workspace);
    return workspace === undefined ? undefined : await contextOver(ctx, workspace);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const treePath = ctx.places.userTree;
    if (!warned.has(ctx))
      ctx.warn(`The user tree in ${treePath} cannot be read; what is known of you is left out: ${reason}`);
    warned.add(ctx);
    return undefined;
  }
}

/** The context for writing facts about a person; made at the first one. May be the workspace itself. */
export async function ensureUserTree(ctx: Context): Promise<Context> {
  const path = ctx.places.userTree;
  // The workspace's own root, however it is reached.
  const root = realPath(path);
  if (root !== undefined && root === realPath(ctx.workspace.root)) return ctx;
  refuseInside(path, ctx.workspace);
  const context = await userContext(ctx);
  if (context !== undefined) return context;
  const agent = ownAgents(ctx.profile)[0] ?? "main";
  const profile = [
    "# What is true of you in every workspace. Written by what is said with `--scope user`.",
    "schema: 1",
    `agent: ${JSON.stringify(agent)}`,
    `timezone: ${JSON.stringify(ctx.profile.timezone)}`,
    "",
  ].join("\n");
  let workspace: Workspace;
  try {
    workspace = await makeUserTree(path, profile, ctx.workspace);
  } catch (cause) {
    if (cause instanceof TenetError) throw cause;
    throw new TenetError(`The user tree cannot be made in ${path}: ${(cause as Error).message}`, {
      failure: "failed",
      code: "user-tree",
      hint: "Name another folder with TENET_USER_TREE.",
      cause,
    });
  }
  return await contextOver(ctx, workspace);
}

async function contextOver(ctx: Context, workspace: Workspace): Promise<Context> {
  const { profile: own, base } = await readSettings(workspace);
  const { run: _run, ...actor } = ctx.actor;
  const userTreeContext: Context = {
    ...ctx,
    workspace,
    base,
    profile: joinProfiles(own, ctx.profile),
    actor,
    // A seed must not draw the same id in both trees.
    ids: { tail: () => [...ctx.ids.tail()].reverse().join("") },
    // Vectors of two models cannot be compared.
    modelOf: ctx,
  };
  opened.set(ctx, userTreeContext);
  return userTreeContext;
}

/** Its own settings, with the people, agents and model of the workspace at hand; the stricter way to let entries in. */
function joinProfiles(own: Profile, profileHere: Profile): Profile {
  const listed = new Set(own.people.map(({ name }) => name));
  return {
    ...own,
    agent: [...new Set([...ownAgents(own), ...ownAgents(profileHere)])],
    people: [...own.people, ...profileHere.people.filter(({ name }) => !listed.has(name))],
    apply_mode: profileHere.apply_mode === "curated" ? "curated" : own.apply_mode,
    secrets: { personal: profileHere.secrets.personal === "redact" ? "redact" : own.secrets.personal },
    embedding: profileHere.embedding,
    near: profileHere.near,
  };
}

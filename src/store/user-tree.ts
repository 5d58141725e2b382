/** The user tree: a workspace of facts about a person, read beside every other one and made at the first write. */
import { existsSync, mkdirSync } from "node:fs";
import type { Context } from "../context.js";
import { defaultProfile } from "../settings.js";
import { readSettings } from "./base/settings-in-force.js";
import { writeFileAtomic } from "./files/atomic-file.js";
import { fileFailure } from "./files/file-failure.js";
import { profilePage } from "./profile/profile-page.js";
import { realPath, Workspace } from "./workspace.js";

/** How files of that tree are named beside those of the workspace: `user:memory/facts/preferences.md`. */
export const USER_TREE = "user:";

/** An answer about one of the two trees: the file in the user's is named so. */
export function fromHome<T extends { file?: string | undefined }>(ctx: Context, home: Context, answer: T): T {
  return home === ctx || answer.file === undefined ? answer : { ...answer, file: `${USER_TREE}${answer.file}` };
}

/** Contexts of user trees, by those that they are read beside; undefined for one that cannot be read. */
const opened = new WeakMap<Context, Context | undefined>();

/**
 * The context for reading the user tree. Undefined while there is none, where it is the workspace itself, and where it
 * cannot be read; that is warned about once.
 */
export async function userContext(ctx: Context): Promise<Context | undefined> {
  const { userTree } = ctx.places;
  const root = realPath(userTree);
  const isThere = root !== undefined && root !== ctx.workspace.root && existsSync(new Workspace(root).profile);
  if (!isThere || opened.has(ctx)) return opened.get(ctx);
  try {
    return await contextOver(ctx, root);
  } catch (error) {
    const { message } = error as Error;
    ctx.warn(`The user tree in ${userTree} cannot be read; what is known of you is left out: ${message}`);
    opened.set(ctx, undefined);
    return undefined;
  }
}

/** The context for writing facts about a person; its tree is made at the first. May be the workspace itself. */
export async function ensureUserTree(ctx: Context): Promise<Context> {
  const { userTree } = ctx.places;
  const context = await userContext(ctx);
  if (context !== undefined) return context;
  try {
    mkdirSync(userTree, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw fileFailure("write", userTree, cause, "Name another folder with TENET_USER_TREE.");
  }
  const workspace = new Workspace(realPath(userTree) ?? userTree);
  if (workspace.root === ctx.workspace.root) return ctx;
  if (!existsSync(workspace.profile)) {
    const page = profilePage({ ...defaultProfile(), agent: ctx.profile.agent, timezone: ctx.profile.timezone });
    // A workspace in the home folder holds it, and git there is not to see it.
    if (ctx.workspace.folderOf(workspace.root) !== undefined)
      await writeFileAtomic(workspace.gitignore, "*\n", { within: workspace });
    await writeFileAtomic(workspace.profile, page, { within: workspace });
  }
  return await contextOver(ctx, workspace.root);
}

async function contextOver(ctx: Context, root: string): Promise<Context> {
  const workspace = new Workspace(root);
  const { profile: own, base } = await readSettings(workspace, () => undefined);
  const { run: _run, ...actor } = ctx.actor;
  const context: Context = {
    ...ctx,
    workspace,
    base,
    // Where and how records are written is its own affair; everything else is as in the workspace at hand.
    profile: { ...ctx.profile, timezone: own.timezone, layout: own.layout, git: own.git },
    actor,
    // A seed must not draw the same id in both trees.
    ids: { tail: () => [...ctx.ids.tail()].reverse().join("") },
    // Vectors of two models cannot be compared.
    modelOf: ctx,
  };
  opened.set(ctx, context);
  return context;
}

/** The world as a commit holds it, for reports of the past: workspace, settings and clock are the commit's own. */
import { clockAt, localDay } from "../clock.js";
import type { Actor, Context } from "../context.js";
import { TenetError } from "../errors.js";
import { ownAgents, type Profile } from "../settings.js";
import type { SettingsOfContext } from "../store/base/settings-in-force.js";
import { type CommitFolder, withCommitFolder } from "../store/git/commit-folder.js";
import { Workspace } from "../store/workspace.js";
import { defined } from "../text/defined.js";

/**
 * Runs an operation that reads on what a commit holds, by git alone, at the time of that commit and on nobody's behalf.
 * `commit`: its whole id. Nothing here is read or written but git's objects: neither work tree nor index, ledger and
 * cache. Throws `usage` for a revision that git does not know, a commit without `tenet.yaml`, and without git.
 */
export async function atCommit<T>(
  ctx: Context,
  revision: string,
  body: (ctx: Context, commit: string) => Promise<T>,
): Promise<T> {
  return await withCommitFolder(ctx.workspace, revision, async (at) => await body(await contextAt(ctx, at), at.commit));
}

async function contextAt(ctx: Context, { root, commit, time, leftOut }: CommitFolder): Promise<Context> {
  const workspace = new Workspace(root);
  const place = `at ${commit.slice(0, 10)}`;
  const warn = (message: string): void => ctx.warn(`${place}: ${message}`);
  if (leftOut.length > 0) warn(leftOutWarning(leftOut));
  const settings = await settingsOf(workspace, place, warn);
  const { ids, places, steps, progress, signal, models, until, finishFirst } = ctx;
  const actor = nobody(settings.profile, time);
  const own = { workspace, ...settings, clock: clockAt(time), actor, warn };
  return { ...own, ids, places, steps, progress, signal, finishFirst, ...defined({ models, until }) };
}

async function settingsOf(workspace: Workspace, place: string, warn: Context["warn"]): Promise<SettingsOfContext> {
  const { settingsWithWarnings } = await import("../store/base/settings-in-force.js");
  try {
    return await settingsWithWarnings(workspace, warn);
  } catch (cause) {
    if (!(cause instanceof TenetError)) throw cause;
    const { failure, code, hint, details } = cause;
    throw new TenetError(`${place}: ${cause.message}`, { failure, code, details, cause, ...defined({ hint }) });
  }
}

/** Reads in the name of the profile's own agent; no person, no run and no contact. */
function nobody(profile: Profile, time: Date): Actor {
  const agent = ownAgents(profile)[0] ?? "main";
  const session = `adhoc-${agent}-${localDay(time, profile.timezone)}`;
  return { agent, agentStated: false, session, atTerminal: false, git: async () => ({}) };
}

/** So many names are said. */
const NAMED = 3;

function leftOutWarning(files: readonly string[]): string {
  const more = files.length > NAMED ? ` and ${files.length - NAMED} more` : "";
  const names = files.slice(0, NAMED).map((file) => JSON.stringify(file));
  return `left out, for being links or no files that a workspace has: ${names.join(", ")}${more}`;
}

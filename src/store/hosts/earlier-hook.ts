/** The hook of git where it was put, once git looks for its hooks elsewhere. Called by `init --remove`. */
import { basename, join } from "node:path";
import { gitHooks } from "../host-files.js";
import { recordedPath } from "./host-records.js";
import { gitHookPatch } from "./settings-block.js";
import { GIT_HOOK, type HooksContext, type HostTarget } from "./targets.js";

/** Empty where git looks where it did. A record that names a file outside of this clone counts for nothing. */
export async function earlierGitHook(ctx: HooksContext): Promise<HostTarget[]> {
  const path = recordedPath(ctx, "project", GIT_HOOK);
  const hooks =
    path === undefined || ctx.workspace === undefined ? undefined : await gitHooks(ctx.workspace.root, ctx.config);
  if (path === undefined || hooks === undefined || path === join(hooks.folder, GIT_HOOK.file)) return [];
  const within = hooks.places.find((place) => path.startsWith(`${place}/`));
  if (within === undefined || basename(path) !== GIT_HOOK.file) return [];
  return [{ host: "git", name: GIT_HOOK.name, path, shown: path, within, patch: gitHookPatch(hooks.workspace) }];
}

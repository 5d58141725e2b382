/** Which files that agents wrote are looked at: a person's own in the workspace, whichever of its work trees they lay in. */
import { isAbsolute, resolve, sep } from "node:path";
import type { Context } from "../context.js";
import { nameWithin, rootsOf } from "../store/transcripts/host-history.js";
import type { FileWrite } from "../store/transcripts/transcript-writes.js";
import { DAY_MS, stamp } from "../text/durations.js";

/** What was written earlier is no example any more. */
const DAYS = 90;

/**
 * Names files in the workspace. What tenet keeps is not among them, nor are the files that rules stand in: what people
 * change there is recorded as it is adopted.
 */
export function workspaceFiles({
  workspace: ws,
  profile,
  clock,
}: Pick<Context, "workspace" | "profile" | "clock">): (write: FileWrite) => string | undefined {
  const roots = rootsOf(ws.root);
  const since = stamp(new Date(clock.now().getTime() - DAYS * DAY_MS));
  const core = new Set<string>([ws.relative(ws.profile), ...Object.values(profile.files)]);
  const own = [ws.memory, ws.local, ws.absolute(".git")].map((folder) => `${ws.relative(folder)}/`);
  return ({ path, cwd, at }) => {
    if (at < since || !(isAbsolute(path) || cwd !== undefined)) return undefined;
    const whole = resolve(cwd ?? "/", path);
    const [name = ""] = roots.flatMap((root) => nameWithin(root, whole)?.replaceAll(sep, "/") ?? []);
    return name === "" || core.has(name) || own.some((folder) => name.startsWith(folder)) ? undefined : name;
  };
}

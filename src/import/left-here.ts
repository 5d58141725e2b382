/** Files of the workspace that an import leaves, whatever they hold: somebody reads them here, or they are one person's. */
import { relative, sep } from "node:path";
import type { Context } from "../context.js";
import { readsHere } from "../hosts/install/read-here.js";
import { ignoredAmong } from "../store/git/git.js";
import { realFolder } from "../store/workspace.js";

type Here = Pick<Context, "workspace" | "places" | "profile">;

const READ_HERE = "Agents read it here as it stands: its lines are compared with what is captured, not copied.";
const IGNORED = "git ignores it, so it is yours alone, and what is imported is shared.";

/** Why files of this workspace are left: somebody reads them here, or they shall not be shared. */
export async function leftHere(ctx: Here, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const root = realFolder(ctx.workspace.root);
  const inside = new Map(
    paths.flatMap((path) => (path.startsWith(`${root}${sep}`) ? [[path, relative(root, path)]] : [])),
  );
  if (inside.size === 0) return new Map();
  const [isRead, ignored] = await Promise.all([readsHere(ctx), ignoredAmong(root, [...inside.values()])]);
  return new Map(
    [...inside].flatMap(([path, name]): [string, string][] => {
      if (isRead(name.split(sep).join("/"))) return [[path, READ_HERE]];
      return ignored.has(name) ? [[path, IGNORED]] : [];
    }),
  );
}

/**
 * Whether this clone has the merge driver that its `.gitattributes` ask for. Looks at two small files and starts no
 * process, so that every writing command and every start of a session can ask.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "../../context.js";
import { commonFolder, gitFolder } from "../git/git-folder.js";

/** Said by `status`, `context`, `hooks check` and `doctor`. */
export const DRIVER_MISSING =
  "the merge driver is not registered in this clone: git merges record files by line, with conflicts";

/** Do the attributes of a folder ask for the driver? */
const asksForDriver = (root: string): boolean => /\bmerge=tenet\b/.test(textAt(join(root, ".gitattributes")));

/** Is a driver registered here? */
export function hasDriver(root: string): boolean {
  const folder = gitFolder(root);
  return folder !== undefined && /^\s*\[merge "tenet"\]/m.test(textAt(join(commonFolder(folder), "config")));
}

/** Is a driver asked for here, and missing? False without git, and where `.gitattributes` names no driver of ours. */
export const lacksDriver = (root: string): boolean =>
  gitFolder(root) !== undefined && asksForDriver(root) && !hasDriver(root);

/**
 * Registers the driver where a clone lacks it. Called before every write; where git's config cannot be written the write
 * goes on, and `status` keeps naming what is missing.
 */
export async function registerDriver({
  workspace: { root },
  warn,
}: Pick<Context, "workspace" | "warn">): Promise<void> {
  if (!lacksDriver(root)) return;
  const { installMergeDriver } = await import("./merge-driver.js");
  const result = await installMergeDriver(root).catch(() => "failed");
  if (result === "installed") warn("From now on git merges record files by record in this clone (.git/config).");
}

function textAt(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

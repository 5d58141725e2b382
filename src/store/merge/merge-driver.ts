/** How git calls tenet to merge: a command in this clone's own config, which no clone carries along. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Context } from "../../context.js";
import { shellQuoted } from "../../text/shell-quoted.js";
import { answerOf, GitFailed, run } from "../git/git.js";
import { commonFolder, gitFolder } from "../git/git-folder.js";

/** Said by `status`, `context`, `hooks check` and `doctor`. */
export const DRIVER_MISSING =
  "the merge driver is not registered in this clone: git merges record files by line, with conflicts";

/** Is a driver registered here? */
export function hasDriver(root: string): boolean {
  const folder = gitFolder(root);
  return folder !== undefined && /^\s*\[merge "tenet"\]/m.test(textAt(join(commonFolder(folder), "config")));
}

/** Is a driver asked for by `.gitattributes`, and missing? Reads two small files: every writing command asks. */
export const lacksDriver = (root: string): boolean =>
  gitFolder(root) !== undefined && /\bmerge=tenet\b/.test(textAt(join(root, ".gitattributes"))) && !hasDriver(root);

/** Registers the driver where a clone lacks it, before every write; where that fails `status` keeps naming it. */
export async function registerDriver({
  workspace: { root },
  warn,
}: Pick<Context, "workspace" | "warn">): Promise<void> {
  if (!lacksDriver(root)) return;
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

/** Exit code of the driver for conflicts. */
const DRIVER_CONFLICT = 6;

/** The built program of this installation, seen from `dist/parts/`; undefined when run from sources. */
export function programFile(): string | undefined {
  const file = join(dirname(fileURLToPath(import.meta.url)), "..", "main.cjs");
  return existsSync(file) ? file : undefined;
}

/**
 * The shell line git runs: this installation's program if it still stands, `tenet` from PATH, at last `git merge-file`,
 * which leaves ordinary markers. A driver that merely fails would leave our side alone in the file, and theirs would be
 * lost with the next `git add`.
 */
export function driverCommand(program: string | undefined): string {
  const merge = `tenet_merge() { "$@" merge --driver %O %A %B %P; case $? in 0) exit 0;; ${DRIVER_CONFLICT}) exit 1;; esac; }`;
  const own =
    program === undefined ? [] : [`test -f ${shellQuoted(program)} && tenet_merge node ${shellQuoted(program)}`];
  return [merge, ...own, "command -v tenet >/dev/null 2>&1 && tenet_merge tenet", "git merge-file %A %O %B"].join("; ");
}

/** Registers the driver in the clone of `root`. Returns whether anything changed; `no-git` outside a repository. */
export async function installMergeDriver(
  root: string,
  program = programFile(),
): Promise<"installed" | "current" | "no-git"> {
  if (gitFolder(root) === undefined) return "no-git";
  const command = driverCommand(program);
  const configured = await answerOf(root, ["config", "--local", "--get", "merge.tenet.driver"]);
  if (configured === `${command}\n`) return "current";
  try {
    await run(root, ["config", "--local", "merge.tenet.driver", command]);
    return "installed";
  } catch (error) {
    // There is no git to run.
    if (error instanceof GitFailed && error.exitCode === undefined) return "no-git";
    throw error;
  }
}

/** Takes it out of git's config. */
export async function removeMergeDriver(root: string): Promise<void> {
  await run(root, ["config", "--local", "--remove-section", "merge.tenet"]);
}

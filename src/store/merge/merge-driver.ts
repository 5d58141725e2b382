/** How git calls tenet to merge: a command in this clone's own config, which no clone carries along. */
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { TenetError } from "../../errors.js";
import { shellQuoted } from "../../text/shell-quoted.js";
import { answerOf, GitFailed, run } from "../git/git.js";
import { gitFolder } from "../git/git-folder.js";
import { type MergedFile, mergeFile, type RowMerger } from "./merge-file.js";
import { textOf } from "./merge-stages.js";

/** Exit code of the driver for conflicts; git takes any other failure as no result at all. */
const DRIVER_CONFLICT = 6;

const NAME = "memory of agents, merged by record";

/** The built program of this installation, seen from `dist/parts/`; undefined when run from sources. */
export function programFile(): string | undefined {
  const file = join(dirname(fileURLToPath(import.meta.url)), "..", "main.cjs");
  return existsSync(file) ? file : undefined;
}

/**
 * The shell line git runs. This installation's program if it still stands, else `tenet` from PATH; whenever neither is
 * found or one fails, `git merge-file` leaves ordinary markers: a driver that merely fails would leave our side alone
 * in the file, and theirs would be lost with the next `git add`.
 */
export function driverCommand(program: string | undefined): string {
  const byLine = "git merge-file %A %O %B";
  const merge = `tenet_merge() { "$@" merge --driver %O %A %B %P; case $? in 0) return 0;; ${DRIVER_CONFLICT}) return 1;; *) ${byLine};; esac; }`;
  const onPath = `if command -v tenet >/dev/null 2>&1; then tenet_merge tenet; else ${byLine}; fi`;
  if (program === undefined) return `${merge}; ${onPath}`;
  return `${merge}; if test -f ${shellQuoted(program)}; then tenet_merge node ${shellQuoted(program)}; el${onPath}`;
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
    await run(root, ["config", "--local", "merge.tenet.name", NAME]);
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

/** The files git names to a driver: temporary ones for the versions, and the path they are of. */
export interface DriverFiles {
  base: string;
  /** Read, and overwritten by the result. */
  ours: string;
  theirs: string;
  /** Relative to the top of the repository. */
  path: string;
}

/** Merges the three files as git's driver, with no workspace needed. Throws, having written nothing, when it cannot. */
export async function runMergeDriver(files: DriverFiles, special?: RowMerger): Promise<MergedFile> {
  const texts = await Promise.all(
    [files.base, files.ours, files.theirs].map(async (file) => {
      const text = textOf(await readFile(file));
      if (text !== undefined) return text;
      throw new TenetError(`${files.path} is not UTF-8 and can only be merged by line`, { failure: "failed" });
    }),
  );
  const [base = "", ours = "", theirs = ""] = texts;
  const merged = mergeFile(files.path, base, ours, theirs, special);
  if (merged.text !== ours) await writeFile(files.ours, merged.text);
  return merged;
}

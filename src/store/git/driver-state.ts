/** Whether git merges record files by record in this clone: drivers stand in git's config, which a clone does not carry. */
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { GitFailed, run } from "./git-run.js";

export interface DriverState {
  /** The command git would run; undefined when the driver is not registered here. */
  command?: string;
  /** The program it calls, and whether it is found. */
  program?: string;
  found: boolean;
  /** Without the program it merges by line, with markers. Otherwise git keeps our side, without any. */
  fallsBack: boolean;
}

/** What `git merge` would do here. Needs a repository. */
export async function driverState(root: string): Promise<DriverState> {
  let command: string;
  try {
    command = (await run(root, ["config", "--get", "merge.tenet.driver"])).trim();
  } catch (error) {
    if (error instanceof GitFailed) return { found: false, fallsBack: false };
    throw error;
  }
  const file = /\btest -f '((?:[^']|'\\'')+)'/.exec(command)?.[1]?.replaceAll("'\\''", "'");
  const named =
    /command -v (?:"([^"]+)"|'([^']+)'|(\S+))/.exec(command) ?? /^\s*(?:"([^"]+)"|'([^']+)'|(\S+))/.exec(command);
  const program = file ?? named?.[1] ?? named?.[2] ?? named?.[3] ?? "";
  // A file of this installation is run by node, and where it is gone `tenet` is looked for in PATH.
  const found = file === undefined ? isProgram(program) : existsSync(file) || isProgram("tenet");
  return { command, program, found, fallsBack: /\bgit merge-file\b/.test(command) };
}

function isProgram(name: string): boolean {
  const folders = isAbsolute(name) ? [""] : (process.env["PATH"] ?? "").split(delimiter);
  return folders.some((folder) => {
    try {
      accessSync(folder === "" ? name : join(folder, name), constants.X_OK);
      return name !== "";
    } catch {
      return false;
    }
  });
}

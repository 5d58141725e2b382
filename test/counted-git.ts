/** A git that writes down each of its starts, before the real one does its work. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

function realGit(path: string): string {
  const found = path
    .split(delimiter)
    .map((folder) => join(folder, "git"))
    .find(existsSync);
  if (found === undefined) throw new Error("git is not found");
  return found;
}

/** `folder`: where it may lie. Answers the PATH to run under, and what git was called with since this was asked last. */
export function countedGit(folder: string, path: string): { path: string; calls(): string[] } {
  const [log, bin] = [join(folder, "started"), join(folder, "bin")];
  mkdirSync(bin);
  writeFileSync(join(bin, "git"), `#!/bin/sh\necho "$*" >> '${log}'\nexec '${realGit(path)}' "$@"\n`);
  chmodSync(join(bin, "git"), 0o755);
  return {
    path: `${bin}${delimiter}${path}`,
    calls() {
      const lines = existsSync(log) ? readFileSync(log, "utf8").split("\n").slice(0, -1) : [];
      writeFileSync(log, "");
      return lines;
    },
  };
}

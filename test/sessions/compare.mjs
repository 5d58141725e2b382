/**
 * `npm run compare [-- REV]`: plays every session on this build and on another commit's, and fails where output, exit or
 * files differ by more than `differences.md` says. Without REV on the commit that `bench/README.md` calls "before".
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const HOUSE = fileURLToPath(new URL("../..", import.meta.url));
const git = (...args) =>
  execFileSync("git", args, { cwd: HOUSE, encoding: "utf8", maxBuffer: 256 * 1024 * 1024 }).trim();

/** The commit that every figure of today is held against. */
function before() {
  const named = /^Before: commit `([0-9a-f]{7,40})`/m.exec(readFileSync(join(HOUSE, "bench", "README.md"), "utf8"));
  if (named === null) throw new Error("bench/README.md names no commit: a line 'Before: commit `HASH`'");
  return named[1];
}

/** The built program of a commit. Its packages are ours where its lock file is. */
function buildOf(commit) {
  const folder = join(tmpdir(), "tenet-compare", commit);
  if (existsSync(folder)) return folder;
  const making = `${folder}-${process.pid}`;
  mkdirSync(making, { recursive: true });
  execFileSync("sh", ["-c", `git archive ${commit} | tar -x -C "$0"`, making], { cwd: HOUSE });
  const lock = (house) => readFileSync(join(house, "package-lock.json"), "utf8");
  if (lock(making) === lock(HOUSE)) symlinkSync(join(HOUSE, "node_modules"), join(making, "node_modules"));
  else execFileSync("npm", ["ci", "--ignore-scripts"], { cwd: making, stdio: "inherit" });
  execFileSync(process.execPath, ["build/bundle.mjs"], { cwd: making, stdio: "inherit" });
  renameSync(making, folder);
  return folder;
}

const commit = git("rev-parse", "--verify", `${process.argv[2] ?? before()}^{commit}`);
const env = { ...process.env, COMPARE_WITH: join(buildOf(commit), "bin", "tenet.js") };
const { status } = spawnSync("npx", ["vitest", "run", "--mode", "compare"], { cwd: HOUSE, env, stdio: "inherit" });
process.exitCode = status ?? 1;

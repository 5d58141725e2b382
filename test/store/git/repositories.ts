/** Real repositories in a folder that is gone when the test ends, for tests of what is read from git. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished, vi } from "vitest";

export interface Repository {
  top: string;
  git(...args: string[]): string;
  put(file: string, content?: string | Uint8Array): void;
  /** Everything that is there; answers its id. */
  commit(message?: string): string;
}

export interface Place {
  folder: string;
  /** Makes one. */
  repository(name: string, ...options: string[]): Repository;
  /** One that is there already, such as a clone. */
  at(name: string): Repository;
  /** How often git was started since. */
  countGit(): () => number;
}

export function place(): Place {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "tenet-git-"));
  const config = join(folder, "gitconfig");
  writeFileSync(
    config,
    '[user]\n\tname = x\n\temail = x@example.invalid\n[init]\n\tdefaultBranch = main\n[protocol "file"]\n\tallow = always\n',
  );
  vi.stubEnv("GIT_CONFIG_GLOBAL", config);
  vi.stubEnv("GIT_CONFIG_NOSYSTEM", "1");
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });
  // What the test stubs is for the program alone.
  const env = { ...process.env };
  const at = (name: string): Repository => {
    const top = join(folder, name);
    const git = (...args: string[]) =>
      execFileSync("git", ["-C", top, ...args], { env, encoding: "utf8", stdio: "pipe" }).trim();
    return {
      top,
      git,
      put(file, content = `${file}\n`) {
        mkdirSync(dirname(join(top, file)), { recursive: true });
        writeFileSync(join(top, file), content);
      },
      commit(message = "x") {
        git("add", "-A");
        git("commit", "-q", "--allow-empty", "-m", message);
        return git("rev-parse", "HEAD");
      },
    };
  };
  return {
    folder,
    at,
    repository(name, ...options) {
      mkdirSync(join(folder, name));
      const made = at(name);
      made.git("init", "-q", ...options);
      return made;
    },
    countGit() {
      const log = join(folder, "started");
      const real = execFileSync("sh", ["-c", "command -v git"], { env, encoding: "utf8" }).trim();
      mkdirSync(join(folder, "bin"));
      writeFileSync(join(folder, "bin", "git"), `#!/bin/sh\necho "$*" >> '${log}'\nexec '${real}' "$@"\n`);
      chmodSync(join(folder, "bin", "git"), 0o755);
      vi.stubEnv("PATH", `${join(folder, "bin")}:${process.env["PATH"]}`);
      return () => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n").length : 0);
    },
  };
}

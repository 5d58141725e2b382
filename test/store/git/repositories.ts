/** Real repositories in a folder that is gone when the test ends, for tests of what is read from git. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { countedGit } from "../../counted-git.js";
import { emptyRepository } from "../../empty-repository.js";

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
      options.length === 0 ? emptyRepository(made.top) : made.git("init", "-q", ...options);
      return made;
    },
    countGit() {
      const { path, calls } = countedGit(folder, process.env["PATH"] ?? "");
      vi.stubEnv("PATH", path);
      let count = 0;
      return () => (count += calls().length);
    },
  };
}

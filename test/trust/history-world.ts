/** A workspace with a history in git, in which several people and agents commit. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Person, Profile } from "../../src/settings.js";
import { emptyRepository } from "../empty-repository.js";
import { type TestWorld, testWorld } from "../store/workspace.js";

export const BRIDGET: Person = { name: "bridget", role: "owner", emails: ["bridget@example.invalid"] };
export const PEOPLE: Person[] = [BRIDGET, { name: "helper", role: "agent", emails: ["helper@example.invalid"] }];

export interface HistoryWorld extends TestWorld {
  /** As somebody whose address is `<who>@example.invalid`. Answers what git prints, trimmed. */
  git(who: string, ...args: string[]): string;
  /** Everything that is there, also nothing. Answers its id. */
  commit(who: string, message?: string, ...options: string[]): string;
  /** Merges a branch, never by moving forward. Answers the merge's id. */
  merge(who: string, branch: string, ...options: string[]): string;
}

export function historyWorld(profile: Partial<Profile> = {}): HistoryWorld {
  const world = testWorld({ people: PEOPLE, ...profile });
  const git: HistoryWorld["git"] = (who, ...args) =>
    execFileSync("git", ["-c", `user.name=${who}`, "-c", `user.email=${who}@example.invalid`, ...args], {
      cwd: world.workspace.root,
      encoding: "utf8",
      env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  emptyRepository(world.workspace.root);
  world.put(".gitignore", ".tenet/\nmemory/learning/index.md\n");
  // As git leaves it behind a commit; asking git would be one process more for each.
  const head = () => {
    const at = (file: string) => readFileSync(join(world.workspace.root, ".git", file), "utf8").trim();
    const [, branch] = /^ref: (.+)$/.exec(at("HEAD")) ?? [];
    return branch === undefined ? at("HEAD") : at(branch);
  };
  return Object.assign(world, {
    git,
    commit(who: string, message = "change", ...options: string[]) {
      git(who, "add", "-A");
      git(who, "commit", "-q", "--allow-empty", "-m", message, ...options);
      return head();
    },
    merge(who: string, branch: string, ...options: string[]) {
      git(who, "merge", "-q", "--no-ff", "-m", `merge ${branch}`, ...options, branch);
      return head();
    },
  });
}

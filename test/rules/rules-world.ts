/** A workspace in a git repository with corrections that have held, for what happens to their rules. */

import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { Profile } from "../../src/settings.js";
import { emptyRepository } from "../empty-repository.js";
import { cor, ins, type LoopWorld, loopWorld } from "../loop/loop-world.js";
import { CAME_UP } from "./said.js";

export interface RulesWorld extends LoopWorld {
  git(...args: string[]): string;
  commit(message?: string): void;
  /** Commits, as merged into the branch that people protect. */
  merged(message?: string): void;
}

/** A correction that came up and was not repeated: its rule is `Do NAME`. */
export const held = (name: string, more: Parameters<typeof cor>[1] = {}) =>
  cor(name, {
    corrected_to: `Claim of ${name} holds`,
    rule: `Do ${name} before anything else`,
    behavioral_change: `Do ${name} before anything else`,
    ...CAME_UP,
    ...more,
  });

/** An insight that worked in three sessions: a procedure. */
export const worked = (name: string) =>
  ins(name, {
    insight: `Procedure ${name} works`,
    uses: ["a", "b", "c"].map((session, n) => ({
      at: `2026-02-0${n + 3}T09:00:00Z`,
      session,
      agent: "main",
      result: "worked" as const,
    })),
  });

export function rulesWorld(profile: Partial<Profile> = {}): RulesWorld {
  const loop = loopWorld({
    people: [{ name: "bridget", role: "owner", emails: ["bridget@example.invalid"] }],
    ...profile,
  });
  const { workspace: ws } = loop.world;
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: ws.root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  emptyRepository(ws.root);
  appendFileSync(join(ws.root, ".git", "config"), "[user]\n\tname = bridget\n\temail = bridget@example.invalid\n");
  loop.world.put(".gitignore", ".tenet/\nmemory/learning/index.md\n");
  loop.day(9);
  return Object.assign(loop, {
    git,
    commit(message = "x") {
      git("add", "-A");
      git("commit", "-qm", message);
    },
    merged(message = "merged") {
      git("add", "-A");
      git("commit", "-q", "--allow-empty", "-m", message);
      const commit = git("rev-parse", "HEAD").trim();
      loop.ctx = { ...loop.ctx, base: { state: "readable", branch: "origin/main", commit } };
    },
  });
}

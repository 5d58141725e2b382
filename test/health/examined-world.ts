/** A workspace in a temporary folder, as commands that examine get it, with git where a test asks for it. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join, relative } from "node:path";
import type { Examined } from "../../src/context.js";
import type { Profile } from "../../src/settings.js";
import { type TestWorld, testWorld } from "../store/workspace.js";

export interface ExaminedWorld extends TestWorld, Examined {
  git(...args: string[]): string;
  /** Commits everything that is not ignored. */
  commit(): void;
}

export function examinedWorld(profile: Partial<Profile> = {}, now?: string): ExaminedWorld {
  const world = testWorld(
    { agent: "sybil", people: [{ name: "bridget", role: "owner", emails: ["bridget@example.invalid"] }], ...profile },
    now,
  );
  const git = (...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=bridget", "-c", "user.email=bridget@example.invalid", ...args], {
      cwd: world.workspace.root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env["PATH"],
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_TEMPLATE_DIR: "",
      },
    });
  return {
    ...world,

    git,
    commit() {
      git("add", "-A");
      git("commit", "-q", "-m", "state");
    },
  };
}

/** Every file and folder with its kind, time and content: two of them are equal only when nothing was touched. */
export function everything(root: string): Record<string, string> {
  const all: Record<string, string> = {};
  const walk = (folder: string) => {
    for (const name of readdirSync(folder).sort()) {
      const path = join(folder, name);
      const stats = lstatSync(path);
      // Memory that processes share while they read.
      if (name.endsWith(".db-shm")) continue;
      const content = stats.isFile()
        ? createHash("sha256").update(readFileSync(path)).digest("hex")
        : stats.isSymbolicLink()
          ? readlinkSync(path)
          : "folder";
      const times = name.endsWith(".db-wal") ? "" : `${stats.mtimeMs} ${stats.ctimeMs}`;
      all[relative(root, path)] = `${stats.mode} ${times} ${content}`;
      if (stats.isDirectory()) walk(path);
    }
  };
  walk(root);
  return all;
}

/** Every file but the cache, which every reading fills. */
export const kept = (root: string): [name: string, state: string][] =>
  Object.entries(everything(root)).filter(([name]) => !/^\.tenet(\/cache\.db.*)?$/.test(name));

/** Runs as a user for whom permissions count: root may read and write everything. */
export async function asSomeone<T>(root: string, body: () => Promise<T>): Promise<T> {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chmodSync(root, 0o755);
  try {
    if (isRoot) process.seteuid?.(65_534);
    return await body();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

/** A workspace in a temporary folder with everything a change needs, for tests of the tree. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { fixedClock } from "../../src/clock.js";
import type { Context } from "../../src/context.js";
import type { Entry, Patch } from "../../src/entry/entry.js";
import { idSource } from "../../src/ids.js";
import { defaultProfile, type Profile } from "../../src/settings.js";
import { Step } from "../../src/steps.js";
import { type Change, changeTree } from "../../src/store/change/change.js";
import { changeVerb } from "../../src/store/change/prepare-write.js";
import { Workspace } from "../../src/store/workspace.js";
import { sharedModels } from "../models.js";

export interface TestWorld extends Context {
  warnings: string[];
  /** Writes a file by its relative name. */
  put(file: string, content: string | Uint8Array): string;
}

/** Removed when the test ends. */
export function testWorld(profile: Partial<Profile> = {}, now = "2026-02-15T14:00:00Z"): TestWorld {
  const root = mkdtempSync(join(realpathSync(tmpdir()), "tenet-tree-"));
  // A look-up that a test stopped waiting for may still write: then a folder is not empty when its files are gone.
  const remove = () => rmSync(root, { recursive: true, force: true });
  onTestFinished(async () => await vi.waitFor(remove, { timeout: 30_000, interval: 50 }), 40_000);
  const workspace = new Workspace(root);
  writeFileSync(workspace.profile, "schema: 1\n");
  const warnings: string[] = [];
  return {
    workspace,
    profile: { ...defaultProfile(), ...profile },
    base: { state: "none" },
    clock: fixedClock(now),
    ids: idSource("test"),
    actor: { agent: "main", session: "s1", atTerminal: false, git: async () => ({}) },
    warn: (message) => warnings.push(message instanceof Step ? `${message.why} tenet ${message.verb}` : message),
    places: {
      home: join(root, "home"),
      config: join(root, "home", ".config"),
      userTree: join(root, "home", ".local", "share", "tenet"),
      hub: join(root, "home", ".local", "share", "tenet-hub"),
      hosts: {
        "claude-code": join(root, "home", ".claude"),
        codex: join(root, "home", ".codex"),
        cursor: join(root, "home", ".cursor"),
        "gemini-cli": join(root, "home", ".gemini"),
        openclaw: join(root, "home", ".openclaw"),
      },
    },
    progress: { start: () => ({ step: () => undefined, stop: () => undefined }) },
    signal: new AbortController().signal,
    models: sharedModels(),
    warnings,
    put(file, content) {
      const path = workspace.absolute(file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      return path;
    },
  };
}

/** A change of the tree that no verb makes. */
export const changed = (ctx: Context, work: (change: Change) => unknown): Promise<void> =>
  changeTree(ctx, { ...changeVerb("test"), reason: "test" }, async (change) => void (await work(change)));

export const patched = (ctx: Context, id: string, fields: Patch): Promise<void> =>
  changed(ctx, (change) => change.update(id, fields));

/** Writes entries as they are. */
export const stored = (ctx: Context, ...entries: readonly Entry[]): Promise<void> =>
  changed(ctx, (change) => {
    for (const entry of entries) change.append(entry);
  });

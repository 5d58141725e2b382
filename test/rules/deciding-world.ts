/** A workspace in which versions wait, and a person who decides on them. */

import { cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import type { Entry } from "../../src/entry/entry.js";
import { type ApproveInput, approve } from "../../src/rules/approve.js";
import type { Version } from "../../src/rules/policy/version.js";
import { reject } from "../../src/rules/reject.js";
import type { Approved, Rejected, RolledBack } from "../../src/rules/text/deciding-schemas.js";
import { type RollbackInput, rollback } from "../../src/rules/versions/rollback.js";
import type { Profile } from "../../src/settings.js";
import { OWNER } from "../capture/capturing.js";
import { cor, ins, type LoopWorld, loopWorld } from "../loop/loop-world.js";
import { CAME_UP } from "./said.js";

export interface DecidingWorld extends LoopWorld {
  approve(input?: Partial<ApproveInput>): Promise<Approved>;
  reject(reason?: string): Promise<Rejected>;
  rollback(input?: Partial<RollbackInput>): Promise<RolledBack>;
  pending(): Promise<Version>;
}

export function decidingWorld(profile: Partial<Profile> = {}): DecidingWorld {
  const loop = loopWorld({ apply_mode: "approval", people: [OWNER], ...profile }, "2026-02-09T09:00:00Z");
  const world = loop as DecidingWorld;
  return Object.assign(world, {
    approve: (input: Partial<ApproveInput> = {}) => approve(world.ctx, { confirmed: true, ...input }),
    reject: (reason = "not wanted") => reject(world.ctx, { reason, confirmed: true }),
    rollback: (input: Partial<RollbackInput> = {}) => rollback(world.ctx, { dryRun: false, confirmed: true, ...input }),
    async pending() {
      const { pending } = await world.chain();
      if (pending === undefined) throw new Error("nothing is pending");
      return pending;
    },
  });
}

/** Makes a world once a file; each call answers one that holds the same files and has the same settings and actor. */
export function copies(make: () => Promise<DecidingWorld>): () => Promise<DecidingWorld> {
  let kept: Promise<{ folder: string; ctx: DecidingWorld["ctx"] }> | undefined;
  afterAll(async () => rmSync((await kept)?.folder ?? "", { recursive: true, force: true }));
  return async () => {
    kept ??= make().then(({ ctx, world }) => {
      const folder = mkdtempSync(join(realpathSync(tmpdir()), "tenet-kept-"));
      cpSync(world.workspace.root, folder, { recursive: true });
      return { folder, ctx };
    });
    const { folder, ctx } = await kept;
    const copy = decidingWorld(ctx.profile);
    cpSync(folder, copy.world.workspace.root, { recursive: true });
    copy.as(ctx.actor);
    return copy;
  };
}

/** A correction that came up and was not repeated: it qualifies for SOUL.md. */
export function held(name: string, change: string, more: Partial<Extract<Entry, { type: "correction" }>> = {}): Entry {
  return cor(name, { rule: change, behavioral_change: change, ...CAME_UP, ...more });
}

/** An insight that worked in three sessions: it qualifies as a procedure. */
export function worked(name: string, insight: string, more: Partial<Extract<Entry, { type: "insight" }>> = {}): Entry {
  const uses = ["s1", "s2", "s3"].map((session, at) => ({
    at: `2026-02-0${at + 3}T09:00:00Z`,
    session,
    agent: "main",
    result: "worked" as const,
  }));
  return ins(name, { insight, uses, ...more });
}

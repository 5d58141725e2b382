/** The world of a commit: everything that an operation reads is the commit's own. */
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Context } from "../../src/context.js";
import { verify } from "../../src/health/verify.js";
import { atCommit } from "../../src/report/at-commit.js";
import { openStore } from "../../src/store/open-store.js";
import { renderRecord } from "../../src/store/records/record-text.js";
import { EvidenceLoader } from "../../src/store/rules/evidence-loader.js";
import { correction, insight } from "../store/entries.js";
import { type HistoryWorld, historyWorld } from "../trust/history-world.js";

const OWNER = "people:\n  - {name: bridget, role: owner, emails: [bridget@example.invalid]}\n";
const FILE = "memory/learning/insights/2026-02-14.md";

/** Committed at a time. */
function commitAt(world: HistoryWorld, at: string, who = "bridget"): string {
  vi.stubEnv("GIT_COMMITTER_DATE", at);
  return world.commit(who);
}

beforeEach(() => () => vi.unstubAllEnvs());

const idsIn = async (ctx: Context) => (await openStore(ctx)).heads.map(({ id }) => id);

describe("what a context at a commit has", () => {
  it("profile, entries, clock and actor of the commit, whatever is there now", { tags: "proof" }, async () => {
    const world = historyWorld();
    world.put("tenet.yaml", `schema: 1\nagent: old\ntimezone: Asia/Tokyo\n${OWNER}`);
    world.put(FILE, `# x\n\n${renderRecord(insight())}`);
    const then = commitAt(world, "2026-02-14T20:00:00Z");
    world.put("tenet.yaml", `schema: 1\nagent: new\ntimezone: UTC\n${OWNER}`);
    world.put("memory/learning/corrections/2026-02-15.md", `# x\n\n${renderRecord(correction())}`);
    commitAt(world, "2026-02-16T00:00:00Z");
    rmSync(world.workspace.absolute(FILE));
    const asked = { ...world, actor: { ...world.actor, contact: "jane", private: true, user: "bridget", run: "r1" } };
    const read = await atCommit(asked, then.slice(0, 9), async (ctx, commit) => ({
      commit,
      ids: await idsIn(ctx),
      now: ctx.clock.now().toISOString(),
      zone: ctx.profile.timezone,
      actor: { ...ctx.actor, git: await ctx.actor.git() },
      waiting: ctx.waitingSettings,
      root: ctx.workspace.root,
    }));
    expect(read).toEqual({
      commit: then,
      ids: ["INS-20260214-M2XBA"],
      now: "2026-02-14T20:00:00.000Z",
      zone: "Asia/Tokyo",
      actor: { agent: "old", agentStated: false, session: "adhoc-old-2026-02-15", atTerminal: false, git: {} },
      waiting: [],
      root: expect.not.stringContaining(world.workspace.root),
    });
    expect(existsSync(read.root)).toBe(false);
    expect(await atCommit(world, "HEAD", idsIn)).toEqual(["INS-20260214-M2XBA", "COR-20260215-K7Q2X"]);
    expect(existsSync(world.workspace.local)).toBe(false);
    expect(world.warnings).toEqual([]);
  });

  it("nothing of this machine: no ledger, no cache, no second tree of a process that answers many times", async () => {
    const world = historyWorld();
    world.put(FILE, `# x\n\n${renderRecord(insight())}`);
    world.put(".tenet/state/ledger/2026-02.jsonl", "{}\n");
    commitAt(world, "2026-02-15T00:00:00Z");
    await openStore(world);
    const warm = { warm: {}, modelOf: world, patienceMs: 5 } as unknown as Partial<Context>;
    await atCommit({ ...world, ...warm }, "HEAD", async (ctx) => {
      for (const lent of ["warm", "modelOf"]) expect(ctx).not.toHaveProperty(lent);
      expect((await openStore(ctx)).filesParsed).toBe(1);
      expect(readdirSync(ctx.workspace.local)).toEqual(["cache"]);
    });
  });
});

describe("what history says up to a commit", () => {
  it("a check of the tree finds there what it found here", { tags: "proof" }, async () => {
    const world = historyWorld();
    world.put("tenet.yaml", `schema: 1\n${OWNER}`);
    commitAt(world, "2026-02-14T00:00:00Z");
    const approved = insight({ review: { state: "approved_for_reuse", at: "2026-02-15T00:00:00Z", by: "bridget" } });
    world.put(FILE, `# x\n\n${renderRecord(approved)}`);
    const then = commitAt(world, "2026-02-15T00:00:00Z", "mallory");
    const codes = async (ctx: Context) => {
      const { findings } = await verify({ ...ctx, profileWarnings: [] });
      return findings.map(({ code, file, id }) => [code, file, id]);
    };
    const here = await codes(world);
    expect(here).toContainEqual(["approval-forged", FILE, approved.id]);
    rmSync(world.workspace.memory, { recursive: true });
    commitAt(world, "2026-02-16T00:00:00Z");
    expect(await atCommit(world, then, codes)).toEqual(here);
  });

  it("settings count as that commit has them, with what is odd about them; not where nobody could read them", {
    tags: "proof",
  }, async () => {
    const world = historyWorld();
    world.put("tenet.yaml", `schema: 1\napply_mode: auto\nodd: 1\n${OWNER}`);
    const odd = commitAt(world, "2026-02-14T00:00:00Z", "mallory");
    world.put("tenet.yaml", "schema: 1\nagent: [\n");
    const broken = commitAt(world, "2026-02-15T00:00:00Z");
    world.put("tenet.yaml", "schema: 1\napply_mode: curated\n");
    expect(await atCommit(world, odd, async (ctx) => ctx.profile.apply_mode)).toBe("auto");
    expect(world.warnings).toEqual([expect.stringMatching(`^at ${odd.slice(0, 10)}: tenet.yaml`)]);
    const message = expect.stringMatching(`^at ${broken.slice(0, 10)}: tenet.yaml:`);
    await expect(atCommit(world, "HEAD", idsIn)).rejects.toMatchObject({ exit: 2, message, hint: expect.any(String) });
  });

  it("what grew from a file of the workspace is no stranger's word, also where that file is none of memory", {
    tags: "proof",
  }, async () => {
    const world = historyWorld();
    const item = { at: "2026-02-15T00:00:00Z", text: "It also changes the cache", agent: "main" };
    const grown = insight({ evolution: [{ ...item, origin: "docs/guide.md:3" }] });
    world.put(FILE, `# x\n\n${renderRecord(grown)}`);
    const without = commitAt(world, "2026-02-15T00:00:00Z");
    world.put("docs/guide.md", "# Guide\n");
    commitAt(world, "2026-02-16T00:00:00Z");
    rmSync(world.workspace.absolute("docs"), { recursive: true });
    const tier = async (ctx: Context) => {
      const evidence = new EvidenceLoader(ctx, await openStore(ctx));
      await evidence.load([grown.id]);
      return evidence.evidenceOf(grown.id)?.tier;
    };
    expect(await atCommit(world, "HEAD", tier)).toBe("self");
    expect(await atCommit(world, without, tier)).toBe("external");
  });
});

describe("what cannot be, and what is left out", () => {
  it("an unknown revision, and a commit from before the workspace: wrong usage", async () => {
    const world = historyWorld();
    rmSync(world.workspace.profile);
    commitAt(world, "2026-02-14T00:00:00Z");
    await expect(atCommit(world, "nowhere", idsIn)).rejects.toMatchObject({ exit: 2, code: "unknown-revision" });
    await expect(atCommit(world, "HEAD", idsIn)).rejects.toMatchObject({ exit: 2, code: "no-profile" });
    rmSync(join(world.workspace.root, ".git"), { recursive: true });
    await expect(atCommit(world, "HEAD", idsIn)).rejects.toMatchObject({ exit: 2, code: "unknown-revision" });
  });

  it("links are no memory, and of many that are left out three are named", async () => {
    const world = historyWorld();
    world.put("outside/learning/insights/a.md", `# x\n\n${renderRecord(insight())}`);
    symlinkSync("outside", world.workspace.memory);
    const then = commitAt(world, "2026-02-14T00:00:00Z");
    expect(await atCommit(world, then, idsIn)).toEqual([]);
    const why = `at ${then.slice(0, 10)}: left out, for being links or no files that a workspace has: `;
    expect(world.warnings).toEqual([`${why}"memory"`]);
    rmSync(world.workspace.memory);
    mkdirSync(world.workspace.memory);
    for (const name of ["a", "b", "c", "d", "e"])
      symlinkSync("/etc/hostname", join(world.workspace.memory, `${name}.md`));
    commitAt(world, "2026-02-15T00:00:00Z");
    await atCommit(world, "HEAD", idsIn);
    expect(world.warnings[1]).toMatch(/: "memory\/a\.md", "memory\/b\.md", "memory\/c\.md" and 2 more$/);
  });
});

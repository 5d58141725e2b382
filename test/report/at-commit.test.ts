/** The world of a commit: everything that an operation reads is the commit's own. */
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Context } from "../../src/context.js";
import { TenetError } from "../../src/errors.js";
import { verify } from "../../src/health/verify.js";
import { atCommit } from "../../src/report/at-commit.js";
import { EvidenceLoader } from "../../src/rules/evidence-loader.js";
import { openStore } from "../../src/store/open-store.js";
import { renderRecord } from "../../src/store/records/record-text.js";
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

  it("the ledger and the caches of this machine are not there", async () => {
    const world = historyWorld();
    world.put(FILE, `# x\n\n${renderRecord(insight())}`);
    world.put(".tenet/state/ledger/2026-02.jsonl", "{}\n");
    commitAt(world, "2026-02-15T00:00:00Z");
    await openStore(world);
    await atCommit(world, "HEAD", async (ctx) => {
      expect((await openStore(ctx)).filesParsed).toBe(1);
      expect(readdirSync(ctx.workspace.local)).toEqual(["cache"]);
    });
  });

  it("a process that answers many times lends neither its cache nor a second tree", async () => {
    const world = historyWorld();
    commitAt(world, "2026-02-15T00:00:00Z");
    const warm = { warm: {}, modelOf: world, patienceMs: 5 } as unknown as Partial<Context>;
    const keys = await atCommit({ ...world, ...warm }, "HEAD", async (ctx) => Object.keys(ctx));
    expect(keys).not.toEqual(expect.arrayContaining(["warm"]));
    expect(keys).not.toEqual(expect.arrayContaining(["modelOf"]));
  });
});

describe("what history says up to a commit", () => {
  it("a check of the tree finds there what it found here", async () => {
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

  it("settings count as that commit has them, and what is odd about them is said with the commit", async () => {
    const world = historyWorld();
    world.put("tenet.yaml", `schema: 1\napply_mode: curated\n${OWNER}`);
    commitAt(world, "2026-02-14T00:00:00Z");
    world.put("tenet.yaml", `schema: 1\napply_mode: auto\nodd: 1\n${OWNER}`);
    const then = commitAt(world, "2026-02-15T00:00:00Z", "mallory");
    expect(await atCommit(world, then, async (ctx) => ctx.profile.apply_mode)).toBe("auto");
    expect(world.warnings).toEqual([expect.stringMatching(`^at ${then.slice(0, 10)}: tenet.yaml`)]);
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
  const refusal = async (world: HistoryWorld, revision: string): Promise<TenetError> => {
    const thrown: unknown = await atCommit(world, revision, idsIn).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(TenetError);
    return thrown as TenetError;
  };

  it("an unknown revision, and a commit from before the workspace: wrong usage", async () => {
    const world = historyWorld();
    rmSync(world.workspace.profile);
    commitAt(world, "2026-02-14T00:00:00Z");
    expect(await refusal(world, "nowhere")).toMatchObject({ exit: 2, code: "unknown-revision" });
    expect(await refusal(world, "HEAD")).toMatchObject({ exit: 2, code: "no-profile" });
    rmSync(join(world.workspace.root, ".git"), { recursive: true });
    expect(await refusal(world, "HEAD")).toMatchObject({ exit: 2, code: "unknown-revision" });
  });

  it("a profile that nobody could read then, with the commit and the line", async () => {
    const world = historyWorld();
    world.put("tenet.yaml", "schema: 1\nagent: [\n");
    const then = commitAt(world, "2026-02-14T00:00:00Z");
    world.put("tenet.yaml", "schema: 1\n");
    const { exit, message, hint } = await refusal(world, "HEAD");
    expect([exit, message.startsWith(`at ${then.slice(0, 10)}: tenet.yaml:`), typeof hint]).toEqual([
      2,
      true,
      "string",
    ]);
  });

  it("memory that was a link has no entries, and that is said", async () => {
    const world = historyWorld();
    const outside = join(world.workspace.root, "outside");
    mkdirSync(join(outside, "learning/insights"), { recursive: true });
    writeFileSync(join(outside, "learning/insights/a.md"), `# x\n\n${renderRecord(insight())}`);
    symlinkSync("outside", world.workspace.memory);
    const then = commitAt(world, "2026-02-14T00:00:00Z");
    expect(await atCommit(world, then, idsIn)).toEqual([]);
    expect(world.warnings).toEqual([
      `at ${then.slice(0, 10)}: left out, for being links or no files that a workspace has: "memory"`,
    ]);
  });

  it("of many that are left out three are named", async () => {
    const world = historyWorld();
    for (const name of ["a", "b", "c", "d", "e"]) {
      mkdirSync(world.workspace.memory, { recursive: true });
      symlinkSync("/etc/hostname", join(world.workspace.memory, `${name}.md`));
    }
    commitAt(world, "2026-02-14T00:00:00Z");
    await atCommit(world, "HEAD", idsIn);
    expect(world.warnings[0]).toMatch(/: "memory\/a\.md", "memory\/b\.md", "memory\/c\.md" and 2 more$/);
  });
});

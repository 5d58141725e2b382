/** What is proposed when the rules have moved on, on either side. */

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { verify } from "../../src/health/verify.js";
import { digest } from "../../src/rules/digest.js";
import { propose } from "../../src/rules/versions/propose.js";
import { changeTree } from "../../src/store/change.js";
import { emptyRepository } from "../empty-repository.js";
import { cor, type LoopWorld, loopWorld } from "../loop/loop-world.js";

const held = (name: string, next: string) =>
  cor(name, {
    stick: { verdict: "held", at: "2026-02-08T09:00:00Z", evidence: "seen twice" },
    rule: next,
    behavioral_change: next,
    corrected_to: `Claim ${name} of its own`,
  });

interface Waiting {
  loop: LoopWorld;
  git(...args: string[]): string;
  as(who: string, ...args: string[]): string;
  commit(message?: string): void;
  read(file: string): string;
}

/** One lesson that waits, committed with everything but the version. */
async function waiting(): Promise<Waiting> {
  const loop = loopWorld({
    apply_mode: "approval",
    people: [{ name: "bridget", role: "owner", emails: ["bridget@example.invalid"] }],
  });
  const { workspace } = loop.world;
  const as: Waiting["as"] = (who, ...args) =>
    execFileSync("git", ["-c", `user.name=${who}`, "-c", `user.email=${who}@example.invalid`, ...args], {
      cwd: workspace.root,
      encoding: "utf8",
      env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
      stdio: ["ignore", "pipe", "ignore"],
    });
  const world: Waiting = {
    loop,
    as,
    git: (...args) => as("sybil", ...args),
    commit(message = "change") {
      world.git("add", "-A", ".", ":!memory/versions");
      world.git("commit", "-q", "-m", message);
    },
    read: (file) => readFileSync(workspace.absolute(file), "utf8"),
  };
  emptyRepository(workspace.root);
  world.git("config", "user.name", "sybil");
  world.git("config", "user.email", "sybil@example.invalid");
  loop.world.put("tenet.yaml", "schema: 1\napply_mode: approval\n");
  loop.world.put("SOUL.md", "# Soul\n");
  loop.world.put(".gitignore", ".tenet/\nmemory/learning/index.md\n");
  await loop.store(held("A0001", "Look twice before pushing"));
  loop.day(9);
  await digest(loop.ctx);
  world.commit("learned");
  return world;
}

const merge = (world: Waiting, branch: string | undefined) =>
  world.as("bridget", "merge", "-q", "--no-ff", "-m", "in", branch ?? "");

const findings = async ({ loop }: Waiting) => (await verify({ ...loop.ctx, profileWarnings: [] })).findings;

describe("propose", () => {
  it("puts a version that was made on other rules on those as committed, and says so", async () => {
    const world = await waiting();
    const { loop } = world;
    const first = await propose(loop.ctx);
    // While the first waits unmerged, more is learned; the version that waits now holds both.
    await loop.store(held("A0002", "Tag after the upload"));
    await digest(loop.ctx);
    world.commit("more");
    merge(world, first.branch);
    const second = await propose(loop.ctx);
    expect(second).toMatchObject({ decision: "proposed", rebased: true });
    expect(second.operations.map(({ text }) => text)).toEqual(["Tag after the upload"]);
    expect(second.version.slice(0, 4)).toBe("0002");
    merge(world, second.branch);
    expect(world.read("SOUL.md").match(/^- .*$/gm)).toHaveLength(2);
    await digest(loop.ctx);
    expect(await findings(world)).toEqual([]);
  });

  it("leaves out what no longer counts, with the reason, and keeps the rest", async () => {
    const world = await waiting();
    const { loop } = world;
    await loop.store(held("A0002", "Tag after the upload"));
    await digest(loop.ctx);
    world.commit("more");
    await changeTree(loop.ctx, { op: "test", reason: "test" }, async (change) => {
      await change.update("COR-20260201-A0001", { status: "forgotten" });
    });
    const { operations, fallen } = await propose(loop.ctx);
    expect(operations.map(({ text }) => text)).toEqual(["Tag after the upload"]);
    expect(fallen).toMatchObject([{ op: { text: "Look twice before pushing" }, because: expect.stringMatching(/\w/) }]);
  });

  it("warns when records have changed since they were committed: reviewers see what is committed", async () => {
    const world = await waiting();
    const { loop } = world;
    await changeTree(loop.ctx, { op: "test", reason: "test" }, async (change) => {
      await change.update("COR-20260201-A0001", { seen: 2 });
    });
    await propose(loop.ctx);
    expect(loop.world.warnings).toEqual([
      expect.stringContaining("COR-20260201-A0001 has changed since the last commit"),
    ]);
  });

  it("keeps a person's line in a file as committed, in its block and outside of it", { tags: "proof" }, async () => {
    const world = await waiting();
    const { loop } = world;
    merge(world, (await propose(loop.ctx)).branch);
    const file = loop.world.workspace.absolute("SOUL.md");
    writeFileSync(file, `${world.read("SOUL.md").replace("- Look twice", "- Look three times")}\nMine, below.\n`);
    world.as("bridget", "commit", "-q", "-am", "by hand");
    await digest(loop.ctx);
    await loop.store(held("A0002", "Tag after the upload"));
    await digest(loop.ctx);
    world.git("add", "-A");
    world.git("commit", "-q", "-m", "taken over");
    merge(world, (await propose(loop.ctx)).branch);
    const soul = world.read("SOUL.md");
    expect(soul).toContain("- Look three times before pushing");
    expect(soul).toContain("- Tag after the upload");
    expect(soul).toContain("Mine, below.");
    await digest(loop.ctx);
    expect((await findings(world)).filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it("refuses while two versions are in force as committed", async () => {
    const world = await waiting();
    const { loop } = world;
    const { branch } = await propose(loop.ctx);
    merge(world, branch);
    const [file = ""] = world.git("ls-files", "memory/versions").split("\n");
    loop.world.put("memory/versions/0001-ZZZZZ.md", world.read(file).replaceAll(/0001-[0-9A-Z]{5}/g, "0001-ZZZZZ"));
    world.git("add", "-A");
    world.git("commit", "-q", "-m", "two");
    loop.world.put(
      "memory/versions/0009-ZZZZZ.md",
      world
        .read("memory/versions/0001-ZZZZZ.md")
        .replaceAll("0001-ZZZZZ", "0009-ZZZZZ")
        .replace("version: 1", "version: 9")
        .replace(/^status: .*$/m, 'status: "pending"')
        .replace(/^replaces: .*\n/m, ""),
    );
    await expect(propose(loop.ctx, "0009-ZZZZZ")).rejects.toMatchObject({ code: "two-in-force" });
  });
});

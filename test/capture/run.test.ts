import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { capture } from "../../src/capture/capture.js";
import { logActivity } from "../../src/capture/log.js";
import { finishRun, startRun } from "../../src/loop/run.js";
import { openStore } from "../../src/store/open-store.js";
import { everything } from "../health/examined-world.js";
import { type LoopWorld, loopWorld } from "../loop/loop-world.js";

const insight = (text: string, more = {}) => ({
  type: "insight" as const,
  insight: text,
  evidence: `seen twice: ${text}`,
  stakes: "medium",
  at_risk: "a broken build ships",
  ...more,
});

function inRun(loop: LoopWorld, run: string) {
  return { ...loop.ctx, actor: { ...loop.ctx.actor, run } };
}

const memory = (loop: LoopWorld) =>
  Object.fromEntries(
    Object.entries(everything(loop.world.workspace.root)).filter(([path]) => path.startsWith("memory")),
  );
const ids = async (loop: LoopWorld) => (await openStore(loop.ctx)).heads.map(({ id }) => id);

describe("a run", () => {
  it("finished twice, or by two at once, is once", async () => {
    const loop = loopWorld();
    await startRun(loop.ctx, "r1");
    for (const text of ["alpha breaks", "omega holds", "delta waits"]) await capture(inRun(loop, "r1"), insight(text));
    await Promise.all([finishRun(loop.ctx, "r1"), finishRun(loop.ctx, "r1")]);
    expect(await ids(loop)).toHaveLength(3);
    const before = memory(loop);
    const again = { state: "finished", changed: false, count: 3, committed: [] };
    expect(await finishRun(loop.ctx, "R1", { drafts: [insight("handed over too late")] })).toMatchObject(again);
    expect(memory(loop)).toEqual(before);
  });

  it("with a line for the log waits whole for a merge, what belongs to the user's tree with it", async () => {
    const loop = loopWorld();
    await startRun(loop.ctx, "r1");
    const joke = { type: "memory" as const, content: "Greet with a joke", scope: "user" };
    const bridgets = { ...loop.ctx, actor: { ...loop.ctx.actor, user: "bridget" } };
    await capture({ ...bridgets, actor: { ...bridgets.actor, run: "r1" } }, joke);
    await logActivity(inRun(loop, "r1"), { text: "ran the suite" });
    loop.world.put(".git/HEAD", "ref: refs/heads/main\n");
    loop.world.put(".git/MERGE_HEAD", `${"0".repeat(40)}\n`);
    await expect(finishRun(bridgets, "r1")).rejects.toMatchObject({ code: "unfinished-merge" });
    expect(existsSync(`${loop.ctx.places.userTree}/memory`)).toBe(false);
  });

  it("under git.commit commits the records, never what is local", { tags: "proof" }, async () => {
    const loop = loopWorld({ git: { commit: true } });
    const { root } = loop.world.workspace;
    const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" });
    git("init", "-q");
    git("config", "user.name", "sybil");
    git("config", "user.email", "sybil@example.invalid");
    loop.world.put(".gitignore", ".tenet/\nmemory/learning/index.md\n");
    await startRun(loop.ctx, "r1");
    await capture(inRun(loop, "r1"), insight("Kept by git as well"));
    await finishRun(loop.ctx, "r1");
    expect(loop.world.warnings).toEqual([]);
    const commit = "run r1: 1 write\n\nmemory/learning/insights/2026-02-01.md\n";
    expect(git("log", "--format=%s", "--name-only")).toBe(commit);
  });
});

import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { capture } from "../../src/capture/capture.js";
import { TenetError } from "../../src/errors.js";
import { failRun, finishRun, startRun } from "../../src/loop/run.js";
import { openStore } from "../../src/store/open-store.js";
import { type RunRecord, readRun, unfinishedRuns, writeRun } from "../../src/store/state/runs.js";
import { State } from "../../src/store/state/state-db.js";
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

async function code(promise: Promise<unknown>): Promise<[exit: number, code: string]> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(TenetError);
  const { exit, code } = error as TenetError;
  return [exit, code];
}

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

  it("stopped while it was committed is completed by the next heartbeat, and cannot fail any more", async () => {
    const loop = loopWorld();
    await startRun(loop.ctx, "r1");
    await capture(inRun(loop, "r1"), insight("Half-way there"));
    const [run] = await unfinishedRuns(loop.world.workspace);
    writeRun(State.of(loop.world.workspace), { ...(run as RunRecord), state: "finishing" });
    expect(await code(failRun(loop.ctx, "r1"))).toEqual([2, "run-closed"]);
    expect((await loop.beat()).did).toEqual(["finished committing run r1 (1 left)"]);
    expect(await ids(loop)).toHaveLength(1);
    expect(await readRun(loop.world.workspace, "r1")).toMatchObject({ state: "finished" });
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
    const commit = "insight: Kept by git as well\n\nmemory/learning/insights/2026-02-01.md\n";
    expect(git("log", "--format=%s", "--name-only")).toBe(commit);
  });
});

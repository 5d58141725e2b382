import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { capture, captureAll } from "../../src/capture/capture.js";
import { resultWrites } from "../../src/capture/drafts/stated-drafts.js";
import { logActivity } from "../../src/capture/log.js";
import { EXIT, TenetError } from "../../src/errors.js";
import { recordOutcome } from "../../src/loop/outcome.js";
import { failRun, finishRun, startRun } from "../../src/loop/run.js";
import { markUsed } from "../../src/loop/used.js";
import { openStore } from "../../src/store/open-store.js";
import { readLedger } from "../../src/store/state/ledger.js";
import { type RunRecord, readMergeBuffer, readRun, unfinishedRuns, writeRun } from "../../src/store/state/runs.js";
import { State } from "../../src/store/state/state-db.js";
import { everything } from "../health/examined-world.js";
import { cor, ins, type LoopWorld, loopWorld } from "../loop/loop-world.js";

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
  it("keeps writes back under reserved ids, and commits them in order with their times", {
    tags: "proof",
  }, async () => {
    const loop = loopWorld();
    await loop.store(ins("A0001"));
    await startRun(loop.ctx, "r1");
    const before = memory(loop);
    loop.day(1, "10:00:00");
    const first = await capture(inRun(loop, "r1"), insight("Retries hide the flaky test in the queue"));
    loop.day(1, "11:00:00");
    const second = await capture(inRun(loop, "r1"), {
      type: "outcome",
      references: [first.id?.slice(-5).toLowerCase() ?? ""],
      result: "No flake for a week",
      verdict: "validated",
    });
    await markUsed(inRun(loop, "r1"), { ref: "a0001", result: "worked" });
    await logActivity(inRun(loop, "r1"), { text: "ran the suite" });
    expect([first.decision, second.decision]).toEqual(["buffered", "buffered"]);
    expect(memory(loop)).toEqual(before);
    loop.day(2);
    const finished = await finishRun(loop.ctx, "r1");
    expect(finished).toMatchObject({ state: "finished", changed: true, count: 4 });
    expect(finished.committed.map(({ kind }) => kind)).toEqual(["capture", "capture", "use", "log"]);
    expect(await loop.entry(first.id ?? "")).toMatchObject({
      timestamp: "2026-02-02T10:00:00Z",
      run: "r1",
      outcome: "validated",
    });
    expect(await loop.entry(second.id ?? "")).toMatchObject({ references: [first.id], run: "r1" });
    expect(await loop.entry("INS-20260201-A0001")).toMatchObject({
      uses: [{ result: "worked", at: "2026-02-02T11:00:00Z" }],
    });
    expect(readFileSync(loop.world.workspace.dailyLog("2026-02-02"), "utf8")).toContain("- 11:00 ran the suite");
  });

  it("of a correction with one fact: that its level was assumed is still known at the end", {
    tags: "proof",
  }, async () => {
    const loop = loopWorld();
    await startRun(loop.ctx, "r1");
    const bare = { type: "correction" as const, corrected_to: "Pin the image" };
    const held = await capture(inRun(loop, "r1"), bare);
    const none = await capture(inRun(loop, "r1"), { ...bare, corrected_to: "Sort the keys", risk: "none" });
    const { committed } = await finishRun(loop.ctx, "r1");
    expect(committed[0]?.captured?.missing).toEqual(["prior_belief", "at_risk", "stakes", "behavioral_change"]);
    expect(await loop.entry(held.id as string)).toMatchObject({ stakes: "medium", flags: ["stakes-not-stated"] });
    expect(await loop.entry(none.id as string)).toMatchObject({ stakes: "low", flags: ["stakes-empty"] });
  });

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

  it("that fails leaves nothing but one line in the ledger, where it keeps no reflexions", async () => {
    const loop = loopWorld();
    await loop.store(cor("A0001"));
    await startRun(loop.ctx, "r1", { reflexions: false });
    const before = memory(loop);
    await capture(inRun(loop, "r1"), insight("It should leave nothing"));
    await recordOutcome(inRun(loop, "r1"), { refs: ["a0001"], held: true, evidence: "x" });
    await recordOutcome(inRun(loop, "r1"), { refs: ["a0001"], later: "5d" });
    const failed = { state: "failed", changed: true };
    expect(await failRun(loop.ctx, "r1", { reason: "the host gave up" })).toMatchObject(failed);
    expect(await failRun(loop.ctx, "r1")).toMatchObject({ ...failed, changed: false });
    expect(memory(loop)).toEqual(before);
    expect(await unfinishedRuns(loop.world.workspace)).toEqual([]);
    expect(JSON.stringify(await readRun(loop.world.workspace, "r1"))).not.toContain("leave nothing");
    expect(readLedger(loop.world.workspace).filter(({ op }) => op === "run")).toMatchObject([
      { run: "r1", reason: "failed: the host gave up, 3 writes dropped" },
    ]);
    expect(await code(finishRun(loop.ctx, "r1"))).toEqual([EXIT.usage, "run-closed"]);
    expect(await code(startRun(loop.ctx, "r1"))).toEqual([EXIT.usage, "run-closed"]);
  });

  it("unknown, closed or badly named: exit 2, and nothing is kept", async () => {
    const loop = loopWorld();
    await startRun(loop.ctx, "done");
    await finishRun(loop.ctx, "done");
    for (const [name, work] of [
      ["a capture", () => capture(inRun(loop, "nope"), insight("x"))],
      ["a capture after the end", () => capture(inRun(loop, "done"), insight("x"))],
      ["a line of the log", () => logActivity(inRun(loop, "nope"), { text: "x" })],
      ["its end", () => finishRun(loop.ctx, "nope")],
      ["its failure", () => failRun(loop.ctx, "nope")],
    ] as const)
      expect(await code(work()), name).toEqual([2, "unknown-run"]);
    expect(await code(failRun(loop.ctx, "done"))).toEqual([2, "run-closed"]);
    expect(await ids(loop)).toEqual([]);
  });

  it("row 23: a name is a name of a file everywhere, and names differing in case alone are one run", async () => {
    const loop = loopWorld();
    for (const name of ["../x", "/etc/x", "a/b", "a\\b", "a\0b", "-rf", "", ".", "..", "a..b", "a.", "x".repeat(65)]) {
      expect(await code(startRun(loop.ctx, name)), JSON.stringify(name)).toEqual([2, "run-id"]);
    }
    await startRun(loop.ctx, "Run-1");
    expect(await startRun(loop.ctx, "run-1")).toMatchObject({ changed: false });
    expect(await unfinishedRuns(loop.world.workspace)).toHaveLength(1);
  });

  it("refuses an answer that the promised entry cannot take", async () => {
    const loop = loopWorld();
    await startRun(loop.ctx, "r1");
    const ctx = inRun(loop, "r1");
    const learned = await capture(ctx, insight("The cache is cold after a deploy"));
    const fact = await capture(ctx, { type: "memory", content: "Indents are four wide", category: "preference" });
    const held = { held: true, evidence: "it came up" };
    expect(await code(recordOutcome(ctx, { refs: [learned.id ?? ""], ...held }))).toEqual([EXIT.usage, "usage"]);
    expect(await code(recordOutcome(ctx, { refs: [fact.id ?? ""], irrelevant: true }))).toEqual([EXIT.usage, "usage"]);
    expect(await finishRun(loop.ctx, "r1")).toMatchObject({ count: 2 });
  });

  it("makes the reserved id an alias where its text is known already", async () => {
    const loop = loopWorld();
    await loop.store(ins("A0001", { insight: "Retries hide the flaky test", evidence: "seen twice" }));
    await startRun(loop.ctx, "r1");
    const again = insight("Retries hide the flaky test.", { evidence: "seen twice" });
    const { id } = await capture(inRun(loop, "r1"), again);
    const { committed } = await finishRun(loop.ctx, "r1");
    expect(committed[0]?.captured).toMatchObject({ decision: "counted", id: "INS-20260201-A0001" });
    expect((await openStore(loop.ctx)).resolve(id ?? "").id).toBe("INS-20260201-A0001");
    expect(await loop.entry("INS-20260201-A0001")).toMatchObject({ aliases: [id], seen: 1 });
  });

  it("takes a host's memory_writes, all of them or none", async () => {
    const loop = loopWorld();
    const result = (writes: unknown) =>
      resultWrites(JSON.stringify({ status: "ok", memory_writes: writes }), "result.json");
    await startRun(loop.ctx, "r1");
    const good = insight("The cache is cold after a deploy");
    expect((await code(finishRun(loop.ctx, "r1", result([good, { type: "insight", evidence: "no more" }]))))[0]).toBe(
      2,
    );
    expect(await ids(loop)).toEqual([]);
    expect((await unfinishedRuns(loop.world.workspace))[0]).toMatchObject({ state: "open", writes: [] });
    expect(await finishRun(loop.ctx, "r1", result([good]))).toMatchObject({ count: 1 });
    expect(await ids(loop)).toHaveLength(1);
  });

  it("is dropped after 7 days, at a heartbeat", async () => {
    const loop = loopWorld();
    loop.day(0, "09:00:00");
    await startRun(loop.ctx, "r1");
    await capture(inRun(loop, "r1"), insight("Never finished"));
    loop.day(7, "08:59:59");
    expect((await loop.beat()).did).toEqual([]);
    loop.day(7, "09:00:00");
    expect((await loop.beat()).did).toEqual(["dropped run r1, open since 2026-02-01T09:00:00Z, with 1 writes"]);
    expect(await readRun(loop.world.workspace, "r1")).toMatchObject({ state: "dropped", writes: [], count: 1 });
    expect(await code(finishRun(loop.ctx, "r1"))).toEqual([2, "run-closed"]);
    expect(await ids(loop)).toEqual([]);
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

  it("tells a write that can no longer be made, and commits the rest", async () => {
    const loop = loopWorld();
    await loop.store(cor("A0001"));
    await startRun(loop.ctx, "r1");
    await markUsed(inRun(loop, "r1"), { ref: "a0001" });
    await capture(inRun(loop, "r1"), insight("This one stays"));
    rmSync(loop.world.workspace.dayFile("correction", "2026-02-01"));
    const { committed } = await finishRun(loop.ctx, "r1");
    expect(committed.map(({ refused }) => refused !== undefined)).toEqual([true, false]);
    expect(loop.world.warnings.join()).toContain("Not kept");
    expect(await ids(loop)).toHaveLength(1);
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

describe("captures during an unfinished merge", () => {
  it("wait, are never dropped, and the first writing command after it commits them", async () => {
    const loop = loopWorld();
    const { root } = loop.world.workspace;
    execFileSync("git", ["init", "-q"], { cwd: root });
    await loop.store(cor("A0001"));
    const marker = loop.world.put(".git/MERGE_HEAD", `${"0".repeat(40)}\n`);
    const before = memory(loop);
    const kept = await captureAll(
      loop.ctx,
      ["Learned while git waits", "And another thing of its own"].map((one) => insight(one)),
    );
    expect(kept.map(({ decision }) => decision)).toEqual(["buffered", "buffered"]);
    expect(memory(loop)).toEqual(before);
    expect((await code(logActivity(loop.ctx, { text: "x" })))[0]).toBe(EXIT.busy);
    loop.day(60);
    await loop.beat();
    expect((await readMergeBuffer(loop.world.workspace))?.writes).toHaveLength(2);
    rmSync(marker);
    await logActivity(loop.ctx, { text: "merged" });
    expect(await ids(loop)).toEqual(expect.arrayContaining(kept.map(({ id }) => id)));
    expect(readMergeBuffer(loop.world.workspace)).toBeUndefined();
    expect(loop.world.warnings.join()).toContain("2 captures from the time of the merge committed");
  });

  it("are committed by a heartbeat as well", async () => {
    const loop = loopWorld();
    execFileSync("git", ["init", "-q"], { cwd: loop.world.workspace.root });
    const marker = loop.world.put(".git/MERGE_HEAD", `${"0".repeat(40)}\n`);
    await capture(loop.ctx, insight("Learned while git waits"));
    rmSync(marker);
    expect((await loop.beat()).did).toEqual(["committed 1 capture from the time of a merge"]);
    expect(await ids(loop)).toHaveLength(1);
  });
});

import { describe, expect, it } from "vitest";
import { sha256, writeFileAtomic } from "../../src/store/files/atomic-file.js";
import { replayJournal } from "../../src/store/files/replay.js";
import { commitFiles } from "../../src/store/files/transaction.js";
import { Workspace } from "../../src/store/workspace.js";
import { MemoryFs, PowerLoss } from "./memory-fs.js";
import { ALL_NEW, CHANGE, changesOf, PLAN, stateOfFile } from "./scenario.js";

const ROOT = "/workspace";
const ws = new Workspace(ROOT);

/** Repeatable chance, uniform in [0, 1): mulberry32. */
function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function planted(): Promise<MemoryFs> {
  const fs = new MemoryFs();
  await fs.plant(`${ROOT}/tenet.yaml`, "schema: 1\n");
  for (const { path, before } of PLAN) if (before !== null) await fs.plant(`${ROOT}/${path}`, before);
  return fs;
}

const states = (fs: MemoryFs) => PLAN.map((planned) => stateOfFile(planned, (path) => fs.text(`${ROOT}/${path}`)));

/** Runs until the cut; answers whether the work was acknowledged before it. */
async function until(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (cause) {
    if (!(cause instanceof PowerLoss)) throw cause;
    return false;
  }
}

const SEEDS_A_CUT = 60;

describe("row 4: power loss", () => {
  it("leaves a change over several files old or new as a whole, at each cut and under any order of un-synced calls", {
    tags: "proof",
  }, async () => {
    let cases = 0;
    const outcomes = { old: 0, new: 0 };
    for (let cut = 1, complete = false; !complete; cut += 1) {
      for (let seed = 0; seed < SEEDS_A_CUT; seed += 1) {
        const fs = await planted();
        fs.cutAt(cut);
        const acknowledged = await until(commitFiles(ws, CHANGE, changesOf(ROOT), fs));
        const disk = fs.crash(chance(cut * 1_000 + seed));
        for (const state of states(disk)) expect(["old", "new"], `cut ${cut} seed ${seed}`).toContain(state);
        const replayed = await replayJournal(ws, disk);
        expect(replayed?.conflicts ?? [], `cut ${cut} seed ${seed}`).toEqual([]);
        expect(replayed?.damaged).toBeUndefined();
        const after = states(disk);
        const first = after[0] as "old" | "new";
        expect(after, `cut ${cut} seed ${seed}`).toEqual(PLAN.map(() => first));
        if (acknowledged) expect(after).toEqual(ALL_NEW);
        outcomes[first] += 1;
        cases += 1;
        complete = acknowledged;
      }
    }
    expect(cases).toBeGreaterThan(1_000);
    expect(Math.min(outcomes.old, outcomes.new)).toBeGreaterThan(100);
  });

  it("in mid-replay changes nothing about that", { tags: "proof" }, async () => {
    let cases = 0;
    for (const firstCut of [26, 30, 34]) {
      for (let cut = 1, complete = false; !complete; cut += 1) {
        for (let seed = 0; seed < 40; seed += 1) {
          const random = chance(firstCut * 100_000 + cut * 1_000 + seed);
          const fs = await planted();
          fs.cutAt(firstCut);
          expect(await until(commitFiles(ws, CHANGE, changesOf(ROOT), fs))).toBe(false);
          const once = fs.crash(random);
          once.cutAt(cut);
          const acknowledged = await until(replayJournal(ws, once));
          const twice = once.crash(random);
          const replayed = await replayJournal(ws, twice);
          expect(replayed?.conflicts ?? []).toEqual([]);
          const after = states(twice);
          expect(after, `cuts ${firstCut}, ${cut} seed ${seed}`).toEqual(PLAN.map(() => after[0]));
          cases += 1;
          complete = acknowledged;
        }
      }
    }
    expect(cases).toBeGreaterThan(500);
  });

  it("leaves a single file old or new, and what was acknowledged is there", async () => {
    const path = `${ROOT}/memory/2026-02-15.md`;
    for (const [before, after] of [
      ["old\n", "old\nnew\n"],
      [null, "new\n"],
    ] as const) {
      for (let cut = 1, complete = false; !complete; cut += 1) {
        for (let seed = 0; seed < 60; seed += 1) {
          const fs = new MemoryFs();
          await fs.plant(`${ROOT}/tenet.yaml`, "schema: 1\n");
          if (before !== null) await fs.plant(path, before);
          fs.cutAt(cut);
          const expected = before === null ? null : sha256(before);
          const acknowledged = await until(writeFileAtomic(path, after, { expected, within: ws, fs }));
          const now = fs.crash(chance(cut * 1_000 + seed)).text(path);
          expect(acknowledged ? [after] : [before, after], `cut ${cut} seed ${seed}`).toContain(now);
          complete = acknowledged;
        }
      }
    }
  });

  it("keeps each of a row of acknowledged changes, with and without a journal", async () => {
    const [soul, day] = [ws.absolute("SOUL.md"), ws.dailyLog("2026-02-15")];
    for (let seed = 0; seed < 600; seed += 1) {
      const random = chance(seed);
      const fs = await planted();
      let kept = { soul: PLAN[0]?.before as string, day: PLAN[3]?.before as string };
      let attempted = kept;
      fs.cutAt(1 + Math.floor(random() * 150));
      for (let round = 1, done = true; done && round <= 8; round += 1) {
        const before = kept;
        const after = {
          soul: `${before.soul}${round}\n`,
          day: round % 2 === 0 ? before.day : `${before.day}${round}\n`,
        };
        const changes = [
          { path: soul, before: sha256(before.soul), after: Buffer.from(after.soul) },
          { path: day, before: sha256(before.day), after: Buffer.from(after.day) },
        ];
        done = await until(commitFiles(ws, { ...CHANGE, id: `change-${round}` }, changes, fs));
        attempted = after;
        if (done) kept = after;
      }
      const disk = fs.crash(random);
      expect((await replayJournal(ws, disk))?.conflicts ?? [], `seed ${seed}`).toEqual([]);
      const now = { soul: disk.text(soul), day: disk.text(day) };
      expect([kept, attempted], `seed ${seed}`).toContainEqual(now);
    }
  });
});

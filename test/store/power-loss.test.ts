/** A power loss at each call, on a disk in memory that keeps or drops by chance whatever was not synced. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256, writeFileAtomic } from "../../src/store/files/atomic-file.js";
import { commitFiles, completeChange, isChangePending } from "../../src/store/files/transaction.js";
import { State } from "../../src/store/state/state-db.js";
import { Workspace } from "../../src/store/workspace.js";
import { dice, rounds } from "../effort.js";
import { MemoryFs, PowerLoss } from "./memory-fs.js";
import { freshFolder } from "./run-child.js";
import { ALL_NEW, CHANGE, changesOf, PLAN, stateOfFile } from "./scenario.js";

const ROOT = "/workspace";

/** Its files lie on the disk in memory; `state.db` on the real one, since SQLite answers for its own commits. */
function freshWorkspace(): Workspace {
  State.closeAll();
  return Object.assign(new Workspace(ROOT), { stateDb: join(freshFolder(), "state.db") });
}

/** Repeatable chance, uniform in [0, 1). */
const chance = (seed: number) => {
  const below = dice(seed);
  return () => below(2 ** 32) / 2 ** 32;
};

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

/** Tries a cut at each call of a piece of work, with many fates each, until one comes after its end whatever the fate. */
async function atEachCut(
  fates: number,
  tried: (cut: number, random: () => number) => Promise<boolean>,
): Promise<number> {
  for (let cut = 1; ; cut += 1) {
    let acknowledged = true;
    for (let fate = 0; fate < fates; fate += 1)
      acknowledged = (await tried(cut, chance(cut * 1_000 + fate))) && acknowledged;
    if (acknowledged) return cut * fates;
  }
}

describe("row 4: power loss", () => {
  it("leaves a change over several files old or new as a whole, at each cut and under any order of un-synced calls", {
    tags: "more",
  }, async () => {
    const outcomes = { old: 0, new: 0 };
    const cases = await atEachCut(rounds(4, 60), async (cut, random) => {
      const [ws, fs] = [freshWorkspace(), await planted()];
      fs.cutAt(cut);
      const acknowledged = await until(commitFiles(ws, CHANGE, changesOf(ROOT), [], fs));
      const disk = fs.crash(random);
      for (const state of states(disk)) expect(["old", "new"], `cut ${cut}`).toContain(state);
      expect(await completeChange(ws, disk), `cut ${cut}`).toEqual([]);
      const after = states(disk);
      const [first] = after as ("old" | "new")[];
      expect(after, `cut ${cut}`).toEqual(PLAN.map(() => first));
      if (acknowledged) expect(after).toEqual(ALL_NEW);
      outcomes[first!] += 1;
      return acknowledged;
    });
    expect(cases).toBeGreaterThan(rounds(100, 1_000));
    expect(Math.min(outcomes.old, outcomes.new)).toBeGreaterThan(rounds(10, 100));
  });

  it("while a change is completed changes nothing about that", { tags: "proof" }, async () => {
    let cases = 0;
    const whole = await planted();
    const before = whole.calls;
    await commitFiles(freshWorkspace(), CHANGE, changesOf(ROOT), [], whole);
    // The last calls put files in place; what is behind them only clears up.
    for (const firstCut of [13, 9, 5].map((fromEnd) => whole.calls - before - fromEnd)) {
      cases += await atEachCut(40, async (cut, random) => {
        const [ws, fs] = [freshWorkspace(), await planted()];
        fs.cutAt(firstCut);
        expect(await until(commitFiles(ws, CHANGE, changesOf(ROOT), [], fs))).toBe(false);
        expect(isChangePending(ws)).toBe(true);
        const once = fs.crash(random);
        once.cutAt(cut);
        const acknowledged = await until(completeChange(ws, once));
        const twice = once.crash(random);
        expect(await completeChange(ws, twice)).toEqual([]);
        const after = states(twice);
        expect(after, `cuts ${firstCut}, ${cut}`).toEqual(PLAN.map(() => after[0]));
        return acknowledged;
      });
    }
    expect(cases).toBeGreaterThan(500);
  });

  it.each([
    ["old\n", "old\nnew\n"],
    [null, "new\n"],
  ])(
    "leaves a single file old or new (%j), and what was acknowledged is there",
    { tags: "more" },
    async (before, after) => {
      const path = `${ROOT}/memory/2026-02-15.md`;
      const expected = before === null ? null : sha256(before);
      await atEachCut(rounds(10, 60), async (cut, random) => {
        const fs = new MemoryFs();
        await fs.plant(`${ROOT}/tenet.yaml`, "schema: 1\n");
        if (before !== null) await fs.plant(path, before);
        fs.cutAt(cut);
        const acknowledged = await until(writeFileAtomic(path, after, { expected, within: new Workspace(ROOT), fs }));
        expect(acknowledged ? [after] : [before, after], `cut ${cut}`).toContain(fs.crash(random).text(path));
        return acknowledged;
      });
    },
  );

  it("keeps each of a row of acknowledged changes, of one file and of several", { tags: "more" }, async () => {
    for (let seed = 0; seed < rounds(100, 600); seed += 1) {
      const random = chance(seed);
      const [ws, fs] = [freshWorkspace(), await planted()];
      const [soul, day] = [ws.absolute("SOUL.md"), ws.dailyLog("2026-02-15")];
      let kept = { soul: PLAN[0]?.before as string, day: PLAN[3]?.before as string };
      let attempted = kept;
      fs.cutAt(1 + Math.floor(random() * 150));
      for (let round = 1, done = true; done && round <= 8; round += 1) {
        attempted = { soul: `${kept.soul}${round}\n`, day: round % 2 === 0 ? kept.day : `${kept.day}${round}\n` };
        const changes = [
          { path: soul, before: sha256(kept.soul), after: Buffer.from(attempted.soul) },
          { path: day, before: sha256(kept.day), after: Buffer.from(attempted.day) },
        ];
        done = await until(commitFiles(ws, `learn-${round}`, changes, [], fs));
        if (done) kept = attempted;
      }
      const disk = fs.crash(random);
      expect(await completeChange(ws, disk), `seed ${seed}`).toEqual([]);
      const now = { soul: disk.text(soul), day: disk.text(day) };
      expect([kept, attempted], `seed ${seed}`).toContainEqual(now);
    }
  });
});

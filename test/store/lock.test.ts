import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { withLock } from "../../src/store/files/lock.js";
import { Workspace } from "../../src/store/workspace.js";
import { rounds } from "../effort.js";
import { finished, freshFolder, runChild, startChild } from "./run-child.js";

const freshLock = (): string => join(freshFolder(), "made", "lock.db");

/** Takes the lock, if it is to be had within so many milliseconds, and gives it back. */
const taken = (path: string, ms = 100) => withLock(path, "learn", ms, () => "in");
const BUSY = { failure: "busy", exit: 3, hint: expect.stringContaining("do the same again") };

/** A process of its own that holds the lock for a while, once it does. */
async function heldBy(path: string, ms: number, verb = "hold") {
  mkdirSync(join(path, ".."), { recursive: true });
  rmSync(join(path, "..", "entered"), { force: true });
  const holder = await startChild([verb, path, ms]);
  const ended = finished(holder);
  while (!existsSync(join(path, "..", "entered"))) await sleep(10);
  return { holder, ended };
}

describe("a lock", () => {
  it("makes its folder, gives back what the body answers or throws, and leaves an empty file and a note", async () => {
    const path = freshLock();
    expect(await withLock(path, "learn", 100, async () => 7)).toBe(7);
    await expect(withLock(path, "learn", 100, () => Promise.reject(new Error("body")))).rejects.toThrow("body");
    expect(readdirSync(join(path, ".."))).toEqual(["lock.db", "lock.txt"]);
    expect(readFileSync(path)).toHaveLength(0);
  });

  it("is busy for a second taker, naming the holder and a safe next step", async () => {
    const path = freshLock();
    const failed = await withLock(path, "digest", 100, async () => {
      return await taken(path, 50).catch((cause: unknown) => cause);
    });
    expect(failed).toMatchObject({ ...BUSY, message: expect.stringContaining(`digest (process ${process.pid})`) });
  });

  it("lets many in one process in one by one", async () => {
    const path = freshLock();
    let [inside, most] = [0, 0];
    const body = async () => {
      most = Math.max(most, ++inside);
      await sleep(1);
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 8 }, () => withLock(path, "learn", 20_000, body)));
    expect(most).toBe(1);
  });

  it("row 4: processes raise one counter 25 times each, and none is lost", { tags: "more" }, async () => {
    const root = freshFolder();
    const crowd = rounds(3, 8);
    writeFileSync(join(root, "MEMORY.md"), "0");
    const runs = await Promise.all(Array.from({ length: crowd }, () => runChild(["count", root, 25])));
    expect(runs.map(({ code }) => code)).toEqual(Array(crowd).fill(0));
    expect(readFileSync(join(root, "MEMORY.md"), "utf8")).toBe(String(25 * crowd));
  });

  it("row 5: of a stopped holder waiters time out or wait, and it finishes", async () => {
    const path = freshLock();
    const { holder, ended } = await heldBy(path, 300);
    holder.kill("SIGSTOP");
    const patient = runChild(["contend", path, 1, 0]);
    await expect(taken(path, 1_000)).rejects.toMatchObject(BUSY);
    holder.kill("SIGCONT");
    expect([await ended, await patient]).toMatchObject([{ code: 0 }, { code: 0 }]);
    expect(await taken(path, 1_000)).toBe("in");
  });

  it("row 5: of a holder that was killed it is free at once, for exactly one of several", {
    tags: "more",
  }, async () => {
    const path = freshLock();
    for (let round = 0; round < rounds(2, 20); round += 1) {
      const { holder, ended } = await heldBy(path, 60_000, "sleep");
      const contenders = Array.from({ length: 4 }, () => runChild(["contend", path, 5, 0]));
      holder.kill("SIGKILL");
      await ended;
      for (const run of await Promise.all(contenders)) expect(run, JSON.stringify(run)).toMatchObject({ code: 0 });
      expect(await taken(path)).toBe("in");
    }
  });

  it("fails with the path where its folder cannot be used", async () => {
    const root = freshFolder();
    writeFileSync(join(root, "file"), "");
    const message = expect.stringContaining(join(root, "file"));
    await expect(taken(join(root, "file", "lock.db"))).rejects.toMatchObject({ failure: "failed", message });
    await withLock(new Workspace(root).lock, "learn", 100, async () => {});
  });
});

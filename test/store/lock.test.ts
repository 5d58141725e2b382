import { spawn, spawnSync } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { TenetError } from "../../src/errors.js";
import { breakLock, lockState, withLock } from "../../src/store/files/lock.js";
import { judge, newOwner, type Owner, parseRecord } from "../../src/store/files/lock-owner.js";
import { Workspace } from "../../src/store/workspace.js";
import { rounds } from "../effort.js";
import { finished, freshFolder, runChild, startChild } from "./run-child.js";

function lockFolder(): string {
  const dir = join(freshFolder(), "lock");
  mkdirSync(dir);
  return dir;
}

/** The pid of a process that has ended. */
const deadPid = () => spawnSync("true").pid;

const ours = (changes: Partial<Owner> = {}) => JSON.stringify({ ...newOwner("learn"), ...changes });

/** Records that a lock may be found with, and whether they are proof that nobody holds it. */
const KINDS: Readonly<Record<string, [text: () => string, gone: boolean]>> = {
  released: [() => '{"state":"released"}', true],
  "dead pid": [() => ours({ pid: deadPid() }), true],
  "reused pid": [() => ours({ started: "1" }), true],
  "before a restart": [() => ours({ boot: "another-boot" }), true],
  "dead pid, taken far in the future": [() => ours({ pid: deadPid(), since: "2036-01-01T00:00:00Z" }), true],
  "other host": [() => ours({ host: "elsewhere", pid: deadPid() }), false],
  "other container": [() => ours({ namespace: "pid:[1]", pid: deadPid() }), false],
  "running, taken long ago": [() => ours({ since: "2016-01-01T00:00:00Z" }), false],
  empty: [() => "", false],
  "half a record": [() => ours().slice(0, 40), false],
  null: [() => "null", false],
  "a list": [() => "[]", false],
  "no pid": [() => '{"state":"held"}', false],
  "pid 0": [() => ours({ pid: 0 }), false],
};
const textOf = (kind: string): string => KINDS[kind]![0]();

/** Takes the lock, if it is to be had within so many milliseconds, and gives it back. */
const taken = (dir: string, ms = 100) => withLock(dir, "learn", ms, async () => "in");
const BUSY = { failure: "busy" };

/** A process of its own that holds the lock for a while, once it does. */
async function heldBy(dir: string, ms: number) {
  const holder = await startChild(["hold", dir, ms]);
  const ended = finished(holder);
  while (!existsSync(join(dir, "..", "entered"))) await sleep(10);
  return { holder, ended };
}

describe("the owner record", () => {
  it.each(Object.entries(KINDS))("row 8: %s is taken only on proof", (_, [text, gone]) => {
    expect(["free", "dead"].includes(judge(parseRecord(text())).state)).toBe(gone);
  });

  it("knows a process that ended but was not collected yet", async () => {
    // The shell becomes a process that never collects its child.
    const parent = spawn("sh", ["-c", "sleep 0.05 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
    const pid = await new Promise<number>((resolve) => {
      parent.stdout.once("data", (chunk) => resolve(Number(String(chunk))));
    });
    while (!readFileSync(`/proc/${pid}/stat`, "latin1").includes(") Z ")) await sleep(10);
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const started = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] as string;
    expect(judge(parseRecord(ours({ pid, started })))).toMatchObject({ state: "dead" });
    parent.kill("SIGKILL");
  });
});

describe("withLock", () => {
  it("makes its folder, gives back what the body answers or throws, and is free afterwards", async () => {
    const { lock: dir } = new Workspace(freshFolder());
    expect(await withLock(dir, "learn", 100, async () => 7)).toBe(7);
    await expect(withLock(dir, "learn", 100, () => Promise.reject(new Error("body")))).rejects.toThrow("body");
    expect((await lockState(dir))?.verdict.state).toBe("free");
    expect(readdirSync(dir)).toHaveLength(1);
  });

  it("is busy for a second taker, naming the owner and a safe next step", async () => {
    const dir = lockFolder();
    const failure = await withLock(dir, "digest", 100, () => taken(dir, 50).catch((cause: unknown) => cause));
    expect(failure).toBeInstanceOf(TenetError);
    expect(failure).toMatchObject({ exit: 3, code: "busy" });
    expect((failure as TenetError).message).toMatch(new RegExp(`\`tenet digest\`.*process ${process.pid}`));
  });

  it("lets many in one process in one by one", async () => {
    const dir = lockFolder();
    let inside = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 8 }, () =>
        withLock(dir, "learn", 20_000, async () => {
          most = Math.max(most, ++inside);
          await sleep(1);
          inside -= 1;
        }),
      ),
    );
    expect(most).toBe(1);
  });

  it.each(["other host", "running, taken long ago", "empty"])(
    "row 8: refuses %s, untouched, and points to doctor",
    async (kind) => {
      const dir = lockFolder();
      const planted = textOf(kind);
      writeFileSync(join(dir, "g5"), planted);
      await expect(taken(dir, 60)).rejects.toMatchObject({ ...BUSY, hint: { verb: "doctor" } });
      expect(readdirSync(dir)).toEqual(["g5"]);
      expect(readFileSync(join(dir, "g5"), "utf8")).toBe(planted);
    },
  );

  it.each(["dead pid", "reused pid"])(
    "row 8: a lock of a %s is taken by exactly one of 6 contenders, 50 times each",
    { tags: "proof" },
    async (kind) => {
      const dir = lockFolder();
      writeFileSync(join(dir, "g5"), textOf(kind));
      const runs = await Promise.all(Array.from({ length: 6 }, () => runChild(["contend", dir, 50, 0])));
      for (const run of runs) expect(run, JSON.stringify(run)).toMatchObject({ code: 0 });
      const left = readdirSync(dir);
      expect(left).toHaveLength(1);
      // Each taking is one generation; a contender that stepped back used a number up without being inside.
      expect(Number(left[0]?.slice(1))).toBeGreaterThanOrEqual(305);
    },
  );

  it("row 7: processes raise one counter 25 times each, and none is lost", { tags: "more" }, async () => {
    const root = freshFolder();
    const ws = new Workspace(root);
    const crowd = rounds(3, 8);
    writeFileSync(ws.absolute("MEMORY.md"), "0");
    const runs = await Promise.all(Array.from({ length: crowd }, () => runChild(["count", root, 25])));
    expect(runs.map(({ code }) => code)).toEqual(Array(crowd).fill(0));
    expect(readFileSync(ws.absolute("MEMORY.md"), "utf8")).toBe(String(25 * crowd));
  });

  it("row 9: a suspended holder keeps its lock; contenders wait or time out, and it finishes", async () => {
    const dir = lockFolder();
    const { holder, ended } = await heldBy(dir, 300);
    holder.kill("SIGSTOP");
    const patient = runChild(["contend", dir, 1, 0]);
    await expect(taken(dir, 1_000)).rejects.toMatchObject(BUSY);
    // Nor does the age of its files matter.
    for (const name of readdirSync(dir)) utimesSync(join(dir, name), 0, 0);
    await expect(taken(dir, 300)).rejects.toMatchObject(BUSY);
    holder.kill("SIGCONT");
    expect([await ended, await patient]).toMatchObject([{ code: 0 }, { code: 0 }]);
    expect(await taken(dir, 1_000)).toBe("in");
  });

  it("row 10: neither a jump of the clock nor files from the future free or stick a lock", async () => {
    const dir = lockFolder();
    writeFileSync(join(dir, "g1"), ours({ pid: deadPid() }));
    const future = new Date("2036-01-01T00:00:00Z");
    utimesSync(join(dir, "g1"), future, future);
    const real = Date.now;
    try {
      await withLock(dir, "learn", 100, async () => {
        for (const days of [-2, 3650]) {
          Date.now = () => real() + days * 86_400_000;
          await expect(taken(dir, 40)).rejects.toMatchObject(BUSY);
        }
      });
    } finally {
      Date.now = real;
    }
    expect(await taken(dir)).toBe("in");
  });

  it("is taken over from a holder that was killed", async () => {
    const dir = lockFolder();
    const { holder, ended } = await heldBy(dir, 60_000);
    holder.kill("SIGKILL");
    await ended;
    expect((await lockState(dir))?.verdict).toMatchObject({ state: "dead" });
    expect(await taken(dir)).toBe("in");
  });

  it("ignores foreign files in its folder", async () => {
    const dir = lockFolder();
    for (const name of ["g0", "g01", "g-1", "gx", "README", "g1.bak"]) writeFileSync(join(dir, name), "");
    expect(await taken(dir)).toBe("in");
    expect(readdirSync(dir)).toContain("g1");
  });

  it("fails with the path when the folder cannot be used", async () => {
    const root = freshFolder();
    writeFileSync(join(root, "file"), "");
    symlinkSync(join(root, "nowhere"), join(root, "dangling"));
    const message = expect.stringContaining(join(root, "file", "lock"));
    await expect(taken(join(root, "file", "lock"))).rejects.toMatchObject({ failure: "failed", message });
    await expect(taken(join(root, "dangling"))).rejects.toThrow();
  });
});

describe("breakLock", () => {
  it("releases what cannot be proved dead, keeps the reason, and answers whose it was", async () => {
    const dir = lockFolder();
    writeFileSync(join(dir, "g5"), ours({ host: "elsewhere", command: "digest" }));
    const broken = await breakLock(dir, { reason: "that machine is gone", by: "bridget" });
    expect(broken).toMatchObject({ owner: { command: "digest", host: "elsewhere" }, verdict: { state: "unknown" } });
    expect(readFileSync(join(dir, "g6"), "utf8")).toContain("that machine is gone");
    expect(await taken(dir)).toBe("in");
    expect(readdirSync(dir)).toEqual(["g7"]);
  });

  it("does nothing where nobody holds the lock, and wants a reason", async () => {
    const dir = lockFolder();
    const why = { reason: "stuck", by: "bridget" };
    expect(await lockState(join(dir, "none"))).toBeUndefined();
    expect(await breakLock(join(dir, "none"), why)).toBeUndefined();
    expect(await breakLock(dir, why)).toBeUndefined();
    await taken(dir);
    expect(await breakLock(dir, why)).toBeUndefined();
    await expect(breakLock(dir, { reason: " ", by: "bridget" })).rejects.toThrow("reason");
  });

  it("leaves a broken holder unable to release the lock of the next one", async () => {
    const dir = lockFolder();
    const signs = new EventEmitter();
    const { next } = await withLock(dir, "slow", 100, async () => {
      await breakLock(dir, { reason: "stuck", by: "bridget" });
      const entered = once(signs, "entered");
      const taking = withLock(dir, "next", 20_000, async () => {
        signs.emit("entered");
        await once(signs, "leave");
      });
      await entered;
      return { next: taking };
    });
    expect((await lockState(dir))?.owner?.command).toBe("next");
    signs.emit("leave");
    await next;
    expect((await lockState(dir))?.verdict.state).toBe("free");
  });
});

import { cpSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TenetError } from "../../src/errors.js";
import { ChangedMeanwhile, sha256 } from "../../src/store/files/atomic-file.js";
import { commitFiles, completeChange, isChangePending, sweepTemps } from "../../src/store/files/transaction.js";
import { State } from "../../src/store/state/state-db.js";
import { Workspace } from "../../src/store/workspace.js";
import { rounds, some } from "../effort.js";
import { faultyFs } from "./faulty-fs.js";
import { freshFolder, runChild } from "./run-child.js";
import { ALL_NEW, ALL_OLD, CHANGE, changesOf, plant, statesIn } from "./scenario.js";

function planted(): string {
  State.closeAll();
  const root = freshFolder();
  plant(root);
  return root;
}

/** Runs tasks two at a time: as many as the machine has cores. */
async function inPairs(tasks: readonly (() => Promise<void>)[]): Promise<void> {
  const queue = [...tasks];
  const worker = async () => {
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) await task();
  };
  await Promise.all([worker(), worker()]);
}

/** Each call in proof; otherwise every sixth, the first and the last. The disk of `power-loss` stops at each one always. */
const upTo = (count: number) =>
  Array.from({ length: count }, (_, at) => at + 1).filter(
    (at) => at === 1 || at % rounds(6, 1) === count % rounds(6, 1),
  );

/** Every file beneath a folder, relative. */
function filesIn(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((file) => !/(?:^|\/)\.tenet\/state\.db/.test(file))
    .sort();
}

const FILES_NEW = ["SOUL.md", "memory/2026-02-15.md", "memory/learning/insights/2026-02-15.md"];
const FILES_OLD = ["SOUL.md", "memory/2026-02-14.md", "memory/2026-02-15.md"];

/** How many calls an undisturbed run makes, and which, from the shim's trace. */
async function traceOf(verb: "commit" | "complete", root: string): Promise<string[]> {
  const trace = join(freshFolder(), "trace");
  expect((await runChild([verb, root], { fault: { ROOT: root, TRACE: trace } })).code).toBe(0);
  return readFileSync(trace, "utf8").trimEnd().split("\n");
}

/** After whatever happened: completes it, clears leftovers, and answers which of the two whole trees is there. */
async function settle(root: string): Promise<"old" | "new"> {
  const ws = new Workspace(root);
  for (const state of statesIn(root)) expect(["old", "new"]).toContain(state);
  const pending = isChangePending(ws);
  expect(await completeChange(ws)).toEqual([]);
  sweepTemps(ws, 0);
  const states = statesIn(root);
  const [first] = states;
  expect(states).toEqual(first === "old" ? ALL_OLD : ALL_NEW);
  expect(filesIn(root)).toEqual(first === "old" ? FILES_OLD : FILES_NEW);
  if (pending) expect(first).toBe("new");
  return first as "old" | "new";
}

describe("a change over several files", () => {
  it("is there in full and nothing else", async () => {
    const root = planted();
    expect(await commitFiles(new Workspace(root), CHANGE, changesOf(root))).toEqual([]);
    expect(statesIn(root)).toEqual(ALL_NEW);
    expect(filesIn(root)).toEqual(FILES_NEW);
  });

  it("row 1: SIGKILL at any call leaves each file old or new, and the next run completes it", {
    tags: "more",
  }, async () => {
    const calls = await traceOf("commit", planted());
    const seen = new Set<string>();
    await inPairs(
      upTo(calls.length).map((at) => async () => {
        const root = planted();
        const run = await runChild(["commit", root], { fault: { ROOT: root, AT: at, KIND: "kill" } });
        expect(run.signal, `call ${calls[at - 1]}`).toBe("SIGKILL");
        seen.add(await settle(root));
      }),
    );
    expect(seen).toEqual(new Set(["old", "new"]));
    expect(calls.length).toBeGreaterThan(15);
  });

  it.each(["EIO", "ENOSPC"].flatMap((code) => (["once", "from"] as const).map((times) => ({ code, times }))))(
    "row 2: $code ($times) at every single call is reported, the tree whole",
    { tags: "sampled" },
    async ({ code, times }) => {
      for (let at = 1; ; at += 1) {
        const root = planted();
        const fs = faultyFs({ at, code, times });
        const failure = await commitFiles(new Workspace(root), CHANGE, changesOf(root), [], fs).then(
          () => undefined,
          (cause: unknown) => cause,
        );
        if (fs.met() < at) {
          expect(failure).toBeUndefined();
          expect(at).toBeGreaterThan(15);
          return;
        }
        const recorded = isChangePending(new Workspace(root));
        // Only clearing up afterwards may fail in silence: everything is in place then.
        if (failure === undefined) expect(statesIn(root)).toEqual(ALL_NEW);
        else {
          expect(failure).toBeInstanceOf(TenetError);
          const { message, failure: kind } = failure as TenetError;
          expect([kind, message]).toEqual(["failed", expect.stringContaining(code)]);
          expect(message).toContain(root);
          const told = /The change is decided|No file was changed/.exec(message)?.[0];
          expect(told).toBe(recorded ? "The change is decided" : "No file was changed");
          if (!recorded) expect(statesIn(root)).toEqual(ALL_OLD);
        }
        await settle(root);
      }
    },
  );

  it("row 1: a kill or an error at any point of completing, then a clean run, ends as an undisturbed run", {
    tags: "more",
    timeout: 120_000,
  }, async () => {
    const calls = await traceOf("commit", planted());
    // The first file that is put in place, and the last one.
    const renames = calls.flatMap((line, at) => (/ rename /.test(line) ? at + 1 : []));
    for (const killAt of [renames[0] as number, renames.at(-1) as number]) {
      const interrupted = planted();
      await runChild(["commit", interrupted], { fault: { ROOT: interrupted, AT: killAt } });
      expect(isChangePending(new Workspace(interrupted))).toBe(true);
      State.closeAll();
      const copied = () => {
        const root = freshFolder();
        cpSync(interrupted, root, { recursive: true });
        return root;
      };
      const completing = await traceOf("complete", copied());
      await inPairs(
        upTo(completing.length).map((at) => async () => {
          const root = copied();
          expect((await runChild(["complete", root], { fault: { ROOT: root, AT: at } })).signal).toBe("SIGKILL");
          expect(await settle(root)).toBe("new");
        }),
      );
      for (const times of some(["from", "once"] as const, 1)) {
        for (let at = 1; at <= completing.length; at += 1) {
          const root = copied();
          await completeChange(new Workspace(root), faultyFs({ at, code: "EIO", times })).catch((cause) => {
            expect(cause).toBeInstanceOf(TenetError);
          });
          expect(await settle(root)).toBe("new");
        }
      }
    }
  });

  it.each([0, 1, 2, 3])("writes nothing when its file %i is not what the caller read", async (at) => {
    const root = planted();
    const { path } = changesOf(root)[at]!;
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, "a person was here");
    const before = filesIn(root);
    await expect(commitFiles(new Workspace(root), CHANGE, changesOf(root))).rejects.toThrow(ChangedMeanwhile);
    expect(filesIn(root)).toEqual(before);
    expect(readFileSync(path, "utf8")).toBe("a person was here");
    expect(statesIn(root)).not.toContain("new");
  });

  it("does not touch a file that would not change", async () => {
    const root = planted();
    const text = readFileSync(join(root, "SOUL.md"));
    const same = { path: join(root, "SOUL.md"), before: sha256(text), after: text };
    const fs = faultyFs({ at: 1, code: "EIO", times: "from" });
    const never = { path: join(root, "never.md"), before: null, after: null };
    await commitFiles(new Workspace(root), CHANGE, [same, never], [], fs);
    expect(fs.met()).toBe(0);
  });

  it("takes one file: create, edit, remove", async () => {
    const root = freshFolder();
    const ws = new Workspace(root);
    const path = ws.dailyLog("2026-02-15");
    const commit = (before: string | null, after: string | null) =>
      commitFiles(ws, CHANGE, [
        { path, before: before && sha256(before), after: after === null ? null : Buffer.from(after) },
      ]);
    await commit(null, "one\n");
    await commit("one\n", "two\n");
    expect(readFileSync(path, "utf8")).toBe("two\n");
    for (const [before, after] of [
      ["one\n", "three\n"],
      ["one\n", null],
      [null, "three\n"],
    ] as const)
      await expect(commit(before, after)).rejects.toThrow(ChangedMeanwhile);
    await commit("two\n", null);
    expect(filesIn(root)).toEqual([]);
    expect(isChangePending(ws)).toBe(false);
  });
});

describe("completing a change after its files changed", () => {
  /** A workspace whose change was decided, and stopped at the `at`-th file that it put in place. */
  async function interrupted(at = 1): Promise<{ ws: Workspace; root: string }> {
    const root = planted();
    const fs = faultyFs({ at, code: "EIO", times: "from", only: ["rename"] });
    await expect(commitFiles(new Workspace(root), CHANGE, changesOf(root), [], fs)).rejects.toThrow("is decided");
    return { ws: new Workspace(root), root };
  }

  it("keeps a person's version, saves ours beside and reports both", async () => {
    const { ws, root } = await interrupted();
    const soul = ws.absolute("SOUL.md");
    writeFileSync(soul, "a person was here");
    const message = expect.stringContaining(".tenet/learn-1.conflict/SOUL.md");
    expect(await completeChange(ws)).toEqual([message]);
    expect(readFileSync(ws.absolute(".tenet/learn-1.conflict/SOUL.md"), "utf8")).toContain("new soul");
    expect(readFileSync(soul, "utf8")).toBe("a person was here");
    expect(statesIn(root).slice(1)).toEqual(ALL_NEW.slice(1));
    expect([isChangePending(ws), await completeChange(ws)]).toEqual([false, []]);
  });

  it("does not remove a file that a person edited since", async () => {
    const { ws } = await interrupted();
    const path = ws.dailyLog("2026-02-14");
    writeFileSync(path, "still needed");
    expect(await completeChange(ws)).toEqual([expect.stringContaining("memory/2026-02-14.md was left")]);
    expect(readFileSync(path, "utf8")).toBe("still needed");
  });

  it("keeps an edit of what it had already installed", async () => {
    const { ws } = await interrupted(2);
    const soul = ws.absolute("SOUL.md");
    writeFileSync(soul, "and a person's line\n", { flag: "a" });
    expect(await completeChange(ws)).toEqual([expect.stringContaining("SOUL.md was left")]);
    expect(readFileSync(soul, "utf8")).toMatch(/^new soul[\s\S]*and a person's line\n$/);
  });

  it("is done by the next change, which then sees that its files are others", async () => {
    const { ws, root } = await interrupted();
    await expect(commitFiles(ws, "learn-2", changesOf(root))).rejects.toThrow(ChangedMeanwhile);
    expect(statesIn(root)).toEqual(ALL_NEW);
  });

  it.each(["../outside.md", ".git/hooks/pre-commit", "memory/../../outside.md", ".GIT/config"])(
    "row 11: a planted row cannot write to %s",
    async (path) => {
      const root = join(freshFolder(), "workspace");
      mkdirSync(root);
      plant(root);
      const ws = new Workspace(root);
      State.of(ws).run("INSERT INTO pending VALUES (?, 'x', NULL, ?)", path, Buffer.from("evil"));
      expect(await completeChange(ws)).toHaveLength(1);
      expect(filesIn(join(root, ".."))).toEqual(FILES_OLD.map((file) => `workspace/${file}`));
    },
  );
});

it("facts that belong to a change are noted with it, or not at all", async () => {
  for (const at of [1, 9 ** 9]) {
    const root = planted();
    const ws = new Workspace(root);
    const fs = faultyFs({ at, code: "ENOSPC", times: "from", only: ["mkdir"] });
    const write = (state: State) => state.put("run", { at: "", value: "finished" });
    await commitFiles(ws, CHANGE, changesOf(root), [write], fs).catch(() => undefined);
    expect(State.of(ws).value("run")).toBe(at === 1 ? undefined : "finished");
    expect(statesIn(root)).toEqual(at === 1 ? ALL_OLD : ALL_NEW);
  }
});

it("leftovers are swept once they are a minute old", () => {
  const ws = new Workspace(planted());
  mkdirSync(ws.tmp, { recursive: true });
  for (const name of ["old", "young"]) writeFileSync(join(ws.tmp, name), "left");
  utimesSync(join(ws.tmp, "old"), 0, 0);
  sweepTemps(ws);
  expect(readdirSync(ws.tmp)).toEqual(["young"]);
});

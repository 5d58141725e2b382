import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TenetError } from "../../src/errors.js";
import { ChangedMeanwhile, sha256 } from "../../src/store/files/atomic-file.js";
import { TEMP_NAME } from "../../src/store/files/disposable.js";
import { pendingJournal } from "../../src/store/files/journal.js";
import { removeOldTemps } from "../../src/store/files/old-temps.js";
import { replayJournal } from "../../src/store/files/replay.js";
import { commitFiles } from "../../src/store/files/transaction.js";
import { Workspace } from "../../src/store/workspace.js";
import { rounds, some } from "../effort.js";
import { faultyFs } from "./faulty-fs.js";
import { freshFolder, runChild } from "./run-child.js";
import { ALL_NEW, ALL_OLD, CHANGE, changesOf, plant, statesIn } from "./scenario.js";

function planted(): string {
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

/** Each call in proof; otherwise every sixth, and the last. The disk of `power-loss` stops at each one always. */
const upTo = (count: number) =>
  Array.from({ length: count }, (_, at) => at + 1).filter((at) => at % rounds(6, 1) === count % rounds(6, 1));

/** Every file beneath a folder, relative. */
function filesIn(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

const FILES_NEW = ["SOUL.md", "memory/2026-02-15.md", "memory/learning/insights/2026-02-15.md"];
const FILES_OLD = ["SOUL.md", "memory/2026-02-14.md", "memory/2026-02-15.md"];

/** How many calls an undisturbed run makes, and which, from the shim's trace. */
async function traceOf(verb: "commit" | "replay", root: string): Promise<string[]> {
  const trace = join(freshFolder(), "trace");
  expect((await runChild([verb, root], { fault: { ROOT: root, TRACE: trace } })).code).toBe(0);
  return readFileSync(trace, "utf8").trimEnd().split("\n");
}

/** After whatever happened: replays, clears leftovers, and answers which of the two whole trees is there. */
async function settle(root: string): Promise<"old" | "new"> {
  const ws = new Workspace(root);
  for (const state of statesIn(root)) expect(["old", "new"]).toContain(state);
  const pending = pendingJournal(ws) !== undefined;
  const replayed = await replayJournal(ws);
  expect(replayed?.conflicts ?? []).toEqual([]);
  await removeOldTemps(ws);
  const states = statesIn(root);
  const [first] = states;
  expect(states).toEqual(first === "old" ? ALL_OLD : ALL_NEW);
  expect(filesIn(root)).toEqual(first === "old" ? FILES_OLD : FILES_NEW);
  if (pending) expect(first).toBe("new");
  return first as "old" | "new";
}

describe("a change over several files", () => {
  it.each(["undisturbed", "EXDEV", "EPERM"])(
    "is there in full and nothing else, with hard links or without: %s",
    async (code) => {
      const root = planted();
      const fs = faultyFs({ at: code === "undisturbed" ? 9 ** 9 : 1, code, times: "from", only: ["link"] });
      expect(await commitFiles(new Workspace(root), CHANGE, changesOf(root), fs)).toEqual({ conflicts: [] });
      expect(statesIn(root)).toEqual(ALL_NEW);
      expect(filesIn(root)).toEqual(FILES_NEW);
    },
  );

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
    expect(calls.length).toBeGreaterThan(25);
  });

  it.each(["EIO", "ENOSPC"].flatMap((code) => (["once", "from"] as const).map((times) => ({ code, times }))))(
    "row 2: $code ($times) at every single call is reported, the tree whole",
    { tags: "sampled" },
    async ({ code, times }) => {
      for (let at = 1; ; at += 1) {
        const root = planted();
        const fs = faultyFs({ at, code, times });
        const failure = await commitFiles(new Workspace(root), CHANGE, changesOf(root), fs).then(
          () => undefined,
          (cause: unknown) => cause,
        );
        if (fs.met() < at) {
          expect(failure).toBeUndefined();
          expect(at).toBeGreaterThan(25);
          return;
        }
        const recorded = pendingJournal(new Workspace(root)) !== undefined;
        // Only clearing up afterwards may fail in silence: everything is in place then.
        if (failure === undefined) expect(statesIn(root)).toEqual(ALL_NEW);
        else {
          expect(failure).toBeInstanceOf(TenetError);
          const { message, failure: kind } = failure as TenetError;
          expect([kind, message]).toEqual(["failed", expect.stringContaining(code)]);
          expect(message).toContain(root);
          const told = /The change is recorded|Every file is new|No file was changed/.exec(message)?.[0];
          expect(told !== "No file was changed").toBe(recorded || statesIn(root)[0] === "new");
          if (told === "No file was changed") expect(statesIn(root)).toEqual(ALL_OLD);
          if (told === "Every file is new") expect(statesIn(root)).toEqual(ALL_NEW);
        }
        await settle(root);
      }
    },
  );

  it("row 3: a kill or an error at any point of a replay, then a clean run, ends as an undisturbed run", {
    tags: "more",
    timeout: 120_000,
  }, async () => {
    const calls = await traceOf("commit", planted());
    const committed = calls.findIndex((line) => /rename .*\.tenet-.*tmp$/.test(line)) + 1;
    const lastInstall = calls.findLastIndex((line) => / rename /.test(line)) + 1;
    expect(committed).toBeGreaterThan(0);
    for (const killAt of [committed + 1, lastInstall]) {
      const interrupted = planted();
      await runChild(["commit", interrupted], { fault: { ROOT: interrupted, AT: killAt } });
      expect(pendingJournal(new Workspace(interrupted))).toBeDefined();
      const copied = () => {
        const root = freshFolder();
        cpSync(interrupted, root, { recursive: true });
        return root;
      };
      const replayCalls = await traceOf("replay", copied());
      await inPairs(
        upTo(replayCalls.length).map((at) => async () => {
          const root = copied();
          expect((await runChild(["replay", root], { fault: { ROOT: root, AT: at } })).signal).toBe("SIGKILL");
          expect(await settle(root)).toBe("new");
        }),
      );
      for (const times of some(["from", "once"] as const, 1)) {
        for (let at = 1; at <= replayCalls.length; at += 1) {
          const root = copied();
          await replayJournal(new Workspace(root), faultyFs({ at, code: "EIO", times })).catch((cause) => {
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
    const soul = join(root, "SOUL.md");
    const text = readFileSync(soul);
    const fs = faultyFs({ at: 1, code: "EIO", times: "from" });
    await commitFiles(new Workspace(root), CHANGE, [{ path: soul, before: sha256(text), after: text }], fs);
    await commitFiles(new Workspace(root), CHANGE, [{ path: join(root, "never.md"), before: null, after: null }], fs);
    expect(fs.met()).toBe(0);
  });

  it("takes one file without a journal: create, edit, remove", async () => {
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
    expect(existsSync(ws.journal)).toBe(false);
  });
});

describe("a replay after the files changed", () => {
  /** A workspace whose change was recorded, and stopped at the `at`-th file that it put in place. */
  async function interrupted(at = 1): Promise<{ ws: Workspace; root: string }> {
    const root = planted();
    const fs = faultyFs({ at, code: "EIO", times: "from", only: ["link"] });
    await expect(commitFiles(new Workspace(root), CHANGE, changesOf(root), fs)).rejects.toThrow("recorded");
    return { ws: new Workspace(root), root };
  }

  it("keeps a person's version, saves ours beside the journal and reports both", async () => {
    const { ws, root } = await interrupted();
    const soul = ws.absolute("SOUL.md");
    const saved = join(ws.journal, "change-1.conflict", "SOUL.md");
    writeFileSync(soul, "a person was here");
    const message = expect.stringContaining(".tenet/state/journal/change-1.conflict/SOUL.md");
    expect(await replayJournal(ws)).toEqual({ ...CHANGE, conflicts: [{ path: soul, saved, message }] });
    expect(readFileSync(saved, "utf8")).toContain("new soul");
    expect(readFileSync(soul, "utf8")).toBe("a person was here");
    expect(statesIn(root).slice(1)).toEqual(ALL_NEW.slice(1));
    expect([pendingJournal(ws), await replayJournal(ws)]).toEqual([undefined, undefined]);
  });

  it("does not remove a file that a person edited since", async () => {
    const { ws } = await interrupted();
    const path = ws.dailyLog("2026-02-14");
    writeFileSync(path, "still needed");
    const replayed = await replayJournal(ws);
    expect(replayed?.conflicts).toEqual([{ path, message: expect.any(String) }]);
    expect(readFileSync(path, "utf8")).toBe("still needed");
  });

  it("counts an edit in place of what it had already installed as installed", async () => {
    const { ws } = await interrupted(2);
    const soul = ws.absolute("SOUL.md");
    writeFileSync(soul, "and a person's line\n", { flag: "a" });
    expect((await replayJournal(ws))?.conflicts).toEqual([]);
    expect(readFileSync(soul, "utf8")).toMatch(/^new soul[\s\S]*and a person's line\n$/);
  });

  it("says so when the recorded content is gone, and leaves that file alone", async () => {
    const { ws, root } = await interrupted();
    writeFileSync(join(ws.journal, "change-1.0.staged"), "altered");
    const path = ws.absolute("SOUL.md");
    expect((await replayJournal(ws))?.conflicts).toEqual([{ path, message: expect.stringContaining("is gone") }]);
    expect(statesIn(root)).toEqual(["old", ...ALL_NEW.slice(1)]);
  });

  it("is done by the next change, which then sees that its files are others", async () => {
    const { ws, root } = await interrupted();
    await expect(commitFiles(ws, { ...CHANGE, id: "change-2" }, changesOf(root))).rejects.toThrow(ChangedMeanwhile);
    expect(statesIn(root)).toEqual(ALL_NEW);
  });

  const step = { path: "a", before: null, after: "0".repeat(64), staged: "../../SOUL.md" };
  const elsewhere = JSON.stringify({ id: "x", op: "o", actor: "a", steps: [step] });
  it.each([
    ["empty", ""],
    ["garbage", "{"],
    ["another shape", '{"id":"x","op":"o","actor":"a","steps":[{"path":"a"}]}'],
    ["an op id that is a path", '{"id":"../x","op":"o","actor":"a","steps":[]}'],
    ["a staged file elsewhere", elsewhere],
  ])("puts a journal aside that it cannot follow: %s", async (_, text) => {
    const root = planted();
    const ws = new Workspace(root);
    mkdirSync(ws.journal, { recursive: true });
    writeFileSync(join(ws.journal, "pending.json"), text);
    const replayed = await replayJournal(ws);
    expect(readFileSync(replayed!.damaged!, "utf8")).toBe(text);
    expect(pendingJournal(ws)).toBeUndefined();
    expect(statesIn(root)).toEqual(ALL_OLD);
  });

  it.each(["../outside.md", ".git/hooks/pre-commit", "memory/../../outside.md", ".GIT/config"])(
    "row 21: a planted journal cannot write to %s",
    async (path) => {
      const root = join(freshFolder(), "workspace");
      mkdirSync(root);
      plant(root);
      const ws = new Workspace(root);
      mkdirSync(ws.journal, { recursive: true });
      writeFileSync(join(ws.journal, "x.0.staged"), "evil");
      const step = { path, before: null, after: sha256("evil"), staged: "x.0.staged" };
      writeFileSync(join(ws.journal, "pending.json"), JSON.stringify({ id: "x", op: "o", actor: "a", steps: [step] }));
      const replayed = await replayJournal(ws);
      expect(replayed?.conflicts).toHaveLength(1);
      expect(filesIn(join(root, ".."))).toEqual(FILES_OLD.map((file) => `workspace/${file}`));
    },
  );
});

describe("leftovers", () => {
  it("are found anywhere in the workspace and removed; staged files of a pending journal are not", async () => {
    const root = planted();
    const ws = new Workspace(root);
    const name = ".tenet-0123456789abcdef.tmp";
    expect(TEMP_NAME.test(name)).toBe(true);
    mkdirSync(ws.journal, { recursive: true });
    mkdirSync(join(root, "node_modules"));
    const [staged, temp] = [join(ws.journal, "op.0.staged"), join(root, "memory", name)];
    const foreign = [join(root, "memory", ".tenet-abc.tmp"), join(root, "node_modules", name)];
    for (const path of [staged, temp, ...foreign]) writeFileSync(path, "left");
    writeFileSync(join(ws.journal, "pending.json"), "{}");
    expect(await removeOldTemps(ws)).toEqual([temp]);
    renameSync(join(ws.journal, "pending.json"), join(ws.journal, "gone"));
    expect(await removeOldTemps(ws)).toEqual([staged]);
    expect(await removeOldTemps(ws)).toEqual([]);
    for (const path of foreign) expect(readFileSync(path, "utf8")).toBe("left");
  });
});

/** Real branches, real `git merge`: with the driver installed, without it, and with its program gone. */
import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { unfinishedMerge } from "../../../src/store/git/git-state.js";
import { installMergeDriver } from "../../../src/store/merge/merge-driver.js";
import { appendRecord, editRecord } from "../../../src/store/records/record-edit.js";
import { binary, type Sandbox, sandbox } from "../../sandbox.js";
import { A, B, C, D, FILE, file, insight, LOG, read } from "./day-file.js";

const exec = promisify(execFile);
const ATTRIBUTES = "memory/*.md merge=tenet\nmemory/learning/**/*.md merge=tenet\n";
const UNFINISHED = "a merge is unfinished";

type Driver = "installed" | "none" | "gone" | "crashing" | "bare";

/** A repository with A and B in one day file, and the driver as asked for. */
async function repository(driver: Driver = "installed"): Promise<Sandbox> {
  const box = await sandbox({ git: true });
  await box.write(".gitattributes", ATTRIBUTES);
  await box.write(".gitignore", ".tenet/\nmemory/learning/index.md\n");
  await box.write(FILE, file(A, B));
  await commit(box, "base");
  if (driver === "installed") expect(await installMergeDriver(box.dir, binary())).toBe("installed");
  if (driver === "gone") await installMergeDriver(box.dir, "/nowhere/main.cjs");
  if (driver === "crashing")
    await installMergeDriver(box.dir, await box.write("../broken.js", "throw new Error('no');\n"));
  if (driver === "bare") await box.git("config", "merge.tenet.driver", "no-such-program %O %A %B %P");
  return box;
}

async function commit(box: Sandbox, message: string): Promise<void> {
  await box.git("add", "-A");
  await box.git("commit", "-q", "-m", message);
}

/** Commits what `change` makes of the files on a new branch off main. */
async function branch(box: Sandbox, name: string, change: () => Promise<unknown>): Promise<void> {
  await box.git("checkout", "-q", "-b", name, "main");
  await change();
  await commit(box, name);
}

const edit = async (box: Sandbox, change: (text: string) => string, path = FILE) =>
  box.write(path, change(await box.read(path)));

/** Two branches; the first is checked out, the second waits to be merged. */
async function branches(box: Sandbox, ours: () => Promise<unknown>, theirs: () => Promise<unknown>): Promise<void> {
  await branch(box, "theirs", theirs);
  await branch(box, "ours", ours);
}

const merge = (box: Sandbox) => box.git("merge", "-q", "--no-edit", "theirs");
/** What it said, where it failed. */
const failing = (box: Sandbox, ...args: string[]) =>
  box.git(...args).then(
    () => undefined,
    (error: { stdout?: string; stderr?: string }) => `${error.stdout}${error.stderr}`,
  );
/** `tenet merge`: exit code and data. */
const tenet = async (box: Sandbox) => {
  const ran = await box.run(["merge", "--json"]);
  return { code: ran.code, ...ran.json().data };
};
const status = (box: Sandbox) => box.git("status", "--porcelain");
const entries = async (box: Sandbox) => read(await box.read(FILE)).entries;
const order = async (box: Sandbox) => read(await box.read(FILE)).order;

const bothAdd = async (box: Sandbox) =>
  branches(
    box,
    () => edit(box, (text) => editRecord(appendRecord(text, C), A.id, { seen: 2 })),
    () => edit(box, (text) => editRecord(appendRecord(text, D), A.id, { seen: 1, tags: ["ci"] })),
  );

const expectBoth = async (box: Sandbox) => {
  const { entries: byId, findings } = read(await box.read(FILE));
  expect(findings).toEqual([]);
  expect(byId).toEqual({ [A.id]: { ...A, seen: 3, tags: ["ci"] }, [B.id]: B, [C.id]: C, [D.id]: D });
};

describe("row 16: git merges with the driver", () => {
  it("row 16: merge, cherry-pick, rebase and stash pop keep what both branches added and counted", async () => {
    const box = await repository();
    await bothAdd(box);
    await box.git("checkout", "-q", "-b", "picked", "ours");
    await box.git("cherry-pick", "theirs");
    await expectBoth(box);
    await box.git("checkout", "-q", "-b", "rebased", "ours");
    await box.git("rebase", "-q", "theirs");
    await expectBoth(box);
    await box.git("checkout", "-q", "ours");
    await merge(box);
    await expectBoth(box);
    expect(await status(box)).toBe("");
    await box.git("checkout", "-q", "main");
    await edit(box, (text) => appendRecord(text, C));
    await box.git("stash", "-q");
    await edit(box, (text) => appendRecord(text, D));
    await commit(box, "other");
    await box.git("stash", "pop", "-q");
    expect(await order(box)).toEqual([A.id, B.id, C.id, D.id]);
    expect(await unfinishedMerge(box.dir)).toBeUndefined();
  });

  it("row 16: the same entry edited on both sides stops the merge, that field alone marked", async () => {
    const box = await repository();
    await branches(
      box,
      () => edit(box, (text) => appendRecord(editRecord(text, A.id, { evidence: "Four of five." }), C)),
      () => edit(box, (text) => appendRecord(editRecord(text, A.id, { evidence: "Two of five.", tags: ["ci"] }), D)),
    );
    expect(await failing(box, "merge", "--no-edit", "theirs")).toContain(`${A.id} evidence`);
    expect(await status(box)).toBe(`UU ${FILE}\n`);
    expect(await unfinishedMerge(box.dir)).toBe(UNFINISHED);
    const text = await box.read(FILE);
    expect(text).toContain(
      '<<<<<<< ours\nevidence: "Four of five."\n=======\nevidence: "Two of five."\n>>>>>>> theirs\n',
    );
    expect(await order(box)).toEqual([B.id, C.id, D.id]);
    const line = text.split("\n").indexOf("<<<<<<< ours") + 1;
    expect(await tenet(box)).toMatchObject({
      code: 6,
      files: [{ file: FILE, state: "conflict", conflicts: [{ what: "field", id: A.id, field: "evidence", line }] }],
    });
    expect(await box.read(FILE)).toBe(text);
    await box.write(FILE, text.replace(/<<<<<<< ours\n(.*)\n=======\n.*\n>>>>>>> theirs\n/, "$1\n"));
    expect((await tenet(box)).files).toMatchObject([{ state: "left" }]);
    await commit(box, "decided");
    expect((await entries(box))[A.id]).toMatchObject({ evidence: "Four of five.", tags: ["ci"] });
  });

  it("row 16: deleted stays deleted; a day that both begin and daily logs keep the lines of both", async () => {
    const box = await repository();
    const day = "memory/learning/insights/2026-02-15.md";
    const [one, two] = ["EEEEE", "FFFFF"].map((tail) => ({ ...insight(tail, tail), id: `INS-20260215-${tail}` }));
    if (one === undefined || two === undefined) throw new Error("two are made");
    const log = (...lines: string[]) => `# 2026-02-14\n\n- 10:00 built\n${lines.map((said) => `- ${said}\n`).join("")}`;
    await branches(
      box,
      async () => {
        await box.write(FILE, file(B));
        await box.write(day, file(one));
        await box.write(LOG, log("14:02 shipped"));
      },
      async () => {
        await edit(box, (text) => appendRecord(editRecord(text, A.id, { seen: 1 }), C));
        await box.write(day, file(two));
        await box.write(LOG, log("12:30 tested"));
      },
    );
    await merge(box);
    expect(await order(box)).toEqual([B.id, C.id]);
    expect(await box.read(day)).toBe(file(two, one));
    expect(await box.read(LOG)).toBe(log("12:30 tested", "14:02 shipped"));
  });

  it("row 16: paths with spaces, quotes and a workspace beneath the repository's top", async () => {
    const box = await repository();
    const folder = "agents/it's sybil";
    const path = `${folder}/${FILE}`;
    await box.git("checkout", "-q", "main");
    await box.write(`${folder}/.gitattributes`, ATTRIBUTES);
    await box.write(path, file(A));
    await commit(box, "deeper");
    await branches(
      box,
      () => edit(box, (text) => appendRecord(text, B), path),
      () => edit(box, (text) => appendRecord(text, C), path),
    );
    await merge(box);
    expect(await box.read(path)).toBe(file(A, B, C));
  });
});

describe("row 17: without the driver, or with its program missing", () => {
  it.each<Driver>(["none", "gone", "crashing"])(
    "row 17: driver %s leaves ordinary markers; tenet merge finishes from the index",
    async (driver) => {
      const box = await repository(driver);
      await bothAdd(box);
      expect(await failing(box, "merge", "--no-edit", "theirs")).toBeDefined();
      const left = await box.read(FILE);
      expect(left).toMatch(/^<<<<<<< /m);
      for (const id of [C.id, D.id]) expect(left).toContain(id);
      expect(await unfinishedMerge(box.dir)).toBe(UNFINISHED);
      expect(await tenet(box)).toMatchObject({
        code: 0,
        files: [{ file: FILE, state: "merged", because: "from the versions git keeps", conflicts: [] }],
      });
      await expectBoth(box);
      expect(await status(box)).toBe(`M  ${FILE}\n`);
      await commit(box, "merged");
      expect(await unfinishedMerge(box.dir)).toBeUndefined();
    },
  );

  it("row 17: a driver without a way back leaves ours without a marker; the path is named, nothing of theirs is lost", async () => {
    const box = await repository("bare");
    await bothAdd(box);
    await failing(box, "merge", "--no-edit", "theirs");
    expect(await box.read(FILE)).not.toContain(D.id);
    await rm(box.path(".git", "MERGE_HEAD"));
    expect(await unfinishedMerge(box.dir)).toBe(`${FILE} is unmerged`);
    expect((await tenet(box)).code).toBe(0);
    await expectBoth(box);
  });

  it("row 17: rebase, cherry-pick and stash pop are finished the same way", async () => {
    const box = await repository("none");
    await bothAdd(box);
    const finish = async (what: string) => {
      expect(await unfinishedMerge(box.dir)).toBe(what);
      expect((await tenet(box)).code).toBe(0);
    };
    const seen = (count: number) => edit(box, (text) => editRecord(text, B.id, { seen: count }));
    await failing(box, "rebase", "theirs");
    await finish("a rebase is unfinished");
    await box.git("-c", "core.editor=true", "rebase", "--continue");
    await expectBoth(box);

    await branch(box, "picked", () => seen(1));
    await branch(box, "picks", () => seen(5));
    await failing(box, "cherry-pick", "picked");
    await finish("a cherry-pick is unfinished");
    expect((await entries(box))[B.id]).toMatchObject({ seen: 6 });
    await box.git("-c", "core.editor=true", "cherry-pick", "--continue");

    await edit(box, (text) => editRecord(text, B.id, { domain: "tests", seen: 8 }));
    await box.git("stash", "-q");
    await edit(box, (text) => editRecord(text, B.id, { context: "at night", seen: 7 }));
    await commit(box, "moved");
    await failing(box, "stash", "pop");
    await finish(`${FILE} is unmerged`);
    expect((await entries(box))[B.id]).toMatchObject({ domain: "tests", context: "at night", seen: 9 });
  });

  it("row 17: merge=union repeats keys; the record is an error, never the first or the last of them", async () => {
    const box = await repository("none");
    await box.write(".gitattributes", "*.md merge=union\n");
    await commit(box, "union");
    await branches(
      box,
      () => edit(box, (text) => editRecord(text, A.id, { stakes: "low" })),
      () => edit(box, (text) => editRecord(text, A.id, { stakes: "high" })),
    );
    await merge(box);
    const { entries: byId, findings } = read(await box.read(FILE));
    expect(byId).toEqual({ [B.id]: B });
    expect(findings).toMatchObject([
      { code: "broken-record", severity: "error", id: A.id, message: expect.stringContaining("stakes") },
    ]);
  });
});

describe("row 15: what is left to a person", () => {
  it("row 15: markers that somebody committed are merged from the markers", async () => {
    const box = await repository("none");
    await bothAdd(box);
    await failing(box, "merge", "--no-edit", "theirs");
    await commit(box, "as it is");
    expect((await tenet(box)).files).toMatchObject([{ state: "merged", because: "from the markers in the file" }]);
    expect(read(await box.read(FILE))).toMatchObject({ order: [A.id, B.id, C.id, D.id], findings: [] });
  });

  it("row 15: what somebody did between the markers counts; other files are named and not touched", async () => {
    const box = await repository("none");
    const notes = (text: string) => box.write("NOTES.md", text);
    await branches(
      box,
      async () => {
        await notes("two\n");
        await edit(box, (text) => appendRecord(editRecord(text, A.id, { tags: ["ours"] }), C));
      },
      async () => {
        await notes("three\n");
        await edit(box, (text) => appendRecord(editRecord(text, A.id, { domain: "theirs" }), D));
      },
    );
    await failing(box, "merge", "--no-edit", "theirs");
    const before = await box.read("NOTES.md");
    await edit(box, (text) => text.replaceAll(C.insight, "Small batches, said better"));
    expect(await tenet(box)).toMatchObject({ code: 0, others: ["NOTES.md"] });
    expect(await entries(box)).toMatchObject({
      [A.id]: { tags: ["ours"], domain: "theirs" },
      [C.id]: { insight: "Small batches, said better" },
      [D.id]: D,
    });
    expect(await box.read("NOTES.md")).toBe(before);
    expect(await status(box)).toContain("AA NOTES.md\n");
  });

  it("two entries that say the same after a merge are a pair to resolve; with nothing unmerged nothing is done", async () => {
    const box = await repository();
    await branches(
      box,
      () => edit(box, (text) => appendRecord(text, { ...C, insight: "Pin the base image." })),
      () => edit(box, (text) => appendRecord(text, { ...D, insight: "pin the base image" })),
    );
    await merge(box);
    expect((await tenet(box)).pairs).toMatchObject([{ code: "same-claim", id: D.id }]);
    const plain = await sandbox();
    expect(await plain.run(["merge"])).toMatchObject({ code: 0, stdout: "Nothing is left unmerged.\n" });
    expect((await plain.run(["merge", "--driver", "a", "b"])).code).toBe(2);
  });
});

describe("what git is in the middle of", () => {
  it("is known in a worktree of its own and in a subfolder", async () => {
    const box = await repository("none");
    await bothAdd(box);
    await box.git("worktree", "add", "-q", "../beside", "theirs");
    const beside = join(box.dir, "..", "beside");
    expect(await unfinishedMerge(beside)).toBeUndefined();
    await exec("git", ["merge", "--no-edit", "ours"], { cwd: beside, env: box.env }).catch(() => undefined);
    expect(await unfinishedMerge(join(beside, "memory", "learning"))).toBe(UNFINISHED);
    expect(await unfinishedMerge(box.dir)).toBeUndefined();
  });

  it("is nothing without git, with an empty repository, and with an index that nobody can read", async () => {
    const plain = await sandbox();
    expect(await unfinishedMerge(plain.dir)).toBeUndefined();
    await plain.git("init", "-q");
    expect(await unfinishedMerge(plain.dir)).toBeUndefined();
    await plain.write(".git/index", "DIRC and no more");
    expect(await unfinishedMerge(plain.dir)).toBeUndefined();
    await plain.write(".git/REVERT_HEAD", "0\n");
    expect(await unfinishedMerge(plain.dir)).toBe("a revert is unfinished");
  });
});

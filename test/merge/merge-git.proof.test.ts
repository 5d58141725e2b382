/** Real branches, real `git merge`: with the driver installed, without it, and with its program gone. */
import { execFile } from "node:child_process";
import { realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import type { Insight } from "../../src/entry/entry.js";
import { installMergeDriver } from "../../src/merge/merge-driver.js";
import { unfinishedMerge } from "../../src/store/git/git-state.js";
import { appendRecord, editRecord } from "../../src/store/records/record-edit.js";
import { parseRecordFile } from "../../src/store/records/record-parse.js";
import { binary, type Sandbox, sandbox } from "../sandbox.js";

const exec = promisify(execFile);
const FILE = "memory/learning/insights/2026-02-14.md";
const LOG = "memory/2026-02-14.md";
const ATTRIBUTES = "memory/*.md merge=tenet\nmemory/learning/**/*.md merge=tenet\n";

function insight(tail: string, claim: string): Insight {
  return {
    type: "insight",
    id: `INS-20260214-${tail}`,
    timestamp: `2026-02-14T1${tail.charCodeAt(0) % 10}:00:00Z`,
    agent: "sybil",
    tier: "self",
    insight: claim,
    evidence: "Three of five green runs were retries.",
    stakes: "medium",
    at_risk: "A broken build ships.",
    status: "active",
  };
}

const A = insight("AAAAA", "Retries hide flaky tests");
const B = insight("BBBBB", "A frozen clock makes tests exact");
const C = insight("CCCCC", "Small batches keep the queue short");
const D = insight("DDDDD", "One index a repository is enough");
const file = (...entries: Insight[]) =>
  entries.reduce<string | undefined>((text, entry) => appendRecord(text, entry), undefined) ?? "";

type Driver = "installed" | "none" | "gone" | "crashing" | "bare";

/** A repository with A and B in one day file, and the driver as asked for. */
async function repository(driver: Driver = "installed", text = file(A, B)): Promise<Sandbox> {
  const box = await sandbox({ git: true });
  await box.write(".gitattributes", ATTRIBUTES);
  await box.write(".gitignore", ".tenet/\nmemory/learning/index.md\n");
  await box.write(FILE, text);
  await box.git("add", ".");
  await box.git("commit", "-q", "-m", "base");
  if (driver === "installed") expect(await installMergeDriver(box.dir, binary())).toBe("installed");
  if (driver === "gone") await installMergeDriver(box.dir, "/nowhere/main.cjs");
  if (driver === "crashing")
    await installMergeDriver(box.dir, await box.write("../broken.js", "throw new Error('no');\n"));
  if (driver === "bare") await box.git("config", "merge.tenet.driver", "no-such-program %O %A %B %P");
  return box;
}

/** Commits what `change` makes of the files on a new branch off main. */
async function branch(box: Sandbox, name: string, change: () => Promise<unknown>): Promise<void> {
  await box.git("checkout", "-q", "-b", name, "main");
  await change();
  await box.git("add", "-A");
  await box.git("commit", "-q", "-m", name);
}

const edit = async (box: Sandbox, change: (text: string) => string, path = FILE) =>
  box.write(path, change(await box.read(path)));

/** Two branches; the first is checked out, the second waits to be merged. */
async function branches(box: Sandbox, ours: () => Promise<unknown>, theirs: () => Promise<unknown>): Promise<void> {
  await branch(box, "theirs", theirs);
  await branch(box, "ours", ours);
}

const tryGit = (box: Sandbox, ...args: string[]) =>
  box.git(...args).then(
    (stdout) => ({ ok: true, out: stdout }),
    (error: { stdout?: string; stderr?: string }) => ({ ok: false, out: `${error.stdout}${error.stderr}` }),
  );
const status = (box: Sandbox) => box.git("status", "--porcelain");
const entries = async (box: Sandbox) => {
  const { records, findings } = parseRecordFile(await box.read(FILE), FILE, { agent: "main" });
  return { byId: Object.fromEntries(records.map(({ entry }) => [entry.id, entry])), findings };
};

const bothAdd = async (box: Sandbox) =>
  branches(
    box,
    () => edit(box, (text) => editRecord(appendRecord(text, C), A.id, { seen: 2 })),
    () => edit(box, (text) => editRecord(appendRecord(text, D), A.id, { seen: 1, tags: ["ci"] })),
  );

const merged = async (box: Sandbox) => {
  const { byId, findings } = await entries(box);
  expect(findings).toEqual([]);
  expect(byId).toEqual({ [A.id]: { ...A, seen: 3, tags: ["ci"] }, [B.id]: B, [C.id]: C, [D.id]: D });
};

describe("row 16: git merges with the driver", () => {
  it("row 16: merge, both branches adding to one day file and counting one entry", async () => {
    const box = await repository();
    await bothAdd(box);
    await box.git("merge", "-q", "--no-edit", "theirs");
    await merged(box);
    expect(await status(box)).toBe("");
    expect(await unfinishedMerge(box.dir)).toBeUndefined();
  });

  it("row 16: rebase and cherry-pick", async () => {
    const box = await repository();
    await bothAdd(box);
    await box.git("checkout", "-q", "-b", "picked", "ours");
    await box.git("cherry-pick", "theirs");
    await merged(box);
    await box.git("checkout", "-q", "ours");
    await box.git("rebase", "-q", "theirs");
    await merged(box);
    expect(await status(box)).toBe("");
  });

  it("row 16: stash pop onto a moved branch", async () => {
    const box = await repository();
    await edit(box, (text) => appendRecord(text, C));
    await box.git("stash", "-q");
    await edit(box, (text) => appendRecord(text, D));
    await box.git("commit", "-q", "-a", "-m", "other");
    await box.git("stash", "pop", "-q");
    expect(Object.keys((await entries(box)).byId)).toEqual([A.id, B.id, C.id, D.id]);
    expect(await unfinishedMerge(box.dir)).toBeUndefined();
  });

  it("row 16: the same entry edited on both sides stops the merge, that field alone marked", async () => {
    const box = await repository();
    await branches(
      box,
      () => edit(box, (text) => appendRecord(editRecord(text, A.id, { evidence: "Four of five." }), C)),
      () => edit(box, (text) => appendRecord(editRecord(text, A.id, { evidence: "Two of five.", tags: ["ci"] }), D)),
    );
    const { ok, out } = await tryGit(box, "merge", "--no-edit", "theirs");
    expect(ok).toBe(false);
    expect(out).toContain(`${A.id} evidence`);
    expect(await status(box)).toBe(`UU ${FILE}\n`);
    expect(await unfinishedMerge(box.dir)).toBe("a merge is unfinished");
    const text = await box.read(FILE);
    expect(text).toContain(
      '<<<<<<< ours\nevidence: "Four of five."\n=======\nevidence: "Two of five."\n>>>>>>> theirs\n',
    );
    expect(Object.keys((await entries(box)).byId)).toEqual([B.id, C.id, D.id]);

    const again = await box.run(["merge", "--json"]);
    expect(again.code).toBe(6);
    expect(again.json().data.files).toEqual([
      {
        file: FILE,
        state: "conflict",
        because: "from the versions git keeps",
        conflicts: [{ what: "field", id: A.id, field: "evidence", line: text.split("\n").indexOf("<<<<<<< ours") + 1 }],
      },
    ]);
    expect(await box.read(FILE)).toBe(text);
    await box.write(FILE, text.replace(/<<<<<<< ours\n(.*)\n=======\n.*\n>>>>>>> theirs\n/, "$1\n"));
    expect((await box.run(["merge", "--json"])).json().data.files).toMatchObject([{ state: "left" }]);
    await box.git("add", FILE);
    await box.git("commit", "-q", "--no-edit");
    expect((await entries(box)).byId[A.id]).toMatchObject({ evidence: "Four of five.", tags: ["ci"] });
  });

  it("row 16: deleted stays deleted, also when the whole file went", async () => {
    const box = await repository();
    await branches(
      box,
      () => box.write(FILE, file(B)),
      () => edit(box, (text) => appendRecord(editRecord(text, A.id, { seen: 1 }), C)),
    );
    await box.git("merge", "-q", "--no-edit", "theirs");
    expect(Object.keys((await entries(box)).byId)).toEqual([B.id, C.id]);
  });

  it("row 16: two branches that begin the same day, and daily logs", async () => {
    const box = await repository();
    const day = "memory/learning/insights/2026-02-15.md";
    const other = (tail: string, claim: string) => ({ ...insight(tail, claim), id: `INS-20260215-${tail}` });
    await branches(
      box,
      async () => {
        await box.write(day, file(other("EEEEE", "One")));
        await box.write(LOG, "# 2026-02-14\n\n- 10:00 built\n- 14:02 shipped\n");
      },
      async () => {
        await box.write(day, file(other("FFFFF", "Two")));
        await box.write(LOG, "# 2026-02-14\n\n- 10:00 built\n- 12:30 tested\n");
      },
    );
    await box.git("merge", "-q", "--no-edit", "theirs");
    expect(await box.read(day)).toBe(file(other("FFFFF", "Two"), other("EEEEE", "One")));
    expect(await box.read(LOG)).toBe("# 2026-02-14\n\n- 10:00 built\n- 12:30 tested\n- 14:02 shipped\n");
  });

  it("row 14: CRLF files stay CRLF", async () => {
    const windows = (text: string) => text.replaceAll("\n", "\r\n");
    const box = await repository("installed", windows(file(A, B)));
    await branches(
      box,
      () => edit(box, (text) => appendRecord(text, C)),
      () => edit(box, (text) => editRecord(text, A.id, { seen: 1 })),
    );
    await box.git("merge", "-q", "--no-edit", "theirs");
    expect(await box.read(FILE)).toBe(windows(editRecord(file(A, B, C), A.id, { seen: 1 })));
  });

  it("row 16: paths with spaces, quotes and a workspace beneath the repository's top", async () => {
    const box = await repository();
    const folder = "agents/it's sybil";
    await box.git("checkout", "-q", "main");
    const path = `${folder}/${FILE}`;
    await box.write(`${folder}/.gitattributes`, ATTRIBUTES);
    await box.write(path, file(A));
    await box.git("add", "-A");
    await box.git("commit", "-q", "-m", "deeper");
    await branches(
      box,
      () => edit(box, (text) => appendRecord(text, B), path),
      () => edit(box, (text) => appendRecord(text, C), path),
    );
    await box.git("merge", "-q", "--no-edit", "theirs");
    expect(await box.read(path)).toBe(file(A, B, C));
  });

  it("is installed by init, once, and found by doctor", async () => {
    const box = await sandbox({ empty: true, git: true });
    const ran = await box.run(["init", "--json"]);
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    const first = ran.json().data;
    expect(first.files.map(({ file: touched }: { file: string }) => touched)).toContain(".git/config");
    const command = await box.git("config", "merge.tenet.driver");
    const program = await realpath(binary().replace(/bin.tenet\.js$/, "dist/main.cjs"));
    expect(command).toContain(`node '${program}'`);
    expect(command).toContain("git merge-file %A %O %B");
    expect((await box.run(["init", "--json"])).json().data.already).toBe(true);
    expect(await installMergeDriver(join(box.dir, ".."), binary())).toBe("no-git");
  });
});

describe("row 17: without the driver, or with its program missing", () => {
  it.each<Driver>(["none", "gone", "crashing"])(
    "row 17: driver %s leaves ordinary markers; tenet merge finishes from the index",
    async (driver) => {
      const box = await repository(driver);
      await bothAdd(box);
      expect((await tryGit(box, "merge", "--no-edit", "theirs")).ok).toBe(false);
      const left = await box.read(FILE);
      expect(left).toMatch(/^<<<<<<< /m);
      expect(left).toContain(C.id);
      expect(left).toContain(D.id);
      expect(await unfinishedMerge(box.dir)).toBe("a merge is unfinished");
      const ran = await box.run(["merge", "--json"]);
      expect([ran.code, ran.json().data.files]).toEqual([
        0,
        [{ file: FILE, state: "merged", because: "from the versions git keeps", conflicts: [] }],
      ]);
      await merged(box);
      expect(await status(box)).toBe(`M  ${FILE}\n`);
      await box.git("commit", "-q", "--no-edit");
      expect(await unfinishedMerge(box.dir)).toBeUndefined();
    },
  );

  it("row 17: a driver without a way back leaves ours without a marker; the path is named, nothing of theirs is lost", async () => {
    const box = await repository("bare");
    await bothAdd(box);
    await tryGit(box, "merge", "--no-edit", "theirs");
    expect(await box.read(FILE)).not.toContain(D.id);
    await rm(box.path(".git", "MERGE_HEAD"));
    expect(await unfinishedMerge(box.dir)).toBe(`${FILE} is unmerged`);
    expect((await box.run(["merge"])).code).toBe(0);
    await merged(box);
  });

  it("row 17: rebase, cherry-pick and stash pop are finished the same way", async () => {
    const box = await repository("none");
    await bothAdd(box);
    await tryGit(box, "rebase", "theirs");
    expect(await unfinishedMerge(box.dir)).toBe("a rebase is unfinished");
    expect((await box.run(["merge"])).code).toBe(0);
    await box.git("-c", "core.editor=true", "rebase", "--continue");
    await merged(box);

    await box.git("checkout", "-q", "-b", "picked", "theirs");
    await box.git("reset", "-q", "--hard", "theirs");
    await edit(box, (text) => editRecord(text, B.id, { seen: 1 }));
    await box.git("commit", "-q", "-a", "-m", "more");
    await branch(box, "picks", () => edit(box, (text) => editRecord(text, B.id, { seen: 5 })));
    await tryGit(box, "cherry-pick", "picked");
    expect(await unfinishedMerge(box.dir)).toBe("a cherry-pick is unfinished");
    expect((await box.run(["merge"])).code).toBe(0);
    expect((await entries(box)).byId[B.id]).toMatchObject({ seen: 6 });
    await box.git("-c", "core.editor=true", "cherry-pick", "--continue");

    await edit(box, (text) => editRecord(text, B.id, { domain: "tests" }));
    await box.git("stash", "-q");
    await edit(box, (text) => editRecord(text, B.id, { domain: undefined, context: "at night", tags: ["x"] }));
    await edit(box, (text) => editRecord(text, B.id, { seen: 7 }));
    await box.git("commit", "-q", "-a", "-m", "moved");
    await tryGit(box, "stash", "pop");
    if ((await unfinishedMerge(box.dir)) !== undefined) {
      expect(await unfinishedMerge(box.dir)).toBe(`${FILE} is unmerged`);
      expect((await box.run(["merge"])).code).toBe(0);
    }
    expect((await entries(box)).byId[B.id]).toMatchObject({
      domain: "tests",
      context: "at night",
      seen: 7,
      tags: ["x"],
    });
  });

  it("row 17: merge=union repeats keys; the record is an error, never the first or the last of them", async () => {
    const box = await repository("none");
    await box.write(".gitattributes", "*.md merge=union\n");
    await box.git("commit", "-q", "-a", "-m", "union");
    await branches(
      box,
      () => edit(box, (text) => editRecord(text, A.id, { stakes: "low" })),
      () => edit(box, (text) => editRecord(text, A.id, { stakes: "high" })),
    );
    await box.git("merge", "-q", "--no-edit", "theirs");
    const { byId, findings } = await entries(box);
    expect(byId[A.id]).toBeUndefined();
    expect(byId[B.id]).toEqual(B);
    expect(findings).toMatchObject([{ code: "broken-record", severity: "error", id: A.id }]);
    expect(findings[0]?.message).toContain("stakes");
  });
});

describe("row 15: what is left to a person", () => {
  it("row 15: markers that somebody committed are merged from the markers", async () => {
    const box = await repository("none");
    await bothAdd(box);
    await tryGit(box, "merge", "--no-edit", "theirs");
    await box.git("add", "-A");
    await box.git("commit", "-q", "-m", "as it is");
    expect(await status(box)).toBe("");
    const ran = await box.run(["merge", "--json"]);
    expect(ran.json().data.files).toMatchObject([
      { file: FILE, state: "merged", because: "from the markers in the file" },
    ]);
    const { byId, findings } = await entries(box);
    expect(findings).toEqual([]);
    expect(Object.keys(byId)).toEqual([A.id, B.id, C.id, D.id]);
  });

  it("row 15: what somebody did between the markers counts", async () => {
    const box = await repository("none");
    await branches(
      box,
      () => edit(box, (text) => appendRecord(editRecord(text, A.id, { tags: ["ours"] }), C)),
      () => edit(box, (text) => appendRecord(editRecord(text, A.id, { domain: "theirs" }), D)),
    );
    await tryGit(box, "merge", "--no-edit", "theirs");
    await edit(box, (text) => text.replaceAll(C.insight, "Small batches, said better"));
    expect((await box.run(["merge"])).code).toBe(0);
    const { byId } = await entries(box);
    expect(byId[C.id]).toMatchObject({ insight: "Small batches, said better" });
    expect(byId[D.id]).toEqual(D);
    expect(byId[A.id]).toMatchObject({ tags: ["ours"], domain: "theirs" });
  });

  it("row 15: other files are named and not touched", async () => {
    const box = await repository("none");
    await box.git("checkout", "-q", "main");
    await box.write("NOTES.md", "one\n");
    await box.git("add", "-A");
    await box.git("commit", "-q", "-m", "soul");
    await branches(
      box,
      () => box.write("NOTES.md", "two\n"),
      () => box.write("NOTES.md", "three\n"),
    );
    await tryGit(box, "merge", "--no-edit", "theirs");
    const before = await box.read("NOTES.md");
    const ran = await box.run(["merge", "--json"]);
    expect([ran.code, ran.json().data.others]).toEqual([0, ["NOTES.md"]]);
    expect(await box.read("NOTES.md")).toBe(before);
    expect(await status(box)).toBe("UU NOTES.md\n");
  });

  it("two entries that say the same after a merge are a pair to resolve", async () => {
    const box = await repository();
    await branches(
      box,
      () => edit(box, (text) => appendRecord(text, { ...C, insight: "Pin the base image." })),
      () => edit(box, (text) => appendRecord(text, { ...D, insight: "pin the base image" })),
    );
    await box.git("merge", "-q", "--no-edit", "theirs");
    const ran = await box.run(["merge", "--json"]);
    expect(ran.json().data.pairs).toMatchObject([{ code: "same-claim", id: D.id }]);
  });

  it("with nothing unmerged, without git, and outside a workspace", async () => {
    const box = await repository();
    expect(await box.run(["merge"])).toMatchObject({ code: 0, stdout: "Nothing is left unmerged.\n" });
    const plain = await sandbox();
    expect(await plain.run(["merge"])).toMatchObject({ code: 0, stdout: "Nothing is left unmerged.\n" });
    expect((await (await sandbox({ empty: true })).run(["merge"])).code).toBe(10);
    expect((await plain.run(["merge", "--driver", "a", "b"])).code).toBe(2);
  });
});

describe("what git is in the middle of", () => {
  it("is known in a worktree of its own, in a subfolder, and with every format of the index", async () => {
    for (const format of ["2", "4", "split", "sha256"]) {
      const box = await repository("none");
      if (format === "sha256") {
        await rm(box.path(".git"), { recursive: true });
        await box.git("init", "-q", "--object-format=sha256");
        await box.git("add", ".");
        await box.git("commit", "-q", "-m", "base");
      } else if (format === "split") await box.git("update-index", "--split-index");
      else await box.git("update-index", "--index-version", format);
      await bothAdd(box);
      await box.git("worktree", "add", "-q", "../beside", "theirs");
      const beside = join(box.dir, "..", "beside");
      expect(await unfinishedMerge(beside)).toBeUndefined();
      await exec("git", ["merge", "--no-edit", "ours"], { cwd: beside, env: box.env }).catch(() => undefined);
      expect(await unfinishedMerge(beside)).toBe("a merge is unfinished");
      expect(await unfinishedMerge(join(beside, "memory", "learning"))).toBe("a merge is unfinished");
      expect(await unfinishedMerge(box.dir)).toBeUndefined();
      await exec("git", ["merge", "--no-edit", "theirs"], { cwd: box.dir, env: box.env }).catch(() => undefined);
      await rm(box.path(".git", "MERGE_HEAD"));
      expect(await unfinishedMerge(box.dir), format).toBe(`${FILE} is unmerged`);
    }
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

  it("row 15: a writing command waits until it is done", async () => {
    const box = await repository("none");
    await bothAdd(box);
    await tryGit(box, "merge", "--no-edit", "theirs");
    const before = await box.read(FILE);
    for (const words of [
      ["link", "AAAAA", "BBBBB"],
      ["resolve", "AAAAA", "BBBBB", "--supersedes"],
      ["edit", "AAAAA", "--so", "look first"],
      ["forget", "AAAAA"],
      ["used", "AAAAA"],
      ["memories", "update", "AAAAA", "Answer in short sentences"],
      ["memories", "forget", "AAAAA"],
    ]) {
      const ran = await box.run([...words, "--json"]);
      expect([ran.code, ran.json().error.code], words.join(" ")).toEqual([3, "unfinished-merge"]);
    }
    expect(await box.read(FILE)).toBe(before);
  });
});

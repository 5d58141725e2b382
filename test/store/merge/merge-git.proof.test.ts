/** Real branches merged by git: with the driver, and without it, where `tenet merge` finishes. */
import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import type { Entry } from "../../../src/entry/entry.js";
import { unfinishedMerge } from "../../../src/store/git/git-state.js";
import { installMergeDriver } from "../../../src/store/merge/merge-driver.js";
import { dice } from "../../effort.js";
import { binary, type Sandbox, sandbox } from "../../sandbox.js";
import { A, B, C, D, edited, FILE, file, insight, LOG, read } from "./day-file.js";

const exec = promisify(execFile);
const ATTRIBUTES = "memory/*.md merge=tenet\nmemory/learning/**/*.md merge=tenet\n/SOUL.md merge=tenet\n";
const UNFINISHED = "a merge is unfinished";
const USES = [15, 16].map((day) => ({ at: `2026-02-${day}T10:00:00Z`, session: `s${day}`, result: "worked" }));

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
  await box.git("commit", "-q", "--allow-empty", "-m", message);
}

/** Commits some files on a new branch off main, which is then checked out. */
async function branch(box: Sandbox, name: string, files: Readonly<Record<string, string>>): Promise<void> {
  await box.git("checkout", "-q", "-b", name, "main");
  for (const [path, text] of Object.entries(files)) await box.write(path, text);
  await commit(box, name);
}

/** Two branches of one day; `ours` is checked out, `theirs` waits to be merged. */
async function branches(box: Sandbox, ours: readonly Entry[], theirs: readonly Entry[]): Promise<void> {
  await branch(box, "theirs", { [FILE]: file(...theirs) });
  await branch(box, "ours", { [FILE]: file(...ours) });
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

const bothAdd = (box: Sandbox) =>
  branches(
    box,
    [edited(A, { uses: USES.slice(1) }), B, C],
    [edited(A, { uses: USES.slice(0, 1), tags: ["ci"] }), B, D],
  );
const BOTH = file(edited(A, { tags: ["ci"], uses: USES }), B, C, D);

describe("with the driver", () => {
  it("merge, cherry-pick, rebase and stash pop keep what both branches added and met", async () => {
    const box = await repository();
    await bothAdd(box);
    await box.git("checkout", "-q", "-b", "picked", "ours");
    await box.git("cherry-pick", "theirs");
    expect(await box.read(FILE)).toBe(BOTH);
    await box.git("checkout", "-q", "-b", "rebased", "ours");
    await box.git("rebase", "-q", "theirs");
    expect(await box.read(FILE)).toBe(BOTH);
    await box.git("checkout", "-q", "ours");
    await merge(box);
    expect(await box.read(FILE)).toBe(BOTH);
    expect(await status(box)).toBe("");
    await box.git("checkout", "-q", "main");
    await box.write(FILE, file(A, B, C));
    await box.git("stash", "-q");
    await box.write(FILE, file(A, B, D));
    await commit(box, "other");
    await box.git("stash", "pop", "-q");
    expect(await box.read(FILE)).toBe(file(A, B, C, D));
    expect(await unfinishedMerge(box.dir)).toBeUndefined();
  });

  it("other words on both sides stop the merge, that field alone marked, until a person decides", async () => {
    const box = await repository();
    await branches(
      box,
      [edited(A, { evidence: "Four of five." }), B, C],
      [edited(A, { evidence: "Two of five.", tags: ["ci"] }), B, D],
    );
    expect(await failing(box, "merge", "--no-edit", "theirs")).toContain(`${A.id} evidence`);
    expect(await status(box)).toBe(`UU ${FILE}\n`);
    const text = await box.read(FILE);
    expect(read(text).order).toEqual([B.id, C.id, D.id]);
    const line = text.split("\n").indexOf("<<<<<<< ours") + 1;
    const conflicts = [{ line, id: A.id, field: "evidence" }];
    expect(await tenet(box)).toMatchObject({ code: 6, files: [{ file: FILE, state: "conflict", conflicts }] });
    expect(await box.read(FILE)).toBe(text);
    await box.write(FILE, text.replace(/<<<<<<< ours\n(.*)\n=======\n.*\n>>>>>>> theirs\n/, "$1\n"));
    expect((await tenet(box)).files).toMatchObject([{ state: "left" }]);
    await commit(box, "decided");
    expect(await box.read(FILE)).toBe(file(edited(A, { evidence: "Four of five.", tags: ["ci"] }), B, C, D));
  });

  it("paths with spaces and quotes, in a workspace beneath the repository's top", async () => {
    const box = await repository();
    const path = `agents/it's sybil/${FILE}`;
    await box.write("agents/it's sybil/.gitattributes", ATTRIBUTES);
    await box.write(path, file(A));
    await commit(box, "deeper");
    await branch(box, "theirs", { [path]: file(A, C) });
    await branch(box, "ours", { [path]: file(A, B) });
    await merge(box);
    expect(await box.read(path)).toBe(file(A, B, C));
  });
});

describe("without the driver, or with its program missing", () => {
  it.each<Driver>(["none", "gone", "crashing"])("driver %s: markers, until tenet merge finishes", async (driver) => {
    const box = await repository(driver);
    await bothAdd(box);
    expect(await failing(box, "merge", "--no-edit", "theirs")).toBeDefined();
    const left = await box.read(FILE);
    expect(left).toMatch(/^<<<<<<< /m);
    for (const { id } of [C, D]) expect(left).toContain(id);
    expect(await unfinishedMerge(box.dir)).toBe(UNFINISHED);
    const done = { file: FILE, state: "merged", because: "from the versions git keeps", conflicts: [] };
    expect(await tenet(box)).toMatchObject({ code: 0, files: [done] });
    expect(await box.read(FILE)).toBe(BOTH);
    expect(await status(box)).toBe(`M  ${FILE}\n`);
    await commit(box, "merged");
    expect(await unfinishedMerge(box.dir)).toBeUndefined();
  });

  it("a driver without a way back leaves our side alone; nothing of theirs is lost", async () => {
    const box = await repository("bare");
    await bothAdd(box);
    await failing(box, "merge", "--no-edit", "theirs");
    expect(await box.read(FILE)).not.toContain(D.id);
    await rm(box.path(".git", "MERGE_HEAD"));
    expect(await unfinishedMerge(box.dir)).toBe(`${FILE} is unmerged`);
    expect((await tenet(box)).code).toBe(0);
    expect(await box.read(FILE)).toBe(BOTH);
  });

  it.each([
    ["rebase", "a rebase is unfinished", ["rebase", "theirs"]],
    ["cherry-pick", "a cherry-pick is unfinished", ["cherry-pick", "theirs"]],
    ["stash pop", `${FILE} is unmerged`, ["stash", "pop"]],
  ])("%s is finished the same way", async (what, says, args) => {
    const box = await repository("none");
    await bothAdd(box);
    if (what === "stash pop") {
      await box.git("checkout", "-q", "--detach", "main");
      await box.git("checkout", "-q", "theirs", "--", FILE);
      await box.git("stash", "-q");
      await box.git("checkout", "-q", "ours");
    }
    await failing(box, ...args);
    expect(await unfinishedMerge(box.dir)).toBe(says);
    expect((await tenet(box)).code).toBe(0);
    expect(await box.read(FILE)).toBe(BOTH);
  });

  it.each([true, false])(
    "markers that somebody added, and committed (%s), are merged from the file",
    async (isCommitted) => {
      const box = await repository("none");
      await bothAdd(box);
      await failing(box, "merge", "--no-edit", "theirs");
      if (isCommitted) await commit(box, "as it is");
      else await box.git("add", "-A");
      expect((await tenet(box)).files).toMatchObject([{ state: "merged", because: "from the markers in the file" }]);
      expect(await box.read(FILE)).toBe(BOTH);
    },
  );

  it("what somebody did between the markers counts; other files are named and not touched", async () => {
    const box = await repository("none");
    await branch(box, "theirs", { "NOTES.md": "three\n", [FILE]: file(edited(A, { domain: "theirs" }), B, D) });
    await branch(box, "ours", { "NOTES.md": "two\n", [FILE]: file(edited(A, { tags: ["ours"] }), B, C) });
    await failing(box, "merge", "--no-edit", "theirs");
    const notes = await box.read("NOTES.md");
    await box.write(FILE, (await box.read(FILE)).replaceAll(C.insight, "Small batches, said better"));
    expect(await tenet(box)).toMatchObject({
      code: 0,
      files: [
        { file: "NOTES.md", state: "left" },
        { file: FILE, state: "merged" },
      ],
    });
    const better = edited(C, { insight: "Small batches, said better" });
    expect(await box.read(FILE)).toBe(file(edited(A, { domain: "theirs", tags: ["ours"] }), B, better, D));
    expect(await box.read("NOTES.md")).toBe(notes);
    expect(await status(box)).toContain("AA NOTES.md\n");
  });

  it("with nothing unmerged nothing is done; git's own call takes four values", async () => {
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
    await plain.write(".git/index", "DIRC and no more");
    expect(await unfinishedMerge(plain.dir)).toBeUndefined();
    await plain.write(".git/REVERT_HEAD", "0\n");
    expect(await unfinishedMerge(plain.dir)).toBe("a revert is unfinished");
  });
});

/** A day of one clone: it finds something out, uses a record that is there, logs, and has a rule of its own. */
async function day(box: Sandbox, name: string, at: string, roll: (below: number) => number): Promise<void> {
  const entries = read(await box.read(FILE)).entries;
  const place = roll(entries.length);
  const used = entries[place] as Entry & { uses?: unknown[] };
  const uses = [...(used.uses ?? []), { at, session: name, result: "worked" }];
  entries[place] = edited(used, { uses });
  const found = insight(name, `Found by ${name}`, { timestamp: at });
  await box.write(FILE, file(...entries, found));
  await box.write(LOG, `${await box.read(LOG)}- ${at.slice(11, 16)} ${name}\n`);
  const line = `- Rule of ${name} <!-- ${found.id} -->\n`;
  await box.write("SOUL.md", (await box.read("SOUL.md")).replace("<!-- tenet:end", `${line}<!-- tenet:end`));
  await commit(box, name);
}

it.each<Driver>(["installed", "none"])(
  "two clones merge for thirty days, driver %s: nothing is lost",
  async (driver) => {
    const roll = dice(51);
    const box = await repository(driver);
    await box.write(LOG, "# 2026-02-14\n\n");
    await box.write("SOUL.md", "# Soul\n\n<!-- tenet:begin rules -->\n## Learned\n\n<!-- tenet:end rules -->\n");
    await commit(box, "start");
    await box.git("branch", "q");
    const names: string[] = [];
    for (let at = 1; at <= 30; at++) {
      for (const [clone, to] of [["P", "main"] as const, ["Q", "q"] as const]) {
        await box.git("checkout", "-q", to);
        names.push(`${clone}${String(at).padStart(4, "0")}`);
        await day(box, names.at(-1) ?? "", `2026-03-${String(at).padStart(2, "0")}T10:00:00Z`, roll);
      }
      // Each takes over what the other did, in turn.
      const [into, from] = at % 2 === 0 ? ["main", "q"] : ["q", "main"];
      await box.git("checkout", "-q", into as string);
      const said = await failing(box, "merge", "-q", "--no-edit", from as string);
      if (driver === "installed") expect(said).toBeUndefined();
      if (said !== undefined) {
        expect((await tenet(box)).code).toBe(0);
        await commit(box, "merged");
      }
      await box.git("branch", "-f", from as string, into as string);
    }
    const [records, log, soul] = await Promise.all([FILE, LOG, "SOUL.md"].map((path) => box.read(path)));
    expect(read(records ?? "").findings.filter(({ severity }) => severity === "error")).toEqual([]);
    for (const name of names) {
      expect(records?.split(`\nid: INS-20260214-${name}\n`)).toHaveLength(2);
      expect(records?.split(`session: ${name}\n`)).toHaveLength(2);
      expect(log?.split(` ${name}\n`)).toHaveLength(2);
      expect(soul?.split(`of ${name} `)).toHaveLength(2);
    }
  },
);

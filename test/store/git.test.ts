import { chmod, rm } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { commitPaths, GitFailed, gitIdentity } from "../../src/store/git/git.js";
import { type Sandbox, sandbox } from "../sandbox.js";

/** The functions run in this process: its environment decides which configuration git reads. */
const local = async (box: Sandbox) => {
  await box.git("config", "user.name", "sybil");
  await box.git("config", "user.email", "sybil@example.invalid");
  await box.git("config", "commit.gpgsign", "false");
};

const committed = async (box: Sandbox) => {
  const box_ = await box.git("show", "--name-only", "--format=%s", "HEAD");
  return box_.trim().split("\n").filter(Boolean);
};

describe("git's identity", () => {
  it("is what git would use here", async () => {
    const box = await sandbox({ git: true });
    await box.git("config", "user.name", "Bridget  of  the house");
    await box.git("config", "user.email", "bridget@example.invalid");
    expect(await gitIdentity(box.dir)).toEqual({ name: "Bridget  of  the house", email: "bridget@example.invalid" });
  });

  it("is nothing where git cannot be asked", async () => {
    expect(await gitIdentity("/nowhere/at/all")).toEqual({});
  });
});

describe("commits of tenet's own files", () => {
  it("holds them alone, whatever a person has staged", async () => {
    const box = await sandbox({ git: true });
    await local(box);
    await box.write("theirs.md", "staged\n");
    await box.git("add", "theirs.md");
    await box.write("memory/a [1].md", "ours\n");
    await box.write("memory/b.md", "ours\n");
    await commitPaths(box.dir, ["memory/a [1].md", "memory/b.md"], "learn: two");
    expect(await committed(box)).toEqual(["learn: two", "memory/a [1].md", "memory/b.md"]);
    expect(await box.git("status", "--porcelain")).toBe("A  theirs.md\n");
  });

  it("holds changed and deleted files, and is not made when nothing changed", { tags: "proof" }, async () => {
    const box = await sandbox({ git: true });
    await local(box);
    await box.write("memory/a.md", "1\n");
    await box.write("memory/b.md", "1\n");
    await commitPaths(box.dir, ["memory/a.md", "memory/b.md"], "one");
    const first = await box.git("rev-parse", "HEAD");
    await commitPaths(box.dir, ["memory/a.md", "memory/b.md", "memory/never.md"], "again");
    expect(await box.git("rev-parse", "HEAD")).toBe(first);
    await box.write("memory/a.md", "2\n");
    await rm(box.path("memory", "b.md"));
    await commitPaths(box.dir, ["memory/a.md", "memory/b.md", "memory/never.md"], "two");
    expect(await committed(box)).toEqual(["two", "memory/a.md", "memory/b.md"]);
    expect(await box.git("status", "--porcelain")).toBe("");
  });

  it("a hook that refuses is told, and leaves the files and nothing staged", async () => {
    const box = await sandbox({ git: true });
    await local(box);
    await box.write(".git/hooks/pre-commit", "#!/bin/sh\necho 'no commits on Sundays' >&2\nexit 1\n");
    await chmod(box.path(".git", "hooks", "pre-commit"), 0o755);
    await box.write("memory/a.md", "1\n");
    const failure = await commitPaths(box.dir, ["memory/a.md"], "one").then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(GitFailed);
    expect((failure as GitFailed).message).toBe("git commit: no commits on Sundays");
    expect(await box.read("memory/a.md")).toBe("1\n");
    expect(await box.git("diff", "--cached", "--name-only", "--diff-filter=M")).toBe("");
    await rm(box.path(".git", "hooks", "pre-commit"));
    await commitPaths(box.dir, ["memory/a.md"], "one");
    expect(await committed(box)).toEqual(["one", "memory/a.md"]);
  });

  it("waits for another git that holds the index, and never takes its lock away", { tags: "proof" }, async () => {
    const box = await sandbox({ git: true });
    await local(box);
    await box.write("memory/a.md", "1\n");
    const lock = await box.write(".git/index.lock", "");
    const released = new Promise<void>((done) => {
      setTimeout(() => void rm(lock).then(done), 300);
    });
    await commitPaths(box.dir, ["memory/a.md"], "waited");
    await released;
    expect(await committed(box)).toEqual(["waited", "memory/a.md"]);
    await box.write("memory/a.md", "2\n");
    await box.write(".git/index.lock", "");
    await expect(commitPaths(box.dir, ["memory/a.md"], "held")).rejects.toThrow("index.lock");
    expect(await box.read(".git/index.lock")).toBe("");
  });
});

/** Commits of tenet's own files, in repositories of people who work in them. */
import { chmod, rm } from "node:fs/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { commitPaths, GitFailed, gitIdentity } from "../../src/store/git/git.js";
import { type Sandbox, sandbox } from "../sandbox.js";

let box: Sandbox;
const [A, B] = ["memory/a [1].md", "memory/b.md"];

/** The functions run in this process: its environment decides which configuration git reads. */
beforeEach(async () => {
  box = await sandbox({ git: true });
  const user =
    "[user]\n\tname = Bridget  of  the house\n\temail = bridget@example.invalid\n[commit]\n\tgpgsign = false\n";
  await box.write(".git/config", `${await box.read(".git/config")}${user}`);
});

const committed = async () => (await box.git("show", "--name-only", "--format=%s", "HEAD")).split("\n").filter(Boolean);

describe("commits of tenet's own files", () => {
  it("hold them alone, in the name that git uses here, whatever a person has staged", async () => {
    expect(await gitIdentity(box.dir)).toEqual({ name: "Bridget  of  the house", email: "bridget@example.invalid" });
    expect(await gitIdentity("/nowhere/at/all")).toEqual({});
    await box.write("theirs.md", "staged\n");
    await box.git("add", "theirs.md");
    for (const file of [A, B]) await box.write(file, "ours\n");
    await commitPaths(box.dir, [A, B], "learn: two");
    expect(await committed()).toEqual(["learn: two", A, B]);
    expect(await box.git("status", "--porcelain")).toBe("A  theirs.md\n");
  });

  it("hold changed and deleted files, and are not made when nothing changed", { tags: "proof" }, async () => {
    for (const file of [A, B]) await box.write(file, "1\n");
    await commitPaths(box.dir, [A, B], "one");
    const first = await box.git("rev-parse", "HEAD");
    await commitPaths(box.dir, [A, B, "memory/never.md"], "again");
    expect(await box.git("rev-parse", "HEAD")).toBe(first);
    await box.write(A, "2\n");
    await rm(box.path(B));
    await commitPaths(box.dir, [A, B, "memory/never.md"], "two");
    expect(await committed()).toEqual(["two", A, B]);
    expect(await box.git("status", "--porcelain")).toBe("");
  });

  it("a hook that refuses is told, and leaves the files and nothing staged", { tags: "proof" }, async () => {
    const hook = await box.write(".git/hooks/pre-commit", "#!/bin/sh\necho 'no commits on Sundays' >&2\nexit 1\n");
    await chmod(hook, 0o755);
    await box.write(B, "1\n");
    const failure: unknown = await commitPaths(box.dir, [B], "one").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(GitFailed);
    expect((failure as GitFailed).message).toBe("git commit: no commits on Sundays");
    expect(await box.read(B)).toBe("1\n");
    expect(await box.git("diff", "--cached", "--name-only", "--diff-filter=M")).toBe("");
    await rm(hook);
    await commitPaths(box.dir, [B], "one");
    expect(await committed()).toEqual(["one", B]);
  });

  it("wait for another git that holds the index, and never take its lock away", { tags: "proof" }, async () => {
    await box.write(B, "1\n");
    const lock = await box.write(".git/index.lock", "");
    const released = new Promise<void>((done) => {
      setTimeout(() => void rm(lock).then(done), 300);
    });
    await commitPaths(box.path("memory"), ["b.md"], "waited");
    await released;
    expect(await committed()).toEqual(["waited", B]);
    await box.write(B, "2\n");
    await box.write(".git/index.lock", "");
    await expect(commitPaths(box.dir, [B], "held")).rejects.toThrow("index.lock");
    expect(await box.read(".git/index.lock")).toBe("");
  });
});

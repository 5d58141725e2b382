/** The commit that is checked out, as git's files tell it. */
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { headCommit } from "../../src/store/git/git-head.js";
import { emptyRepository } from "../empty-repository.js";
import { testWorld } from "./workspace.js";

it("is read from loose and packed branches, detached heads, worktrees and folders within", async () => {
  const { workspace, put } = testWorld();
  const { root } = workspace;
  expect(await headCommit(root)).toBeUndefined();
  const who = ["-c", "user.name=x", "-c", "user.email=x@example.invalid"];
  const at = (folder: string, ...args: string[]) =>
    execFileSync("git", ["-C", folder, ...who, ...args], { encoding: "utf8" }).trim();
  emptyRepository(root);
  expect(await headCommit(root)).toBeUndefined();
  const commit = (folder: string) => at(folder, "commit", "-q", "--allow-empty", "-m", "x");
  const same = async (folder: string) => expect(await headCommit(folder)).toBe(at(folder, "rev-parse", "HEAD"));
  commit(root);
  at(root, "pack-refs", "--all");
  await same(root);
  commit(root);
  await same(root);
  put("within/a.md", "x\n");
  await same(`${root}/within`);
  at(root, "worktree", "add", "-q", "-b", "team/side", `${root}/other`);
  commit(`${root}/other`);
  await same(`${root}/other`);
  at(root, "checkout", "-q", "--detach", "HEAD~1");
  await same(root);
  at(root, "symbolic-ref", "HEAD", "refs/heads/new");
  expect(await headCommit(root)).toBeUndefined();
});

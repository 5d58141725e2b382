/** Revisions as git reads them. */
import { expect, it } from "vitest";
import { headCommit, isDetached, remoteHead } from "../../../src/store/git/revisions.js";
import { place } from "./repositories.js";

it("the commit that is checked out is none without git and before the first one; a worktree has its own", async () => {
  const here = place();
  expect(await headCommit(here.folder)).toBeUndefined();
  const one = here.repository("one");
  expect([await headCommit(one.top), await isDetached(one.top)]).toEqual([undefined, false]);
  one.put("within/a.md");
  const first = one.commit();
  one.git("worktree", "add", "-q", "--detach", `${here.folder}/other`);
  const second = one.commit();
  expect([await headCommit(`${one.top}/within`), await isDetached(one.top)]).toEqual([second, false]);
  expect([await headCommit(`${here.folder}/other`), await isDetached(`${here.folder}/other`)]).toEqual([first, true]);
});

it("the first branch of a remote is origin's, else that of the first by name; without one no process starts", async () => {
  const here = place();
  const [one, alone] = [here.repository("one"), here.repository("alone")];
  one.commit();
  alone.commit();
  for (const remote of ["origin", "zzz", "aaa"]) alone.git("remote", "add", remote, one.top);
  const started = here.countGit();
  expect([await remoteHead(alone.top), await remoteHead(here.folder), started()]).toEqual([undefined, undefined, 0]);
  const of = async () => {
    const { remote, branch, commit } = (await remoteHead(alone.top)) ?? {};
    expect(commit).toBe(one.git("rev-parse", "HEAD"));
    return `${remote}/${branch}`;
  };
  alone.git("fetch", "-q", "--all");
  expect(await remoteHead(alone.top)).toBeUndefined();
  for (const remote of ["zzz", "aaa"]) alone.git("remote", "set-head", remote, "main");
  expect(await of()).toBe("aaa/main");
  alone.git("remote", "set-head", "origin", "main");
  expect(await of()).toBe("origin/main");
  alone.git("pack-refs", "--all");
  expect(await of()).toBe("origin/main");
  alone.git("update-ref", "-d", "refs/remotes/origin/main");
  expect(await of()).toBe("aaa/main");
});

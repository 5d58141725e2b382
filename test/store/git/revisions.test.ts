/** Revisions as git reads them, and when the refs of remotes must be looked at again. */
import { expect, it } from "vitest";
import { headCommit, isDetached, remoteHead, stampOfRemotes } from "../../../src/store/git/revisions.js";
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

it("whatever moves a ref of a remote changes their stamp, and nothing else does", async () => {
  const here = place();
  const one = here.repository("one");
  one.commit();
  one.git("branch", "team/side");
  one.git("clone", "-q", one.top, `${here.folder}/clone`);
  const clone = here.at("clone");
  clone.git("worktree", "add", "-q", "-b", "linked", `${here.folder}/linked`);
  const stamp = () => stampOfRemotes(clone.top);
  const moves = (act: () => unknown, isMoved = true) => {
    const before = stamp();
    act();
    expect(stamp() !== before).toBe(isMoved);
    expect(stampOfRemotes(`${here.folder}/linked`)).toBe(stamp());
  };
  expect([stampOfRemotes(one.top), stampOfRemotes(here.folder)]).toEqual([undefined, undefined]);
  const fetch = () => clone.git("fetch", "-q");
  moves(() => clone.commit(), false);
  moves(fetch, false);
  for (const branch of ["main", "team/side"]) {
    one.git("checkout", "-q", branch);
    one.commit();
    moves(fetch);
  }
  moves(() => clone.git("remote", "set-head", "origin", "team/side"));
  moves(() => clone.git("pack-refs", "--all"));
  moves(() => clone.git("update-ref", "refs/remotes/origin/main", "HEAD"));
  moves(() => clone.git("update-ref", "-d", "refs/remotes/origin/team/side"));
});

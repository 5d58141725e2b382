/** Revisions as git reads them. */
import { expect, it } from "vitest";
import { headCommit, remoteHead } from "../../../src/store/git/revisions.js";
import { place } from "./repositories.js";

it("the commit that is checked out is none without git and before the first one; a worktree has its own", async () => {
  const here = place();
  expect(await headCommit(here.folder)).toBeUndefined();
  const one = here.repository("one");
  expect(await headCommit(one.top)).toBeUndefined();
  one.put("within/a.md");
  const first = one.commit();
  one.git("worktree", "add", "-q", "--detach", `${here.folder}/other`);
  const second = one.commit();
  expect(await headCommit(`${one.top}/within`)).toBe(second);
  expect(await headCommit(`${here.folder}/other`)).toBe(first);
});

it("the first branch of the remote is what its HEAD points to; without one no process starts", async () => {
  const here = place();
  const [one, alone] = [here.repository("one"), here.repository("alone")];
  one.commit();
  alone.commit();
  alone.git("remote", "add", "origin", one.top);
  const started = here.countGit();
  expect([await remoteHead(alone.top), await remoteHead(here.folder), started()]).toEqual([undefined, undefined, 0]);
  alone.git("fetch", "-q", "--all");
  alone.git("remote", "set-head", "origin", "main");
  expect(await remoteHead(alone.top)).toBe("origin/main");
  alone.git("pack-refs", "--all");
  expect(await remoteHead(alone.top)).toBe("origin/main");
});

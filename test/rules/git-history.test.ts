/** What git's log says of lines and files. */
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { commitOfLine, removedFiles } from "../../src/rules/git-history.js";
import { emptyRepository } from "../empty-repository.js";
import { testWorld } from "../store/workspace.js";

function repository(...init: string[]) {
  const world = testWorld();
  const { root } = world.workspace;
  const git = (args: readonly string[], input = "") =>
    execFileSync("git", ["-C", root, ...args], { encoding: "utf8", input }).trim();
  git(["init", "-q", "-b", "main", ...init]);
  git(["config", "user.name", "bridget"]);
  git(["config", "user.email", "bridget@example.invalid"]);
  return { ...world, git };
}

it("the commit of a line is the one that brought it, moved or indented since; none before it is committed", async () => {
  const { workspace, git, put } = repository();
  const at = (line: number) => commitOfLine(workspace, "a b.md", line);
  put("a b.md", "one\nsummary forged\n");
  expect(await at(1)).toBeUndefined();
  git(["add", "-A"]);
  git(["commit", "-q", "-m", "Subject\n\nauthor somebody else", "--date=2026-01-01T01:30:00+01:30"]);
  const commit = git(["rev-parse", "HEAD"]);
  const made = { commit, name: "bridget", email: "bridget@example.invalid", subject: "Subject" };
  expect(await at(2)).toEqual({ ...made, at: "2026-01-01T00:00:00Z" });
  put("a b.md", "new\n  summary forged\none\n");
  expect(await at(1)).toBeUndefined();
  expect(await at(2)).toMatchObject(made);
  expect(await at(9)).toBeUndefined();
  expect(await commitOfLine(testWorld().workspace, "a b.md", 1)).toBeUndefined();
});

describe("what commits took out", () => {
  it("is nothing without git, and before the first commit", async () => {
    const world = testWorld();
    const removed = () => removedFiles(world.workspace, world.workspace.absolute("notes"));
    expect(await removed()).toEqual([]);
    emptyRepository(world.workspace.root);
    expect(await removed()).toEqual([]);
  });

  it("is told newest first, with odd names, beside each parent of a merge", { tags: "proof" }, async () => {
    const { git, put, workspace } = repository("--object-format=sha256");
    const commit = (message: string) => {
      git(["add", "-A", "--", "notes"]);
      git(["commit", "-q", "--allow-empty", "-m", message]);
    };
    const odd = "notes/:100644 000000 a\n\u0001.md";
    put("notes/a.md", "1\n");
    put("notes/b.md", "1\n");
    put("elsewhere.md", "1\n");
    commit("one");
    git(["checkout", "-q", "-b", "side"]);
    put(odd, "2\n");
    commit("two");
    git(["rm", "-q", "-f", "--", odd]);
    commit("three");
    git(["checkout", "-q", "main"]);
    put("notes/a.md", "3\n");
    commit("four");
    git(["mv", "notes/b.md", "notes/c.md"]);
    commit("five");
    git(["merge", "-q", "--no-ff", "--no-commit", "side"]);
    git(["rm", "-q", "-f", "--", "notes/a.md"]);
    commit("both");
    const oid = (of: string) => git(["rev-parse", of]);
    const [first, ...rest] = await removedFiles(workspace, workspace.absolute("notes"));
    expect(first).toEqual({ file: "notes/a.md", oid: oid("main~1:notes/a.md") });
    expect(rest).toHaveLength(4);
    expect(rest).toEqual(
      expect.arrayContaining([
        { file: "notes/a.md", oid: oid("side:notes/a.md") },
        { file: "notes/b.md", oid: oid("side:notes/b.md") },
        { file: odd, oid: oid(`side~1:${odd}`) },
      ]),
    );
  });
});

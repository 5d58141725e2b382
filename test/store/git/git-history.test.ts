/** What git's log says of commits and files: what a commit says is data, whatever it looks like. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readCommit, removedFiles } from "../../../src/store/git/git-history.js";
import { emptyRepository } from "../../empty-repository.js";
import fc from "../../properties.js";
import { testWorld } from "../workspace.js";

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

/** Makes a commit out of bytes. */
function handmade() {
  const { workspace, git } = repository();
  const tree = git(["mktree"]);
  const made = (header: string, message = "x\n") =>
    git(["hash-object", "-t", "commit", "-w", "--literally", "--stdin"], `tree ${tree}\n${header}\n\n${message}`);
  return { workspace, git, made };
}

const headerOf = (author: string) => `${author}\ncommitter c <c@example.invalid> 0 +0000`;

describe("a commit", () => {
  it("is what it says: nothing in a name, header or message makes a field", { tags: "proof" }, async () => {
    const { workspace, made } = handmade();
    const text = fc.string({ unit: "binary" }).map((one) => one.replaceAll("\0", ""));
    const inLine = text.map((one) => one.replaceAll(/[\n<>]/g, "").trim());
    await fc.assert(
      fc.asyncProperty(inLine, inLine, text, async (name, email, message) => {
        const author = `author a${name}z <a${email}z> 1767225600 +0130`;
        const commit = made(headerOf(author), `Made\n\n${message}`);
        const at = "2026-01-01T00:00:00Z";
        const read = await readCommit(workspace.root, commit);
        expect(read).toEqual({ commit, name: `a${name}z`, email: `a${email}z`, at, subject: "Made" });
      }),
      { numRuns: 8 },
    );
  });

  it("is read as it was made, whatever this clone put in its place, and whoever it says somebody is", async () => {
    const { workspace, git, made } = handmade();
    const [sybil, bridget] = ["sybil", "bridget"].map((name) => `${name} <${name}@example.invalid>`);
    const [commit, forged] = [sybil, bridget].map((who) => made(headerOf(`author ${who} 0 +0000`))) as [string, string];
    git(["replace", commit, forged]);
    git(["config", "log.mailmap", "true"]);
    writeFileSync(workspace.absolute(".mailmap"), `${bridget} <sybil@example.invalid>\n`);
    expect(await readCommit(workspace.root, commit)).toMatchObject({ name: "sybil", email: "sybil@example.invalid" });
    await expect(readCommit(workspace.root, "1".repeat(commit.length))).rejects.toThrow("git log");
  });
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

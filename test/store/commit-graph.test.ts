/** The graph of commits: what a commit says is data, and who brought what into the line follows from parents alone. */
import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CommitGraph, commitsIn, type GitCommit } from "../../src/store/git/commit-graph.js";
import { testWorld } from "./workspace.js";

const id = (number: number) => number.toString(16).padStart(40, "0");
const made = (number: number, ...parents: number[]): GitCommit => ({
  commit: id(number),
  parents: parents.map(id),
  name: "n",
  email: "e",
  at: "2026-01-01T00:00:00Z",
  subject: `${number}`,
});
const numbers = (commits: readonly GitCommit[]) => commits.map(({ subject }) => Number(subject));

describe("the graph of commits", () => {
  // 1 - 2 ------- 5 - 6      3 and 4 on a branch, merged by 5
  //      \- 3 - 4 -/
  const graph = new CommitGraph([made(6, 5), made(5, 2, 4), made(4, 3), made(3, 2), made(2, 1), made(1)]);

  it("has the line of first parents, and the merge by which the others came in", () => {
    expect(numbers(graph.line)).toEqual([1, 2, 5, 6]);
    expect([1, 2, 3, 4, 5, 6].map((one) => Number(graph.entryOf(id(one))?.subject))).toEqual([1, 2, 5, 5, 5, 6]);
    expect(graph.entryOf(id(9))).toBeUndefined();
  });

  it("names the merges that brought a commit in", () => {
    expect([1, 2, 3, 4, 5].map((one) => numbers(graph.mergesOf(id(one))))).toEqual([[], [], [5], [5], []]);
  });

  it("takes a merge that was made of a commit of the line afterwards for no bringer of it", () => {
    // 1 - 2 ------ 5      4 is a branch that takes 2 over; 2 itself was on the line before
    //   \- 3 - 4 -/
    const later = new CommitGraph([made(5, 2, 4), made(4, 3, 2), made(3, 1), made(2, 1), made(1)]);
    expect([2, 3, 4].map((one) => numbers(later.mergesOf(id(one))))).toEqual([[], [5], [5]]);
  });

  it("names the merges on the way, oldest first", () => {
    // 1 ------------- 6      2 is merged by 4 on a branch, that one by 5, and the last one lets it in
    const nested = new CommitGraph([made(6, 1, 5), made(5, 3, 4), made(4, 3, 2), made(3, 1), made(2, 1), made(1)]);
    expect(numbers(nested.mergesOf(id(2)))).toEqual([4, 5, 6]);
  });

  it("takes any text for what it is: nothing in a name or subject makes a field or a commit", () => {
    const text = fc.string({ unit: "binary" }).map((one) => one.replaceAll("\0", ""));
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text, text), { maxLength: 4 }), (rows) => {
        const commits = rows.map(([name, email, subject], at) => ({ ...made(at + 1), name, email, subject }));
        const fields = commits.flatMap((one) => [one.commit, "", one.name, one.email, one.at, one.subject, ""]);
        expect(commitsIn(fields.map((field) => `${field}\0`).join(""))).toEqual(commits);
      }),
    );
    expect(() => commitsIn(`${id(1)}\0zzz\0n\0e\0t\0s\0\0`)).toThrow("that is none");
    expect(() => commitsIn(`${id(1)}\0\0n\0e\0`)).toThrow("that is none");
  });

  it("reads commits whose texts look like git's own output, also where this clone replaced one", async () => {
    const { workspace } = testWorld();
    const git = (...args: string[]) =>
      execFileSync("git", ["-C", workspace.root, ...args], { encoding: "utf8" }).trim();
    const as = (name: string, email: string) => ["-c", `user.name=${name}`, "-c", `user.email=${email}`];
    git("init", "-q");
    expect(await CommitGraph.at(workspace)).toBeUndefined();
    const subject = `${id(1)}\x1e${id(2)}\x1f\x1fbridget\x1fbridget@example.invalid`;
    git(...as("sybil\x1fbridget", "s@example.invalid\x1ex"), "commit", "-q", "--allow-empty", "-m", subject);
    git(...as("b", "b@example.invalid"), "commit", "-q", "--allow-empty", "-m", "second");
    const forged = git(...as("bridget", "bridget@example.invalid"), "commit-tree", "HEAD^{tree}", "-m", "forged");
    git("replace", "HEAD", forged);
    const read = await CommitGraph.at(workspace);
    expect(read?.line).toMatchObject([
      { name: "sybil\x1fbridget", email: "s@example.invalid\x1ex", subject: expect.stringContaining(id(2)) },
      { name: "b", subject: "second" },
    ]);
  });
});

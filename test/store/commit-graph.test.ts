/** The graph of commits: what a commit says is data, and who brought what into the line follows from parents alone. */
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { CommitGraph } from "../../src/store/git/commit-graph.js";
import { commitsIn, type GitCommit } from "../../src/store/git/git-commits.js";
import fc from "../properties.js";
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

  it("takes any text for what it is: nothing in a name, header or message makes a field or a commit", () => {
    const text = fc.string({ unit: "binary" }).map((one) => one.replaceAll("\0", ""));
    const inLine = text.map((one) => one.replaceAll(/[\n<>]/g, "").trim());
    fc.assert(
      fc.property(fc.array(fc.tuple(inLine, inLine, inLine, text), { maxLength: 4 }), (rows) => {
        const told = rows.map(([name, email, header, message], at) => {
          const author = `author ${name} <${email}> 1767225600 +0130`;
          const body = message.replaceAll("\n", "\n    ");
          return `${id(at + 1)}\ntree ${id(0)}\n${author}\ncommitter c <c> 0 +0000\nx ${header}\n\n    Made\n    \n    ${body}\n\0`;
        });
        const at = "2026-01-01T00:00:00Z";
        const expected = rows.map(([name, email], n) => ({ ...made(n + 1), name, email, at, subject: "Made" }));
        const read = commitsIn(Buffer.from(told.join("")));
        expect(read.map(({ own, newRoot, ...one }) => one)).toEqual(expected);
      }),
    );
    expect(() => commitsIn(Buffer.from("zzz\ntree 0\n\0"))).toThrow("that is none");
  });

  it.each([
    ["no author", "committer c <c@example.invalid> 0 +0000"],
    [
      "two authors",
      "author b <b@example.invalid> 0 +0000\ncommitter c <c> 0 +0000\nauthor a <a@example.invalid> 0 +0000",
    ],
    [
      "two in a row",
      "author b <b@example.invalid> 0 +0000\nauthor a <a@example.invalid> 0 +0000\ncommitter c <c> 0 +0000",
    ],
    ["a parent behind its author", `author b <b@example.invalid> 0 +0000\nparent ${id(2)}\ncommitter c <c> 0 +0000`],
  ])("has nobody behind a commit with %s, and loses nothing before it", (_, header) => {
    const [read] = commitsIn(
      Buffer.from(`${id(1)}\ntree ${id(0)}\nparent ${id(3)}\n${header}\n\n    x\n\0${id(3)}\ntree ${id(0)}\n\0`),
    );
    expect(read).toMatchObject({ email: "", parents: [id(3)], subject: "x" });
  });

  it.each([
    ["0 +0000", "1970-01-01T00:00:00Z"],
    ["1767225600 -0800", "2026-01-01T00:00:00Z"],
    ["99999999999999999999 +0000", "1970-01-01T00:00:00Z"],
    ["253402300800 +0000", "1970-01-01T00:00:00Z"],
    ["1767225600 +9999", "2026-01-01T00:00:00Z"],
    ["99999999999 +0000", "5138-11-16T09:46:39Z"],
    ["soon", "1970-01-01T00:00:00Z"],
  ])("dates a commit of %s", (time, at) => {
    const header = `tree ${id(0)}\nauthor b <b@example.invalid> ${time}\ncommitter c <c> 0 +0000`;
    expect(commitsIn(Buffer.from(`${id(1)}\n${header}\n\0`))).toMatchObject([{ email: "b@example.invalid", at }]);
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

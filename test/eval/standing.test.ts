/** Which golden questions are asked next, how they stand, which results are kept. */
import { describe, expect, it } from "vitest";
import { leastRecentlyAsked, newestRuns, type Run, standingOf, standingText } from "../../src/eval/policy/standing.js";

const run = (id: string, at: string, pass = true): Run => ({ at, id, pass, by: "recall", ms: 1, tree: "" });
const questions = ["f", "a", "c", "b", "e", "d"].map((id) => ({ id }));
const chosen = (asked: Record<string, string>, most = 5) =>
  leastRecentlyAsked(questions, new Map(Object.entries(asked).map(([id, at]) => [id, { at }])), most)
    .map(({ id }) => id)
    .join("");

describe("the questions asked longest ago", () => {
  it.each([
    ["never asked: by name", {}, 5, "abcde"],
    ["never asked before any that was", { a: "2026-01-01T00:00:00Z", b: "2020-01-01T00:00:00Z" }, 5, "cdefb"],
    ["a tie by name", { a: "2", b: "1", c: "1", d: "1", e: "1", f: "1" }, 5, "bcdef"],
    ["the oldest first", { a: "6", b: "5", c: "4", d: "3", e: "2", f: "1" }, 5, "fedcb"],
    ["more room than questions", {}, 9, "abcdef"],
    ["no room", {}, 0, ""],
  ])("%s", (_, asked, most, expected) => {
    expect(chosen(asked as unknown as Record<string, string>, most)).toBe(expected);
  });

  it("come in turn: each of eight within two askings of five", () => {
    const eight = Array.from({ length: 8 }, (_, at) => ({ id: `q${at}` }));
    const runs: Run[] = [];
    for (const at of ["2026-01-01T00:00:00Z", "2026-01-01T04:00:00Z"]) {
      runs.push(
        ...leastRecentlyAsked(eight, newestRuns(runs, new Date("2026-01-02T00:00:00Z")), 5).map(({ id }) =>
          run(id, at),
        ),
      );
    }
    expect(new Set(runs.map(({ id }) => id)).size).toBe(8);
  });
});

describe("how they stand", () => {
  const now = new Date("2026-02-15T14:00:00Z");
  const ids = new Set(["a", "b", "c"]);

  it("goes by the newest result of each, also where lines are in another order", () => {
    const runs = [
      run("a", "2026-02-15T10:00:00Z", false),
      run("a", "2026-02-14T10:00:00Z"),
      run("b", "2026-02-15T10:00:00Z"),
    ];
    expect(standingOf(runs, ids, now)).toEqual({ questions: 3, answered: 1, failing: ["a"], unasked: 1 });
  });

  it.each([
    ["2026-02-08T14:00:00Z", 1],
    ["2026-02-08T14:00:01Z", undefined],
  ])("a result of %s counts for last week: %s", (at, before) => {
    expect(standingOf([run("a", at)], ids, now)?.before).toBe(before);
  });

  it("leaves out what a wrong clock dated later than now", () => {
    const runs = [run("a", "2026-02-15T10:00:00Z"), run("a", "2099-01-01T00:00:00Z", false)];
    expect(standingOf(runs, ids, now)).toEqual({ questions: 3, answered: 1, failing: [], unasked: 2 });
    expect(standingOf(runs.slice(1), ids, now)).toBeUndefined();
  });

  it("is nothing where nothing was asked, or what was is gone", () => {
    expect(standingOf([], ids, now)).toBeUndefined();
    expect(standingOf([run("old", "2026-02-01T00:00:00Z")], ids, now)).toBeUndefined();
  });

  it("says it in one line", () => {
    const standing = { questions: 20, answered: 18, before: 15, failing: ["billing", "releases"], unasked: 0 };
    expect(standingText(standing)).toBe("18 of 20 answered, last week 15; failing: billing, releases");
    expect(standingText({ questions: 2, answered: 1, failing: [], unasked: 1 })).toBe(
      "1 of 2 answered; not asked yet: 1",
    );
    const failing = ["a", "b", "c", "d", "e", "f", "g"];
    expect(standingText({ questions: 7, answered: 0, failing, unasked: 0 })).toBe(
      "0 of 7 answered; failing: a, b, c, d, e and 2 more",
    );
  });
});

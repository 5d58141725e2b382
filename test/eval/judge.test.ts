/** Pass rules of golden questions, with every boundary written out. */
import { describe, expect, it } from "vitest";
import { holds, judge } from "../../src/eval/policy/judge.js";

const COR = "COR-20260215-K7Q2X";
const hits = (...texts: string[]) => texts.map((text, at) => ({ id: `INS-20260101-AAA${at}`, text }));
const many = (place: number, text: string) =>
  hits(...Array.from({ length: 12 }, (_, at) => (at + 1 === place ? text : `something else ${at}`)));

describe("words in a text", () => {
  it.each([
    ["Run the full test suite", "full test suite", true],
    ["Run the FULL  test\nsuite", "full Test suite", true],
    ["Use `npm ci` in **every** job", "npm ci in every job", true],
    ["It doesn’t “retry”", `doesn't "retry"`, true],
    ["ＦＵＬＬ width", "full", true],
    ["The port is 18080", "8080", false],
    ["The port is 8080.", "8080", true],
    ["We decide", "ci", false],
    ["releases", "release", false],
    ["from C++ to C", "C++", true],
    ["C--", "C", true],
    ["below -5 degrees", "-5", true],
    ["発布流程のまえに", "流程", true],
    ["anything", "` `", false],
    ["a c ab c", "b c", false],
    ["ab c, b c", "b c", true],
  ])("%j holds %j: %s", (text, words, is) => {
    expect(holds(text, words)).toBe(is);
  });
});

describe("a golden question", () => {
  const asked = (expected: string[], never: string[] = []) => ({ expect: expected, never });

  it.each([
    [1, true, 1],
    [10, true, 10],
    [11, false, undefined],
  ])("is answered by words at place %d: %s", (place, pass, rank) => {
    const judged = judge(asked(["release"]), many(place, "before a release"));
    expect([judged.pass, judged.rank]).toEqual([pass, rank]);
    if (!pass) expect(judged.reason).toBe('"release" is not in any of the first 10');
  });

  it.each([
    [10, false],
    [11, true],
  ])("never finds a word at place %d: passes %s", (place, pass) => {
    const judged = judge(asked([], ["npm install"]), many(place, "use npm install"));
    expect(judged.pass).toBe(pass);
    if (!pass) expect(judged.reason).toBe('"npm install" is in INS-20260101-AAA9, at 10');
  });

  it("names an entry by its id in any case, and not by words that look alike", () => {
    const found = [...hits(`mentions ${COR}`), { id: COR, text: "x" }];
    expect(judge(asked([COR.toLowerCase()]), found)).toMatchObject({ pass: true, rank: 2 });
    expect(judge(asked([COR]), hits(`mentions ${COR}`))).toMatchObject({
      pass: false,
      reason: `${COR} is not among the first 10`,
    });
    expect(judge(asked([], [COR]), found).reason).toBe(`${COR} is in ${COR}, at 2`);
  });

  it("takes an alias for the entry that has it", () => {
    const name = (id: string) => (id === "COR-20250115-001" ? COR : id);
    expect(judge(asked(["COR-20250115-001"]), [{ id: COR, text: "x" }], name).pass).toBe(true);
  });

  it("has the place by which everything was found, and says everything that is missing", () => {
    const found = hits("one", "two", "three");
    expect(judge(asked(["three", "one"]), found)).toMatchObject({ pass: true, rank: 3 });
    const judged = judge(asked(["four", "five"], ["two"]), found);
    expect(judged).toMatchObject({ pass: false, unwanted: [{ what: "two", rank: 2 }] });
    expect(judged.rank).toBeUndefined();
    expect(judged.reason).toBe(
      '"four" is not in any of the first 10; "five" is not in any of the first 10; "two" is in INS-20260101-AAA1, at 2',
    );
    expect(judge(asked([], ["six"]), [])).toEqual({ pass: true, expected: [], unwanted: [] });
    expect(judge(asked(["six"]), []).pass).toBe(false);
  });
});

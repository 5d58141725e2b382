import { describe, expect, it } from "vitest";
import { checkTroubles, compileCheck } from "../../src/check/policy/compiled-check.js";
import { forbiddenLines, linesOf } from "../../src/check/policy/search-lines.js";
import type { EntryCheck } from "../../src/entry/entry.js";

const inTime = () => false;

function search(text: string, check: Partial<EntryCheck>, isOver = inTime) {
  const compiled = compileCheck({ in: ["**"], forbid: "x", ...check });
  if ("troubles" in compiled) throw new Error(compiled.troubles.join("\n"));
  const { hits, ...incomplete } = forbiddenLines(linesOf(text), compiled, isOver);
  return { lines: hits.map(({ line }) => line), ...incomplete };
}

describe("patterns of a check", () => {
  it.each<[name: string, text: string, check: Partial<EntryCheck>, lines: number[]]>([
    ["plain words", "a\nnpm install\nb", { forbid: "npm install" }, [2]],
    ["several lines", "x\ny\nx", { forbid: "x" }, [1, 3]],
    ["case counts", "NPM install", { forbid: "npm install" }, []],
    ["unless the pattern says otherwise", "NPM install", { forbid: "(?i)npm install" }, [1]],
    [
      "unless, on the same line",
      "npm install # npm ci does not know it",
      { forbid: "npm install", unless: "npm ci" },
      [],
    ],
    ["unless, on another line", "npm ci\nnpm install", { forbid: "npm install", unless: "npm ci" }, [2]],
    ["^ and $ are ends of a line", "ab\nb\nbc", { forbid: "^b$" }, [2]],
    ["also where lines end in CR LF", "ab\r\nb\r\nbc", { forbid: "^b$" }, [2]],
    ["also where lines end in CR", "ab\rb\rbc", { forbid: "^b$" }, [2]],
    ["\\A and \\z are ends of a line", "ab\nb\nbc", { forbid: "\\Ab\\z" }, [2]],
    ["no match over two lines", "npm\ninstall", { forbid: "npm\\s+install" }, []],
    ["no match over two lines by a negated class", "a\nb", { forbid: "a[^x]b" }, []],
    ["(?s) changes nothing of that", "a\nb", { forbid: "(?s)a.b" }, []],
    ["the last line without an end", "x", { forbid: "x$" }, [1]],
    ["an empty file", "", { forbid: "x" }, []],
    ["a byte order mark is no character", "\uFEFFx", { forbid: "^x" }, [1]],
    ["words of other letters", "größe 字", { forbid: "ö.e 字" }, [1]],
    ["empty lines, of which the end of a file is none", "a\n\nb\n", { forbid: "^\\s*$" }, [2]],
    ["an empty file has no line", "", { forbid: "^$" }, []],
  ])("%s", (_, text, check, lines) => {
    expect(search(text, check)).toEqual({ lines });
  });

  it.each([
    ["(", "missing closing"],
    ["a{1001}", "repeat count"],
    ["(a{100}){100}", "repeat count"],
    ["(?<=a)b", "no looks ahead or behind"],
    ["a(?!b)", "no looks ahead or behind"],
    ["(a)\\1", "no references back"],
    ["(?:a{100}){5}", "too large"],
    ["x*", "every line"],
    [".*", "every line"],
    ["", "every line"],
    ["y".repeat(1_001), "longer than 1000"],
  ])("refuses %j: %s", (forbid, why) => {
    for (const field of ["forbid", "unless"] as const) {
      const [trouble, ...more] = checkTroubles({ in: ["**"], forbid: "x", [field]: forbid });
      expect(trouble).toMatch(new RegExp(`^${field}: `));
      expect(trouble).toContain(why);
      expect(more).toEqual([]);
    }
  });

  it("says everything wrong with a check at once", () => {
    expect(checkTroubles({ in: ["../x"], forbid: "(", unless: ")" })).toHaveLength(3);
  });

  it("takes a pattern of 1,000 characters and one of nearly 400 instructions", () => {
    expect(checkTroubles({ in: ["**"], forbid: `[${"y".repeat(998)}]` })).toEqual([]);
    expect(checkTroubles({ in: ["**"], forbid: "a{390}" })).toEqual([]);
  });

  it.each(["(a+)+$", "(a|a)*c$", "(a*)*b", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*)=(.*);(.*)"])(
    "searches a line of 1 MB for %s in under a second",
    (forbid) => {
      const began = performance.now();
      expect(search(`${"a".repeat(1_048_576)}!`, { forbid }).lines.length).toBeLessThan(2);
      expect(performance.now() - began).toBeLessThan(1_000);
    },
  );

  it("leaves a line that is too long for a large pattern, and says so", () => {
    const text = `${"ab".repeat(100_000)}\n${"a".repeat(300)}\n`;
    expect(search(text, { forbid: "a[ab]{299}" })).toEqual({ lines: [2], incomplete: "long-line" });
  });

  it("stops when time is over, and says so", () => {
    expect(search("x", { forbid: "x" }, () => true)).toEqual({ lines: [], incomplete: "time" });
    let asked = 0;
    const text = "x\n".repeat(200_000);
    const found = search(text, { forbid: "x" }, () => ++asked > 2);
    expect(found.incomplete).toBe("time");
    expect(found.lines.length).toBeGreaterThan(0);
    expect(found.lines.length).toBeLessThan(200_000);
  });
});

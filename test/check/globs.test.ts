import { RE2JS } from "re2js";
import { describe, expect, it } from "vitest";
import { globTroubles, pathPatterns } from "../../src/text/glob.js";

function means(globs: readonly string[], path: string): boolean {
  const { meant, out } = pathPatterns(globs);
  return RE2JS.compile(meant).test(path) && (out === undefined || !RE2JS.compile(out).test(path));
}

describe("globs of a check", () => {
  it.each([
    [["ci/**/*.yml"], "ci/build.yml", true],
    [["ci/**/*.yml"], "ci/build.yaml", false],
    [["ci/**/*.yml"], "other/ci/build.yml", false],
    [["**/*.md"], "README.md", true],
    [["*.md"], "docs/README.md", false],
    [["docs/**"], "docs", false],
    [["docs/"], "docs/a/b", true],
    [["docs/**/x"], "docs/x", true],
    [["**/a/**/b"], "a/b", true],
    [["**/a/**/b"], "x/a/y/z/b", true],
    [["?.ts"], "ab.ts", false],
    [["?.ts"], "/.ts", false],
    [["src/*.{ts,tsx}"], "src/a.tsx", true],
    [["src/*.{ts,}"], "src/a.", true],
    [["a,b.txt"], "a,b.txt", true],
    [["**/*.yml", "!**/old/**"], "ci/old/build.yml", false],
    [["!a.yml", "**/*.yml"], "a.yml", false],
    [[".github/**"], ".github/workflows/ci.yml", true],
    [["*"], ".npmrc", true],
    [["README.MD"], "README.md", false],
    [["a+(b).[x]"], "a+(b).[x]", true],
    [["ünï*.txt"], "ünïcode.txt", true],
    [["*.txt"], "a\nb.txt", true],
    [["**"], "a\nb/c\n", true],
  ])("%j means %j: %s", (globs, path, expected) => {
    expect(means(globs, path)).toBe(expected);
  });

  it.each([
    ["", "names nothing"],
    ["!", "names nothing"],
    ["/etc/passwd", "absolute"],
    ["C:/x", "absolute"],
    ["../secrets/**", "holds . or .."],
    ["./a", "holds . or .."],
    ["a\\b", "backslash"],
    ["a/**b", "** stands alone"],
    ["a{b", "braces pair"],
    ["a}b", "braces pair"],
    ["{a,{b,c}}", "braces pair"],
    ["{a/b,c}", "braces pair"],
    ["x".repeat(501), "longer than 500"],
  ])("refuses %j: %s", (glob, why) => {
    const troubles = globTroubles([glob, "a"]);
    expect(troubles).toHaveLength(1);
    expect(troubles[0]).toContain(why);
  });

  it("takes 50 globs and no more, one of 500 characters, and at least one that puts files in", () => {
    expect(globTroubles(Array.from({ length: 50 }, () => "x".repeat(500)))).toEqual([]);
    expect(globTroubles(Array.from({ length: 51 }, () => "a"))).toEqual(["more than 50 globs"]);
    expect(globTroubles(["!a", "!b"])).toEqual(["every glob takes files out"]);
  });

  it("takes linear time for any glob", () => {
    const hostile = [`${"*a".repeat(200)}b`, `${"**/".repeat(150)}b`, `{${"a,".repeat(200)}}${"*a".repeat(40)}b`];
    expect(globTroubles(hostile)).toEqual([]);
    // Processor time, since others share the machine: twice the path may take twice as long, and not four times.
    const spent = (length: number): number => {
      const began = process.cpuUsage();
      for (const path of ["a".repeat(length), "a/".repeat(length / 2), `${"a".repeat(length)}b`]) means(hostile, path);
      return process.cpuUsage(began).user;
    };
    spent(1_000);
    expect(spent(8_000)).toBeLessThan(3 * spent(4_000) + 100_000);
  });
});

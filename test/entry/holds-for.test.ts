/** Which files and folders an entry holds for. */
import { describe, expect, it } from "vitest";
import { holding } from "../../src/entry/holds-for.js";
import { boundText, holdsIn, sameFiles } from "../../src/entry/holds-in.js";

describe("the session's folder", () => {
  it.each<[paths: string[] | undefined, folder: string | undefined, holds: boolean]>([
    [undefined, "", true],
    [undefined, undefined, true],
    [["packages/api/**"], "packages/api", true],
    [["packages/api/**"], "packages/api/src", true],
    [["packages/api/**"], "packages/apis", false],
    [["packages/api/**"], "packages", false],
    [["packages/api/**"], "", false],
    [["packages/api/**"], undefined, false],
    [["packages/api/*.ts"], "packages/api", true],
    [["packages/{api,web}/**"], "packages/cli", true],
    [["**/*.ts"], "src", false],
    [["*.py"], "", false],
    [["src/a.ts"], "src", true],
    [["src/a.ts"], "src/deep", false],
    [["packages/web"], "packages/web/src", true],
    [["packages/web"], "packages/api", false],
    [["packages/web/"], "packages", false],
    [["docs"], "docs", true],
    [["docs/**", "packages/web/**"], "packages/web", true],
    [["**/*.ts", "!gen/**"], "gen", false],
  ])("%j holds in %j: %j", (paths, folder, holds) => {
    expect(holdsIn({ paths }, folder)).toBe(holds);
  });
});

describe("a file that is named", () => {
  it.each<[paths: string[], file: string, holds: boolean]>([
    [["packages/api/**"], "packages/api/src/a.ts", true],
    [["packages/api/**"], "packages/web/a.ts", false],
    [["*.py"], "deep/in/a.py", true],
    [["*.py"], "a.py", true],
    [["*.py"], "a.pyc", false],
    [["Makefile"], "deep/Makefile", true],
    [["Makefile"], "Makefile.bak", false],
    [["src/*.ts"], "src/deep/a.ts", false],
    [["packages/web"], "packages/web/src/a.ts", true],
    [["packages/web"], "packages/website/a.ts", false],
    [["docs/"], "docs/a/b.md", true],
    [["*.ts", "!*.test.ts"], "src/a.test.ts", false],
    [["*.ts", "!src/gen"], "src/gen/a.ts", false],
    [["*.ts", "!src/gen"], "src/a.ts", true],
  ])("%j holds for %s: %j", (paths, file, holds) => {
    expect(holding({ files: [file] })({ paths })).toBe(holds);
  });

  it("is asked beside the folder; without either only what holds everywhere does", () => {
    const isHeld = holding({ folder: "docs", files: ["src/a.ts"] });
    expect([["docs/**"], ["src/**"], ["web/**"]].map((paths) => isHeld({ paths }))).toEqual([true, true, false]);
    const nowhere = holding({ files: [] });
    expect([nowhere({}), nowhere({ paths: ["src/**"] })]).toEqual([true, false]);
  });
});

it("is said in a few words", () => {
  expect(boundText({})).toBeUndefined();
  expect(boundText({ paths: ["packages/api/**"] })).toBe("for packages/api/**");
  expect(boundText({ paths: ["a/**", "b/**", "c/**", "d/**", "e/**"] })).toBe("for a/**, b/**, c/** and 2 more");
});

it("is the same whatever the order", () => {
  expect(sameFiles({ paths: ["a", "b"] }, { paths: ["b", "a"] })).toBe(true);
  expect(sameFiles({ paths: ["a"] }, {})).toBe(false);
  expect(sameFiles({}, {})).toBe(true);
});

/** Which files and folders an entry holds for. */
import { describe, expect, it } from "vitest";
import { holdsIn } from "../../src/entry/holds-in.js";
import { holding } from "../../src/hosts/events/holds-for.js";
import { boundText } from "../../src/recall/policy/bound-text.js";
import { sameFiles } from "../../src/recall/policy/same-key.js";

describe("the session's folder", () => {
  it.each<[paths: string[] | undefined, folder: string | undefined, holds: boolean]>([
    [undefined, "", true],
    [undefined, undefined, true],
    [["packages/api/**"], "packages/api", true],
    [["packages/api/**"], "packages/api/src", true],
    [["packages/api/**"], "packages/apis", false],
    [["packages/api/**"], "", false],
    [["packages/api/**"], undefined, false],
    [["packages/api/*.ts"], "packages/api", true],
    [["**/*.ts"], "src", false],
    [["*.py"], "", false],
    [["src/a.ts"], "src", true],
    [["src/a.ts"], "src/deep", false],
    [["packages/web"], "packages/web/src", true],
    [["**/*.ts", "!gen/**"], "gen", false],
  ])("%j holds in %j: %j", (paths, folder, holds) => {
    expect(holdsIn({ paths }, folder)).toBe(holds);
  });
});

describe("a file that is named", () => {
  it.each<[paths: string[], file: string, holds: boolean]>([
    [["packages/api/**"], "packages/api/src/a.ts", true],
    [["*.py"], "deep/in/a.py", true],
    [["*.py"], "a.pyc", false],
    [["Makefile"], "deep/Makefile", true],
    [["Makefile"], "Makefile.bak", false],
    [["src/*.ts"], "src/deep/a.ts", false],
    [["packages/web"], "packages/web/src/a.ts", true],
    [["packages/web"], "packages/website/a.ts", false],
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

it("is said in a few words, and is the same whatever the order", () => {
  const paths = ["a/**", "b/**", "c/**", "d/**", "e/**"];
  const said = [{}, { paths: ["packages/api/**"] }, { paths }].map(boundText);
  expect(said).toEqual([undefined, "for packages/api/**", "for a/**, b/**, c/** and 2 more"]);
  expect(sameFiles({ paths }, { paths: paths.toReversed() })).toBe(true);
  expect([sameFiles({ paths }, {}), sameFiles({}, {})]).toEqual([false, true]);
});

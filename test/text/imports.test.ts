import { describe, expect, it } from "vitest";
import { withImports, withoutImports } from "../../src/text/imports.js";
import fc from "../properties.js";

/** As hosts look for imports: in running text, at a word's start, also behind marks that Markdown takes away. */
const IMPORT = /(?:^|[\s*_([>"'])@\S/u;

describe("words that a host would take for a file", () => {
  it.each([
    ["Follow @AGENTS.md", "Follow \\@AGENTS.md"],
    ["@~/x and @./secrets", "\\@~/x and \\@./secrets"],
    ["**@AGENTS.md**, (@a.md), `x`@b.md", "**\\@AGENTS.md**, (\\@a.md), `x`\\@b.md"],
    ["Pin @scope/pkg to 2.3", "Pin \\@scope/pkg to 2.3"],
    ["Run `npm i @scope/pkg` and ``a ` @b``", "Run `npm i @scope/pkg` and ``a ` @b``"],
    ["a lone ` and @AGENTS.md", "a lone ` and \\@AGENTS.md"],
    ["\\`@AGENTS.md` is no code", "\\`\\@AGENTS.md` is no code"],
    ["`a`` @b.md`", "`a`` @b.md`"],
    ["Write to bridget@example.org", "Write to bridget@example.org"],
    ["https://example.org/@bridget/post", "https://example.org/@bridget/post"],
    ["meet @ noon", "meet @ noon"],
    ["already \\@AGENTS.md", "already \\@AGENTS.md"],
    ["a backslash \\\\@AGENTS.md", "a backslash \\\\\\@AGENTS.md"],
  ])("%s", (text, written) => {
    expect(withoutImports(text)).toBe(written);
    if (!text.includes("\\@AGENTS")) expect(withImports(written)).toBe(text);
  });

  it("none is left in whatever words, and the words come back", () => {
    const piece = fc.constantFrom("@a.md", "`", "``", "\\", " ", "x", "*", "(", "me@x.org", "/");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join("");
        const written = withoutImports(text);
        const running = written.replace(/\\.|(`+)(?!`).*?(?<!`)\1(?!`)/gsu, "");
        expect(running).not.toMatch(IMPORT);
        if (!text.includes("\\@")) expect(withImports(written)).toBe(text);
        expect(withImports(withoutImports(withImports(written)))).toBe(withImports(written));
      }),
    );
  });
});

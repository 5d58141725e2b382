/** Words of records in Markdown, read by a parser of its own. */
import { describe, expect, it } from "vitest";
import { neutral } from "../../src/text/markdown.js";
import { rounds } from "../effort.js";
import fc from "../properties.js";
import { nodesOf } from "./markdown-nodes.js";

/** What a line of words is made of, and code. */
const WORDS = new Set("root list listItem paragraph sentence word whitespace text inlineCode".split(" "));
/** What hosts of code find in rendered text. */
const REFERENCE = /[@#!~]\w|https?:|www\.|\bGH-\d|\b(?=\p{L}*\d)[0-9a-f]{7,40}\b/iu;

describe("words in Markdown", () => {
  it.each([
    ["Retries hide the flaky test: 3 of 5, e.g. on CI/CD (10:30)", undefined],
    ["Clients' keys are well-known; v2 is 50% faster!", undefined],
    ["先检查锁文件", undefined],
    ["Run `npm ci` in CI", undefined],
    ["ask @bridget about #12", "ask `@bridget` about `#12`"],
    ["<img src=x> [a](https://x.org) ![b](c)", "`<img src=x> [a](https://x.org) ![b](c)`"],
    ["see www.example.org or GH-7", "see `www.example.org` or `GH-7`"],
    ["since deadbeef1 all is well", "since `deadbeef1` all is well"],
    ["1. is no list", "`1.` is no list"],
    ["- is no list", "`-` is no list"],
    ["a - b + c", undefined],
    ["__init__.py and **bold**", "`__init__.py` and `**bold**`"],
    ["a lone ` here", "a lone `` ` `` here"],
    ["`a`@b", "`` `a`@b ``"],
    ["--- and &amp; a\\", "`---` and `&amp; a\\`"],
    ["", undefined],
  ])("%s", (text, written = text) => {
    expect(neutral(text)).toBe(written);
    expect(neutral(written)).toBe(written);
  });

  it("make nothing but words and code, whatever they are, and say the same when they are written again", {
    tags: "proof",
  }, async () => {
    const piece = fc.constantFrom(
      ..."@user #12 ` `` ``` *a* _b_ [x](y) ![i](j) [r]: <b> </b> <!-- --> https://x.org www.x.org a@b.org --- === | \\ 1. 2) - + > # word ~~s~~ &lt; :smile: ABC-1 0a1b2c3d4 x! (y".split(
        " ",
      ),
      " ",
      "",
      "é",
    );
    const lines = fc.tuple(fc.array(piece, { maxLength: 9 }), fc.constantFrom("", " "));
    await fc.assert(
      fc.asyncProperty(lines, async ([pieces, gap]) => {
        const written = neutral(pieces.join(gap));
        expect(neutral(written)).toBe(written);
        const nodes = await nodesOf(`- ${written} (it)\n`);
        expect(nodes.map(({ type }) => type).filter((type) => !WORDS.has(type))).toEqual([]);
        expect(nodes.filter(({ type }) => type === "listItem")).toHaveLength(1);
        const said = nodes.flatMap(({ type, value }) => (type === "inlineCode" ? " " : (value ?? ""))).join("");
        expect(said).not.toMatch(REFERENCE);
      }),
      { numRuns: rounds(300, 5_000) },
    );
  });
});

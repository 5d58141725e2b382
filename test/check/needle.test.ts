import { describe, expect, it } from "vitest";
import { SearchedText } from "../../src/check/policy/search-lines.js";
import { linePattern } from "../../src/store/checks/policy/compiled-check.js";
import { type Needle, needleOf } from "../../src/store/checks/policy/needle.js";
import fc from "../properties.js";

const plain = (text: string): Needle => ({ text, folded: false });

describe("the needle of a pattern", () => {
  it.each<[pattern: string, needle: Needle | undefined]>([
    ["npm install", plain("npm install")],
    ["x", undefined],
    ["a\\.b\\(", plain("a.b(")],
    ['^\\s*import .* from "old"', plain(' from "old"')],
    ["\\b(get|set)Value\\(", plain("Value(")],
    ["colou?r", plain("colo")],
    ["ab*cd", plain("cd")],
    ["abc+de", plain("abc")],
    ["abc{2}def", plain("def")],
    ["abc{2,}?de", plain("ab")],
    ["abc{de", plain("ab")],
    ["[]ab]cd", plain("cd")],
    ["[^]ab]cd", plain("cd")],
    ["[[:alpha:]]cd[ab\\]]", plain("cd")],
    ["(a(b[)])c)de", plain("de")],
    ["(?P<name>ab)cd", plain("cd")],
    ["(?:abc)?de", plain("de")],
    ["😀😀?", plain("😀")],
    ["größe", plain("größe")],
    ["(?m)^ab", plain("ab")],
    ["(?i)TODO: fix", { text: "todo: fix", folded: true }],
    ["(?i)task", { text: "ta", folded: true }],
    ["(?i)ks", undefined],
    // Nothing is certain in these.
    ["ab|cd", undefined],
    ["ab(?i)cd", undefined],
    ["ab(?i:cd)", plain("ab")],
    ["\\Qab\\E", undefined],
    ["\\pNab", undefined],
    ["\\x{41}ab", undefined],
    ["\\x41ab", undefined],
    ["(?U)ab+", undefined],
  ])("%s", (pattern, needle) => {
    expect(needleOf(pattern)).toEqual(needle);
  });

  it("stands in every line that the pattern matches", { tags: "proof" }, () => {
    const letter = fc.constantFrom(
      "a",
      "b",
      "K",
      "s",
      "ſ",
      "\u212a",
      ".",
      "\\.",
      "\\s",
      "[ab]",
      "[^]a]",
      "é",
      "😀",
      "-",
    );
    const piece = fc.letrec<{ piece: string; group: string }>((tie) => ({
      group: fc
        .tuple(fc.constantFrom("(", "(?:", "(?i:"), fc.array(tie("piece"), { maxLength: 3 }))
        .map(([open, inner]) => `${open}${inner.join("")})`),
      piece: fc
        .tuple(
          fc.oneof({ depthSize: "small" }, letter, letter, letter, tie("group")),
          fc.constantFrom("", "", "", "", "*", "+", "?", "{2}", "{0,1}", "+?", "|"),
        )
        .map(([what, times]) => `${what}${times}`),
    })).piece;
    const pattern = fc
      .tuple(fc.constantFrom("", "", "(?i)", "(?s)", "^"), fc.array(piece, { minLength: 1, maxLength: 6 }))
      .map(([flags, pieces]) => `${flags}${pieces.join("")}`);
    const line = fc.array(
      fc.constantFrom("a", "A", "b", "k", "K", "S", "s", "ſ", "\u212a", ".", " ", "é", "É", "😀", "-"),
      { maxLength: 8 },
    );
    let matched = 0;
    fc.assert(
      fc.property(pattern, fc.array(line, { minLength: 8, maxLength: 8 }), (source, lines) => {
        const compiled = linePattern(source);
        if (typeof compiled === "string" || compiled.needle === undefined) return;
        for (const letters of lines) {
          const text = letters.join("");
          if (!compiled.test(text)) continue;
          matched++;
          expect({ source, text, holds: new SearchedText(text).mayHold(compiled.needle) }).toMatchObject({
            holds: true,
          });
        }
      }),
      { numRuns: 4_000 },
    );
    expect(matched).toBeGreaterThan(50);
  });
});

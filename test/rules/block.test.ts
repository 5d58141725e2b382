import { format, type Options } from "prettier";
import { describe, expect, it } from "vitest";
import { replanned } from "../../src/rules/planning/block-plan.js";
import { leavesOpen, rulesIn } from "../../src/rules/policy/block.js";
import { type RuleLine, ruleLine, saysSame } from "../../src/rules/policy/rule.js";
import { rounds } from "../effort.js";
import fc from "../properties.js";

const A = "COR-20260215-K7Q2X";
const B = "INS-20260214-M2XBA";

const read = (...lines: string[]): string[] =>
  rulesIn(lines).map(({ text, ids, from, to }) => `${from}-${to} ${text} [${ids.join(" ")}]`);

describe("what counts as a rule in a block", () => {
  it.each<[string, string[], string[]]>([
    ["a bullet with its id", [`- One. <!-- ${A} -->`], [`0-1 One. [${A}]`]],
    ["several ids, with spaces or commas", [`- One <!-- ${A}, ${B} -->`], [`0-1 One [${A} ${B}]`]],
    ["other bullets", [`* One <!-- ${A} -->`, "+ Two"], [`0-1 One [${A}]`, "1-2 Two []"]],
    ["numbers by hand", [`1. One <!-- ${A} -->`, "2) Two"], [`0-1 One [${A}]`, "1-2 Two []"]],
    ["a wrapped bullet", ["- One is", "  long", `  <!-- ${A} -->`], [`0-3 One is long [${A}]`]],
    ["a bullet wrapped without an indent", ["- One is", "long"], ["0-2 One is long []"]],
    ["a number that a wrap put first", ["- Use version", "  2. Then go"], ["0-2 Use version 2. Then go []"]],
    ["ids on a line of their own", ["- One", `<!-- ${A} -->`, "- Two"], [`0-2 One [${A}]`, "2-3 Two []"]],
    ["ids behind an empty line", ["- One", "", `  <!-- ${A} -->`], [`0-3 One [${A}]`]],
    ["a second line of ids is nobody's", [`- One <!-- ${A} -->`, `<!-- ${B} -->`], [`0-1 One [${A}]`]],
    ["words that somebody put behind the ids", [`- One <!-- ${A} --> and two`], [`0-1 One and two [${A}]`]],
    ["a comment wrapped within", ["- One <!--", `  ${A} -->`], [`0-2 One [${A}]`]],
    ["details beneath a rule are no rules", [`- One <!-- ${A} -->`, "  - detail", "  more"], [`0-1 One [${A}]`]],
    ["ids make a nested bullet a rule", ["- One", `  - Two <!-- ${A} -->`], ["0-1 One []", `1-2 Two [${A}]`]],
    ["a detail whose rule has left is no rule", ["  - One", " - Two"], ["1-2 Two []"]],
    ["four spaces are code", ["    - One", `    - Two <!-- ${A} -->`], [`1-2 Two [${A}]`]],
    ["headings, prose, quotes, rulers", ["## Learned", "prose", "> - One", "---", "- - -"], []],
    ["prose behind a bullet and an empty line", ["- One", "", "prose"], ["0-1 One []"]],
    ["a fence", ["```", `- One <!-- ${A} -->`, "```", "- Two"], ["3-4 Two []"]],
    ["a longer fence holds a shorter one", ["````", "```", "- One", "````", "- Two"], ["4-5 Two []"]],
    ["a comment over lines", ["<!--", "- One", "-->", "- Two"], ["3-4 Two []"]],
    ["words alone are needed", ["-", `- <!-- ${A} -->`, "- "], []],
    ["what git left behind ends a bullet", ["- One", "<<<<<<< HEAD", "- Two"], ["0-1 One []", "2-3 Two []"]],
    ["Windows line ends", ["- One\r", `  more <!-- ${A} -->\r`], [`0-2 One more [${A}]`]],
    ["a script without spaces, wrapped", ["- 先检查", "  锁文件"], ["0-2 先检查锁文件 []"]],
    [
      "more than a thousand characters are prose",
      [`- ${"x".repeat(1_001)}`, `- ${"x".repeat(1_000)}`],
      [`1-2 ${"x".repeat(1_000)} []`],
    ],
  ])("%s", (_, lines, expected) => {
    expect(read(...lines)).toEqual(expected);
  });

  it("tells when nothing can be added because something is left open", () => {
    expect(leavesOpen(["- One", "```"])).toBe(true);
    expect(leavesOpen(["<!-- note"])).toBe(true);
    expect(leavesOpen(["```", "```", "<!-- note", "-->"])).toBe(false);
  });
});

describe("writing a plan into a block", () => {
  const rule = (text: string, ...ids: string[]): RuleLine => ({ text, ids });
  it.each<[string, string[], Parameters<typeof replanned>[1], string[]]>([
    ["nothing planned is nothing changed", ["- One", "prose "], { changed: new Map(), added: [] }, ["- One", "prose "]],
    [
      "a rule in a new block stands behind its heading",
      ["## Learned"],
      { changed: new Map(), added: [rule("One", A)] },
      ["## Learned", "", `- One <!-- ${A} -->`],
    ],
    ["a block without anything", [], { changed: new Map(), added: [rule("One", A)] }, [`- One <!-- ${A} -->`]],
    [
      "a new rule comes behind the last one and its details",
      ["* One", "  - detail", "", "  more", "", "My prose."],
      { changed: new Map(), added: [rule("Two", A)] },
      ["* One", "  - detail", "", "  more", `* Two <!-- ${A} -->`, "", "My prose."],
    ],
    [
      "numbers go on",
      ["1. One", "2. Two"],
      { changed: new Map(), added: [rule("Three"), rule("Four")] },
      ["1. One", "2. Two", "3. Three", "4. Four"],
    ],
    [
      "numbers that are all the same stay so",
      ["1. One", "1. Two"],
      { changed: new Map(), added: [rule("Three")] },
      ["1. One", "1. Two", "1. Three"],
    ],
    [
      "other words take the whole place of a wrapped bullet",
      ["+ One is", `  long <!-- ${A} -->`, "  - detail"],
      { changed: new Map([[0, rule("Two", A)]]), added: [] },
      [`+ Two <!-- ${A} -->`, "  - detail"],
    ],
    [
      "other ids leave the words as they are written",
      ["- *One* is", `  long <!-- ${A} -->`],
      { changed: new Map([[0, rule("_One_ is long", A, B)]]), added: [] },
      ["- *One* is", `  long <!-- ${A} ${B} -->`],
    ],
    [
      "ids that came off are put behind the words",
      ["- One is", "  long  "],
      { changed: new Map([[0, rule("One is long", A)]]), added: [] },
      ["- One is", `  long <!-- ${A} -->`],
    ],
    [
      "a rule that leaves takes its lines along and nothing else",
      ["- One", `<!-- ${A} -->`, "", "prose", "- Two"],
      { changed: new Map([[0, null]]), added: [] },
      ["", "prose", "- Two"],
    ],
  ])("%s", (_, lines, plan, expected) => {
    expect(replanned(lines, plan)).toEqual(expected);
  });

  it("keeps Windows line ends", () => {
    const lines = ["- One\r", `- Two <!-- ${A} -->\r`];
    const plan = { changed: new Map([[1, rule("Three", A)]]), added: [rule("Four", B)] };
    expect(replanned(lines, plan, "\r\n")).toEqual(["- One\r", `- Three <!-- ${A} -->\r`, `- Four <!-- ${B} -->\r`]);
  });
});

const words = fc.constantFrom(
  ..."use npm *ci* _now_ **never** __init__.py snake_case `a_b*c` a*b*c <T> [x](y) https://x.org/a_b_c #4 +1".split(
    " ",
  ),
  ..."C:\\dir ~x~ don't “so” &amp; | é 检查 锁定。 rule! 3. _ * --flag $HOME (a) {b} x^2 @me wait… 10% \\".split(" "),
  ..."foo_ *.md **/*.ts !important ==".split(" "),
  ...["2 * 3", "a < b", "- dash", "1. then", "a - b", "# no", "> no", "+ no"],
);
const line = fc
  .array(words, { minLength: 1, maxLength: 24 })
  .map((parts) => parts.join(" ").slice(0, 200).trim())
  .filter((text) => /[\p{L}\p{N}]/u.test(text) && !/^(?:[-*+>#]+ |\d+[.)] |\[[ xX]\] )/.test(text));
const ruleList = fc
  .array(line, { minLength: 1, maxLength: 6 })
  .map((texts) => texts.map((text, at): RuleLine => ({ text, ids: [`COR-20260215-A000${at}`] })));
const OPTIONS: Options[] = [
  { proseWrap: "always", printWidth: 60 },
  { proseWrap: "always", printWidth: 20 },
  { proseWrap: "never" },
  { proseWrap: "preserve", tabWidth: 4 },
];

async function formatted(text: string, options: Options): Promise<string> {
  return format(text, { parser: "markdown", ...options });
}

describe("a formatter", () => {
  it.each(OPTIONS)("Prettier with %j changes nothing that is said", { tags: "more" }, async (options) => {
    await fc.assert(
      fc.asyncProperty(ruleList, fc.constantFrom("-", "*", "+", "1."), async (rules, mark) => {
        const lines = ["## Learned", "", ...rules.map((rule) => ruleLine(rule).replace("-", mark))];
        const next = (await formatted(lines.join("\n"), options)).split("\n");
        const found = rulesIn(next);
        expect(found.map(({ ids }) => ids)).toEqual(rules.map(({ ids }) => ids));
        for (const [at, rule] of rules.entries()) {
          if (!saysSame(found[at]?.text ?? "", rule.text))
            throw new Error(`${rule.text}\n${found[at]?.text}\n${next.join("\n")}`);
        }
      }),
      { numRuns: rounds(20, 150) },
    );
  });
});

const mess = fc.constantFrom(
  ...["", "prose of mine", "  - detail", "  more", "# Heading", "> quote", "---", "- mine", "* also mine", "3. third"],
  ...["```\n- code\n```", "<!-- note -->", "<!--\n- hidden\n-->", "| a | b |", "    code", "\t- tab", "- [ ] task"],
  "text\n===",
);

describe("any block", () => {
  const block = fc
    .array(
      fc.oneof(
        mess,
        fc.tuple(line, fc.integer({ min: 0, max: 9 })).map(([text, n]) => `- ${text} <!-- COR-20260215-B000${n} -->`),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join("\n").split("\n"));

  it("keeps every line that no plan is about, in order and byte for byte, and reads back what was planned", {
    tags: "more",
  }, () => {
    fc.assert(
      fc.property(
        block,
        fc.infiniteStream(fc.constantFrom("keep", "drop", "word")),
        fc.nat(2),
        (lines, whats, more) => {
          const rules = rulesIn(lines);
          const changed = new Map<number, RuleLine | null>();
          rules.forEach((rule, index) => {
            const what = whats.next().value;
            if (what === "drop") changed.set(index, null);
            if (what === "word") changed.set(index, { text: `New words ${index}`, ids: rule.ids });
          });
          const added = Array.from(
            { length: more },
            (_, n): RuleLine => ({ text: `Added ${n}`, ids: [`INS-20260215-C000${n}`] }),
          );
          const next = replanned(lines, { changed, added });
          const touched = new Set(
            [...changed.keys()].flatMap((index) => {
              const { from = 0, to = 0 } = rules[index] ?? {};
              return Array.from({ length: to - from }, (_, n) => from + n);
            }),
          );
          const human = lines.filter((text, at) => !touched.has(at) && text.trim() !== "");
          let at = 0;
          for (const text of next) if (text === human[at]) at++;
          expect(at).toBe(human.length);
          const texts = rulesIn(next).map(({ text }) => text);
          if (changed.size === 0) for (const { text } of rules) expect(texts).toContain(text);
          for (const { text } of added) expect(texts).toContain(text);
        },
      ),
      { numRuns: rounds(100, 2_000) },
    );
  });
});

/** What is read out of instruction files and lists, and that nothing of it says the contrary of its file. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { instructionItems } from "../../src/import/policy/instructions.js";
import { readSource } from "../../src/import/policy/source.js";
import { plainLine } from "../../src/text/plain-text.js";
import { rounds } from "../effort.js";
import fc from "../properties.js";

const ROOT = join(import.meta.dirname, "../../fixtures/instructions");

interface Line {
  line: number;
  claim: string;
}

/** The claims of a text. */
function linesOf(text: string, name = "CLAUDE.md"): Line[] {
  return instructionItems(text, { name }).items.map((item) => {
    const { plan, line } = item.judge(item.raw);
    if (plan.fate !== "entry") throw new Error("no entry");
    expect([plan.type, plan.fields.category]).toEqual(["memory", "instruction"]);
    return { line, claim: plan.fields.content ?? "" };
  });
}

const taken = (text: string, name?: string) => linesOf(text, name).map(({ claim }) => claim);
const passed = (text: string) => instructionItems(text, { name: "CLAUDE.md" }).passed;

describe("an item is taken with what it hangs on", () => {
  it.each([
    ["a line that leads in", "Never:\n- push to main", ["Never › push to main"]],
    [
      "behind a blank line, numbered",
      "NEVER do these:\n\n1. push\n2. skip",
      ["NEVER do these › push", "NEVER do these › skip"],
    ],
    ["a bold label", "**Ask first:**\n- delete branches", ["Ask first › delete branches"]],
    ["a bold label without a colon", "**Never**\n\nIn production:\n- seed", ["Never › In production › seed"]],
    ["a heading", "## Don't\n- use lodash", ["Don't › use lodash"]],
    ["headings within each other", "# A\n## Don't\n### In tests\n- sleep", ["A › Don't › In tests › sleep"]],
    ["an item above", "- When you test:\n  - never sleep", ["When you test › never sleep"]],
    ["a name above", "- Redis\n  - port 6380", ["Redis › port 6380"]],
    ["an item above that says something itself", "- Use pnpm.\n  - never npm", ["Use pnpm.", "Use pnpm. › never npm"]],
    ["a sentence above", "These are forbidden.\n\n- pushing to main", ["These are forbidden. › pushing to main"]],
    ["a paragraph within the item above", "- Git\n\n  Never:\n  - force", ["Git › Never › force"]],
    ["a label that another one follows", "**Do:**\n- a b\n\n**Don't:**\n- c d", ["Do › a b", "Don't › c d"]],
    ["what stands behind code, alone", "Never:\n```\nx\n```\n- push it", ["push it"]],
    ["a quote before it", "> Never:\n- push to main", ["Never › push to main"]],
    ["a sign", "- ❌ Removing the lock file\n- ✅ Reading it", ["❌ Removing the lock file", "✅ Reading it"]],
    ["code that a lead makes a rule", "Never edit:\n- `dist/`", ["Never edit › `dist/`"]],
    [
      "lines that were wrapped",
      "- Fixtures live in `fixtures`,\n  one folder each",
      ["Fixtures live in `fixtures`, one folder each"],
    ],
    [
      "a paragraph above, however long",
      `Never do one of these. ${"They broke the build before. ".repeat(20)}\n\n- push to main`,
      [`Never do one of these. ${"They broke the build before. ".repeat(20).trim()} › push to main`],
    ],
    ["a heading with a line below", "Never\n-----\n- push to main", ["Never › push to main"]],
  ])("%s", (_, text, claims) => {
    expect(taken(text)).toEqual(claims);
  });

  it("a title that names the file is not said; any other is, however far above", () => {
    expect(taken("# CLAUDE.md\n- Use pnpm")).toEqual(["Use pnpm"]);
    expect(taken("# AGENTS\n## Git\n- Rebase often", "AGENTS.md")).toEqual(["Git › Rebase often"]);
    expect(taken("# Never\n- push to main")).toEqual(["Never › push to main"]);
    expect(taken("# Never do this\n## Git\n- push to main")).toEqual(["Never do this › Git › push to main"]);
  });
});

it("prose, headings and quotes are left, named with their lines", () => {
  const text = "# G\n\nIt wraps fetch. Never call\nfetch.\n\n### Use ids, not names\n\n> Never log it.";
  expect(linesOf(text)).toEqual([]);
  expect(passed(text).map(({ line, because }) => `${line} ${because}`)).toEqual([
    "3 A sentence in prose.",
    "3 A sentence in prose.",
    "6 A heading.",
    "8 A sentence in a quote.",
  ]);
});

describe("what is left is named", () => {
  it.each([
    ["- `src/`", "One word or path, and nothing that says what of it."],
    ["- [Setup](#setup)", "A link alone."],
    ["- https://a.example/b", "A link alone."],
    ["- <your rule here>", "A place to fill in."],
    ["- {{rule}}", "A place to fill in."],
    ["- ...", "A place to fill in."],
    ["- Testing:", "It only introduces what follows."],
    ["@AGENTS.md", "It takes in another file."],
    ["| a | b |", "A table."],
    ["├── src", "A drawing."],
    ["- ```sh\n  npm test\n  ```", "A code block."],
    ["    npm test", "A code block."],
    [`- ${"word ".repeat(500)}`, "Longer than what one entry says."],
  ])("%s", (text, because) => {
    expect(linesOf(text)).toEqual([]);
    expect(passed(text)).toEqual([{ line: 1, because }]);
  });

  it("comments and tenet's own block are nobody's lines", () => {
    const text = "<!-- tenet:begin rules -->\n- Never eat snow.\n<!-- tenet:end rules -->\n<!--\n- x y\n-->\n- Go out";
    expect(taken(text)).toEqual(["Go out"]);
    expect(passed(text)).toEqual([]);
  });
});

describe("marks", () => {
  it.each([
    ["**Never** use *emphasis* or _so it goes_", "Never use emphasis or so it goes"],
    ["***Both*** and **a `b**` c**", "Both and a `b**` c"],
    ["请**不要**推送", "请不要推送"],
    ["`src/**/*.ts` and src/**/*.ts and test/**/*.ts", "`src/**/*.ts` and src/**/*.ts and test/**/*.ts"],
    ["2**12 and 3**4, a * b * c", "2**12 and 3**4, a * b * c"],
    ["Pass *args and **kwargs on", "Pass *args and **kwargs on"],
    ["Export __all__ in __init__.py, never snake_case_names", "Export __all__ in __init__.py, never snake_case_names"],
    ["See [a_b_](x_y_z) and <b_c_> and \\*so\\*", "See [a_b_](x_y_z) and <b_c_> and \\*so\\*"],
    ["Use `foo  bar`   twice &amp; `a`", "Use `foo  bar` twice &amp; `a`"],
  ])("%s", (text, plain) => {
    expect(plainLine(text)).toBe(plain);
  });
});

describe("files in the likeness of public ones", () => {
  /** Counted by hand: items that say something, and items that say the contrary without their parent. */
  const FILES: readonly [name: string, items: number, hung: string][] = [
    [
      "01-shop.md",
      8,
      "Never>Touch the ledger|Never>Send test orders|Never>not even from staging|Ask before>deleting|Do not>guess|Do not>round",
    ],
    ["02-bad-good.md", 4, "❌ Bad>Inline colours|❌ Bad>A `useEffect`"],
    ["03-identifiers.md", 8, ""],
    [
      "04-nested.md",
      10,
      "Postgres>The port is 5433|Redis>The port is 6380|When you seed>drop nothing|Reports>Run `make check`|Mail>Run `make check`",
    ],
    ["05-prose.md", 0, ""],
    ["06-fences.md", 2, ""],
    ["07-german.md", 4, "Niemals>direkt auf|Niemals>Kundendaten|Vor jedem>Tests laufen"],
    ["08-chinese.md", 5, "禁止>直接推送|禁止>泄露|禁止>使用 any"],
    ["09-labels.md", 5, "Signs in the terminal>Status:|Release>Tag from"],
    [
      "10-setext.mdc",
      4,
      "The following is not allowed.>Returning 200|The following is not allowed.>Stack traces|Instead>a problem document",
    ],
  ];

  it.each(FILES)("%s", (file, items, hung) => {
    const name = file.endsWith(".mdc") ? file : "CLAUDE.md";
    const bytes = readFileSync(join(ROOT, file));
    const source = readSource(name, bytes, { timezone: "UTC", lists: "alone" });
    const lines = linesOf(bytes.toString("utf8"), name);
    expect(source.items).toHaveLength(lines.length);
    expect(lines).toHaveLength(items);
    const listed = (text: string) => text.split("|").filter((one) => one !== "");
    for (const [parent = "", item = ""] of listed(hung).map((one) => one.split(">"))) {
      const isHung = ({ claim }: Line) => claim.includes(parent) && claim.indexOf(parent) < claim.indexOf(item);
      expect(lines.some(isHung), `${parent} > ${item}`).toBe(true);
    }
    const words = (text: string) => text.replace(/[*_\s]|(?<=\n)\d+[.)] /g, "");
    const whole = words(bytes.toString("utf8"));
    for (const { claim } of lines) expect(whole).toContain(words(claim.split(" › ").at(-1) ?? ""));
  });
});

describe("any file", () => {
  const WORDS = ["push", "main", "`src/**/*.ts`", "`__all__`", "2**12", "kwargs", "`a_b_c`", "不要", "tests", "ship"];
  const words = fc.array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 5 }).map((all) => all.join(" "));
  const item = fc.record({ text: words, children: fc.array(words, { maxLength: 2 }), blank: fc.boolean() });
  const section = fc.record({
    level: fc.constantFrom(2, 3),
    heading: words,
    lead: fc.option(words, { nil: undefined }).map((text) => text && `${text}:`),
    items: fc.array(item, { minLength: 1, maxLength: 3 }),
    mark: fc.constantFrom("-", "*", "1."),
  });

  it("no claim lacks a parent, and its words stand as in the file", { tags: "more" }, () => {
    fc.assert(
      fc.property(fc.array(section, { minLength: 1, maxLength: 4 }), (sections) => {
        const expected: string[] = [];
        let [upper, text] = ["", ""];
        for (const { level, heading, lead, items, mark } of sections) {
          upper = level === 2 ? "" : upper;
          const path = [upper, heading, lead?.slice(0, -1) ?? ""].filter((part) => part !== "");
          if (level === 2) upper = heading;
          text += `\n${"#".repeat(level)} ${heading}\n\n${lead === undefined ? "" : `${lead}\n`}`;
          for (const { text: said, children, blank } of items) {
            text += `${mark} ${said}\n${blank ? "\n" : ""}`;
            expected.push([...path, said].join(" › "));
            for (const child of children) {
              text += `   - ${child}\n`;
              expected.push([...path, said, child].join(" › "));
            }
          }
        }
        expect(taken(text)).toEqual(expected);
      }),
      { numRuns: rounds(100, 600) },
    );
  });
});

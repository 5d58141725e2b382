/** What people wrote beside tenet's blocks: which lines there are, what they hang on, where they stand, and what is none. */
import { describe, expect, it } from "vitest";
import { isLineRef, linesIn } from "../../src/store/records/peoples-lines.js";

const textsOf = async (text: string) =>
  (await linesIn("CLAUDE.md", text)).map(({ line, text: said }) => `${line} ${said}`);

const CASES: readonly (readonly [says: string, text: string, lines: readonly string[]])[] = [
  [
    "items of lists, numbered ones too",
    "- Use pnpm here\n* Tests run first\n2. Ask before a release\n",
    ["1 Use pnpm here", "2 Tests run first", "3 Ask before a release"],
  ],
  ["an item of several lines", "- Runs on\n  port 5435\n- Next one\n", ["1 Runs on port 5435", "3 Next one"]],
  ["a nested item with its parent", "- Databases:\n  - on 5435\n", ["2 Databases › on 5435"]],
  ["one under too little indent, too", "1. Never:\n  - push to main\n", ["2 Never › push to main"]],
  ["an item with its lead-in", "Never:\n- push to main\n", ["2 Never › push to main"]],
  ["an item with its headings", "# CLAUDE.md\n## Git\n### Never\n- push to main", ["4 Git › Never › push to main"]],
  ["sentences of a paragraph", "Use pnpm. Never\npush.\n", ["1 Use pnpm.", "1 Never push."]],
  ["a line that stands there twice, once", "- Use pnpm here\n- use pnpm here.\n", ["1 Use pnpm here"]],
  [
    "an item under two parents, twice",
    "## Web\n- Run the tests\n## App\n- Run the tests",
    ["2 Web › Run the tests", "4 App › Run the tests"],
  ],
  ["Windows line ends and a byte order mark", "\ufeff- Use pnpm\r\n- Ask first\r\n", ["1 Use pnpm", "2 Ask first"]],
  ["scripts without spaces", "# 规则\n\n- 不泄露隐私数据\n", ["3 规则 › 不泄露隐私数据"]],
  [
    "between tags of a prompt",
    "<rules>\n- Use pnpm here\n- Ask first\n</rules>\nTests run first.",
    ["2 Use pnpm here", "3 Ask first", "5 Tests run first."],
  ],
  ["a name alone that a lead-in makes an order", "Never edit:\n- `dist/`", ["2 Never edit › `dist/`"]],
  [
    "nothing of code, tables, quotes, comments, front matter",
    [
      "---\nname: some text here\n---\n```sh\n- npm install it\n```\n",
      "| a b | c d |\n|---|---|\n| e | f |\n\n> Somebody said this\n\n<!-- a note to all -->\n<!--\n- hidden item here\n-->\n![a b](c)\n",
    ].join(""),
    [],
  ],
  [
    "nothing of tenet's own blocks",
    "<!-- tenet:begin rules -->\n- A rule of tenet <!-- COR-20260215-K7Q2X -->\n<!-- tenet:end rules -->\n- A line of people\n",
    ["4 A line of people"],
  ],
  ["no single word, and no lead-in", "- Testing\n\nRemember these:\n", []],
  [
    "no task, open or ticked, no struck item, and nothing beneath one",
    "- [x] Delete the bucket\n- [ ] Move the queue\n  - to the new host\n- [-] Rewrite it all\n- ~~Ship the beta now~~\n- Stay on one host",
    ["6 Stay on one host"],
  ],
];

/** What stands between a lead-in and a list and ends it. */
const ENDS: readonly (readonly [says: string, text: string])[] = [
  ["code", "Never do this:\n\n```sh\nnpm i left-pad\n```\n\n- Pin the version"],
  ["indented code", "Never do this:\n\n    eval()\n\n- Pin the version"],
  ["code within the item", "- Never:\n  ```sh\n  npm i\n  ```\n  - Pin the version"],
  ["a table", "Do not use:\n\n| call | since |\n|---|---|\n| eval | 2019 |\n\n- Pin the version"],
  ["a rule", "**Never do the following**\n\n- Force-push it\n\n---\n\n- Pin the version"],
  ["a closing tag", "<details>\n<summary>No longer valid</summary>\n\n- Deploy now\n\n</details>\n\n- Pin the version"],
];

describe("lines that people wrote", () => {
  it.each(CASES)("%s", async (_, text, lines) => {
    expect(await textsOf(text)).toEqual(lines);
  });

  it.each(ENDS)("a lead-in ends with %s", async (_, text) => {
    const line = (await linesIn("CLAUDE.md", text)).at(-1);
    expect(line?.text).toBe("Pin the version");
  });

  it("what stands before the end hangs on it", async () => {
    const texts = await Promise.all(ENDS.map(([, text]) => textsOf(text)));
    expect(texts.flat()).toEqual(
      expect.arrayContaining(["3 Never do the following › Force-push it", "4 No longer valid › Deploy now"]),
    );
  });

  it("are named by file, words and what they hang on; moved within it they keep their name", async () => {
    const one = async (text: string) => (await linesIn("CLAUDE.md", text)).at(-1);
    const line = await one("## Never\n- push to main\n");
    expect((await one("- Ask first\n\n## Never\n\nHow:\n\n1. go\n\n## Never\n\n* push to main.\n"))?.ref).toBe(
      line?.ref,
    );
    expect((await one("- push to main"))?.ref).not.toBe(line?.ref);
    expect((await one("## Never\n- push to master"))?.ref).not.toBe(line?.ref);
    expect([line?.ref ?? "", "COR-20260215-K7Q2X"].map(isLineRef)).toEqual([true, false]);
  });
});
